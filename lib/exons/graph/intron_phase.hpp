// What a chain carries over an intron, as far as the next exon has to know it: one junction chain each.
//
// A codon that an intron splits is aligned in the exon that holds its middle base:
//
//   x|GT...AG|st   phase 1: the next exon aligns it, so x goes with the chain;
//   xs|GT...AG|t   phase 2: this exon aligns it, once for each t that an exon begins with, and hands it over to the
//                  exons that begin with this t.
//
// So an exon that begins with t reads the classes `whole`, `one` of each x, and `two` of t alone; besides, what start
// and stop codons need. A, C, G and T make nine classes of the first three kinds.
#pragma once

#include <compare>
#include <cstdint>

#include "exons/sites/site_scorer.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

enum class border_kind : std::uint8_t {
  whole,  // the intron stands between two codons
  one,    // after the first base of a codon: `base`
  two,    // after the second base of a codon that is aligned with `base` as the third; a start codon, too
  start,  // after the A of a start codon, which nothing but TG may complete
  stop,   // after the second base of a stop codon that ends the chain with `base`
};

struct intron_phase {
  border_kind kind = border_kind::whole;
  splice_family family = splice_family::major;  // of the intron: both its ends are of one
  spliced::residue_code base = 0;               // of one, two and stop; else 0
  auto operator<=>(const intron_phase&) const = default;

  static constexpr std::size_t n_kinds = 5;
  static constexpr std::size_t n_families = n_splice_families;
  static constexpr std::size_t count = n_kinds * n_families * spliced::n_dna_codes;

  /// In [0, count), in the order of the members.
  [[nodiscard]] constexpr std::size_t index() const {
    const auto kind_and_family = static_cast<std::size_t>(kind) * n_families + static_cast<std::size_t>(family);
    return kind_and_family * spliced::n_dna_codes + base;
  }
};

}  // namespace exonweave
