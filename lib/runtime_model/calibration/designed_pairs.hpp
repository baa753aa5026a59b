// Sequences that the calibration of scan and align compares: made ones of many lengths. The same each time.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "pairwise/scan/sequence_blocks.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// Residues of queries of a scan.
constexpr std::array<std::size_t, 5> designed_query_lengths{60, 150, 400, 1'000, 2'500};

/// nt of pairs, ascending: all for fast engines, the first few for others.
constexpr std::array<std::size_t, 6> designed_pair_lengths{100, 300, 1'000, 3'000, 10'000, 30'000};
constexpr std::size_t n_short_pair_lengths = 4;

struct designed_database {
  owned_blocks blocks{};
  double n_residues = 0;
};

struct designed_pair {
  std::vector<spliced::residue_code> query{}, target{};  // DNA
};

/// Draws one after the other. In each sequence all letters are as frequent.
class drawn_sequences {
 public:
  drawn_sequences();

  /// Proteins of 1 to 800 residues, evenly, the longest first.
  designed_database database(std::size_t n_sequences);
  std::vector<spliced::residue_code> protein(std::size_t length);
  /// A sequence and a relative: of it nine of ten bases stay, and one of fifty is lost.
  designed_pair pair(std::size_t query_length);

 private:
  random_source random_;
  std::vector<spliced::residue_code> amino_acids_, bases_;
};

}  // namespace exonweave
