// Reads a genome with its soft mask. Repeats are masked softly by lower case; no seeds are taken there, as they match
// many places and few genes. A sequence that has no A, C, G or T in upper case is one that was written in lower case,
// not masked.
//
//   ACGTacgtNNAC at 100    residues  ACGTACGTNNAC    masked  [104, 108)
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exons/sequences/genome.hpp"

namespace exonweave {

struct masked_sequence {
  std::string residues;          // in upper case
  std::vector<interval> masked;  // ascending, apart from each other, in the coordinates of the sequence
};

class masked_reader {
 public:
  /// Nothing is masked where `with_mask` is false. `sequences` must outlive the reader; others may read it meanwhile.
  masked_reader(genome& sequences, bool with_mask) : sequences_(sequences), with_mask_(with_mask) {}

  /// Needs and throws what genome::fetch does. Several threads may read at once.
  [[nodiscard]] masked_sequence read(std::size_t sequence, interval where);

 private:
  [[nodiscard]] std::string fetch(std::size_t sequence, interval where);
  [[nodiscard]] bool is_lower_throughout(std::size_t sequence);

  genome& sequences_;
  bool with_mask_;
  std::mutex looking_up_;                         // guards what is below
  std::map<std::size_t, bool> lower_throughout_;  // of the sequences where that had to be looked up
};

/// Where letters are in lower case; the first of `letters` is at `start`. Ascending, apart from each other.
std::vector<interval> lower_case_runs(std::string_view letters, std::int64_t start);

/// The same bases in the coordinates of the other strand of a sequence of `length` nt, ascending again.
std::vector<interval> flip(std::span<const interval> ascending, std::int64_t length);

}  // namespace exonweave
