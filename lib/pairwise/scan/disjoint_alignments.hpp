// All local alignments of a query and a sequence, from the best on, of which no two share a pair of residues (Waterman
// and Eggert 1987).
//
// Each is the best that pairs nothing which one before it pairs; of several that score the same, the one that
// local_aligner.hpp says. So they are the repeats of a domain, or of a gene, that the best one leaves out.
//
//   rows: the sequence                  What was paired counts as unreachable from then on. Rows before the first of
//                                       these pairs stay as
//   . . . . .|. . . .                   they were. Later rows are computed again, from a row that was kept, until one
//                                       that was kept comes
//   . x . . .|. . .    x: paired        out the same: what is after it stays as it was too. The best of each row is
//                      known all the time.
//   . . x . .|. . .
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "pairwise/scan/local_aligner.hpp"
#include "spliced/scoring/gap_costs.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

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
