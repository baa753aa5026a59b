// The codons of a chain of exons: what each stands for and where its bases lie, across introns and frameshifts.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

struct chain_codon {
  std::array<std::int64_t, codon_length> bases{};  // strand coordinates
  spliced::residue_code amino = 0;
  std::size_t exon = 0;        // of the chain: the one that holds its middle base
  bool is_final_stop = false;  // the stop codon that ends the chain; it is not aligned
};

struct chain_reading {
  std::vector<chain_codon> codons;   // begin to end
  std::vector<std::int64_t> unread;  // bases after the last whole codon: the chain is incomplete there
  bool has_start = false;            // the first codon may be a start codon, and nothing is skipped before it

  /// The first codon, which is a start codon, stands for methionine.
  void take_start() { codons.front().amino = start_amino; }
  [[nodiscard]] bool has_final_stop() const { return !codons.empty() && codons.back().is_final_stop; }
};

/// Reads the exons one after the other, from after the first one's skipped bases. The first codon is read as all are:
/// see take_start(). A codon more than the edits align is the final stop. Throws std::logic_error when it is none, or
/// the edits do not fit in another way.
chain_reading read_codons(const spliced::alignment& chain, const strand_region& region, const genetic_code& code);

}  // namespace exonweave
