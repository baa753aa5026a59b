// Genes that an open end of the sequence cuts. Within an exon: their chains begin or end right there, within a codon
// too. Within an intron: after an acceptor, or before a donor, that is not far from there.
//
//   gap or end of the sequence
//   N N N N N|c c G A A ...        cut exon: the chain begins at the border, in any of three phases
//   N N N N N|t a c . . A G|c c G  cut intron: it begins after the AG, in any of three phases
//
// A start codon 1 or 2 nt after an open end may be read in two ways: as the start, and as a codon within a gene that
// is cut in the codon before it. The start is never worth less, and of equals the later begin wins (traceback.hpp): so
// it is taken.
//
//   N N N N N|g A T G A A ...      begins with the ATG, not with g
#pragma once

#include <cstdint>
#include <optional>

#include "exons/sites/site_scorer.hpp"
#include "exons/solving/region_material.hpp"

namespace exonweave {

/// How far from an open end the splice site of a cut intron may lie. Farther away an incomplete chain has other
/// reasons.
constexpr std::int64_t longest_cut_intron = 1000;  // nt

struct cut_costs {
  spliced::score end = 0;  // of each end of a chain that is cut
  // Besides, where an intron is, less the weight of its site, at least 0. Nothing: introns are not cut.
  std::optional<spliced::score> intron{};
  std::int64_t longest_intron = longest_cut_intron;  // nt; its part within the region
};

/// Lets exons, given ones and ORF exons, begin and end a chain where open ends cut them or the introns next to them.
/// ORF exons that are limited to borders of given exons stay so. For codons only, when sites are there.
void add_cuts(const open_ends& open, const cut_costs& costs, region_material& material);

}  // namespace exonweave
