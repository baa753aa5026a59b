// Where the best local alignment of a query to a sequence lies, and how it runs: for hits of any scan engine, by one
// code, so that the same alignment is reported whatever engine found the score.
//
// Of several alignments with the best score, the one that ends first in the sequence counts, then the one that ends
// first in the query; of these the one that is shortest in the sequence, then in the query; between these two ends the
// path that traceback.hpp says. All three can be had one after the other: within the prefixes up to the first end,
// every alignment with that score ends there, so the reversed prefixes, aligned in the same way, tell where the
// shortest begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_engine.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/scoring/score.hpp"

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

/// All local alignments of a query and a sequence, from the best on, of which no two share a pair of residues (Waterman
/// and Eggert 1987).
///
/// Each is the best that pairs nothing which one before it pairs; of several that score the same, the one that
/// local_aligner.hpp says. So they are the repeats of a domain, or of a gene, that the best one leaves out.
///
///   rows: the sequence                  What was paired counts as unreachable from then on. Rows before the first of
///                                       these pairs stay as
///   . . . . .|. . . .                   they were. Later rows are computed again, from a row that was kept, until one
///                                       that was kept comes
///   . x . . .|. . .    x: paired        out the same: what is after it stays as it was too. The best of each row is
///                      known all the time.
///   . . x . .|. . .
class disjoint_alignments {
 public:
  /// `first`: the best one, of a query and a sequence that have a residue at least, in bytes of `memory` for rows. What
  /// is given must outlive it, as must the scoring's matrix. Throws memory_exceeded, std::range_error.
  disjoint_alignments(std::span<const spliced::residue_code> query, std::span<const spliced::residue_code> sequence,
                      const scan_scoring& scoring, const local_alignment& first, std::uint64_t memory);
  ~disjoint_alignments();
  disjoint_alignments(disjoint_alignments&&) noexcept;
  disjoint_alignments& operator=(disjoint_alignments&&) noexcept;

  /// What the next one scores; 0: there is none.
  [[nodiscard]] spliced::score next_total() const;

  /// It, which is paired from then on. There must be one. Throws memory_exceeded.
  local_alignment next();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// A row of local alignment in vectors of the processor's, for disjoint_alignments.

/// Rows are as long as a multiple of this.
constexpr std::size_t local_row_unit = 16;

/// What no value falls below by more than the scores and costs of a row.
constexpr spliced::score far_below = -(spliced::score{1} << 30);

/// H and E of scan_engine.hpp, from the row of a residue of the sequence to that of the next one, whose pairs with the
/// query's residues score `pairs`. Rows have `n` columns, a multiple of local_row_unit; those after the query score
/// far_below. H has 0 before its first column, and local_row_unit more after its last, which count for nothing.
/// Returns the largest H.
spliced::score next_local_row(const spliced::score* pairs, std::size_t n, spliced::gap_costs gaps, spliced::score* H,
                              spliced::score* E);

}  // namespace exonweave
