// Small genes made by hand: exons given as text, with an intron GTCCCCAG between each two, and scored against a
// protein.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exons/one_strand.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {

constexpr std::string_view short_intron = "GTCCCCAG";

struct split_gene {
  std::string residues;          // CC, the exons and introns, CC
  std::vector<interval> places;  // of the exons

  explicit split_gene(const std::vector<std::string>& exons) : residues("CC") {
    for (const auto& exon : exons) {
      if (!places.empty()) residues += short_intron;
      const auto start = static_cast<std::int64_t>(residues.size());
      residues += exon;
      places.push_back({start, start + static_cast<std::int64_t>(exon.size())});
    }
    residues += "CC";
  }

  [[nodiscard]] strand_region region() const { return {0, spliced::encode_dna(residues)}; }

  /// Its own exons as the only candidates.
  [[nodiscard]] region_material of_its_exons() const {
    std::vector<strand_exon> exons;
    for (const interval where : places) exons.push_back({where, 0, {}});
    return case_on(residues, exons);
  }

  /// ORF exons with a site at each of its borders, of no weight.
  [[nodiscard]] region_material of_blocks() const {
    region_material made = case_on(residues, {});
    made.blocks.emplace();
    for (std::size_t e = 0; e < places.size(); ++e) {
      if (e > 0) made.blocks->sites.acceptors.push_back({places[e].start, 0, splice_family::major});
      if (e + 1 < places.size()) made.blocks->sites.donors.push_back({places[e].end, 0, splice_family::major});
    }
    for (std::size_t position = residues.find("ATG"); position != std::string::npos;
         position = residues.find("ATG", position + 1))
      made.blocks->sites.starts.push_back({static_cast<std::int64_t>(position), 0, splice_family::major});
    return made;
  }
};

/// BLOSUM62, a gap of k for 11 + k, introns for 10, from 4 nt on; hard start and stop.
inline chain_scoring codon_scoring() {
  chain_scoring scoring;
  scoring.substitution = *spliced::named_protein_matrix("BLOSUM62");
  scoring.gaps = {11, 1};
  scoring.introns = {4, {{10}}};
  scoring.code = standard_code();
  return scoring;
}

/// The score of a protein against itself.
inline spliced::score against_itself(std::string_view protein) {
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  spliced::score sum = 0;
  for (const auto amino : spliced::encode_protein(protein)) sum += matrix(amino, amino);
  return sum;
}

}  // namespace exonweave::testing
