// Where the best local alignment of a query to a sequence lies, and how it runs: for hits of any scan engine, by one
// code, so that the same alignment is reported whatever engine found the score.
//
// Of several alignments with the best score, the one that ends first in the sequence counts, then the one that ends
// first in the query; of these the one that is shortest in the sequence, then in the query; between these two ends the
// path that traceback.hpp says. All three can be had one after the other: within the prefixes up to the first end,
// every alignment with that score ends there, so the reversed prefixes, aligned in the same way, tell where the
// shortest begins.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_engine.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

struct local_alignment {
  spliced::score total = 0;  // 0: there is none, and all else is 0
  std::size_t query_begin = 0;
  std::size_t query_end = 0;
  std::size_t sequence_begin = 0;
  std::size_t sequence_end = 0;
  std::vector<spliced::edit_run> edits;  // deletion: a residue of the sequence without one of the query
  bool operator==(const local_alignment&) const = default;
};

/// How an alignment runs that scores `total` between its ends. Throws memory_exceeded; std::logic_error where it scores
/// other than that.
std::vector<spliced::edit_run> path_between(std::span<const spliced::residue_code> sequence,
                                            std::span<const spliced::residue_code> query, spliced::score total,
                                            const scan_scoring& scoring, std::uint64_t memory);

class local_aligner {
 public:
  /// `query` has a residue at least, and must outlive the aligner, as must the scoring's matrix.
  local_aligner(std::span<const spliced::residue_code> query, const scan_scoring& scoring);

  /// The best score; 0: there is no alignment. Any thread may call it.
  [[nodiscard]] spliced::score total(std::span<const spliced::residue_code> sequence) const {
    return profile_.align(parasail_letters(sequence)).total;
  }

  /// `memory`: bytes for rows. Throws memory_exceeded, std::range_error. Any thread may call it.
  [[nodiscard]] local_alignment align(std::span<const spliced::residue_code> sequence, std::uint64_t memory) const;

 private:
  std::span<const spliced::residue_code> query_;
  scan_scoring scoring_;
  parasail_scoring parasail_scoring_;
  parasail_profile profile_;
};

}  // namespace exonweave
