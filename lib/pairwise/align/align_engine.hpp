// What every engine of `align` does: exact global alignment of two sequences (Needleman and Wunsch 1970; affine gaps as
// Gotoh 1982).
//
//   S(i,j) = max(S(i-1,j-1) + d(q_i, t_j), F(i,j), E(i,j))             q: query, t: target
//   F(i,j) = max(F(i-1,j), S(i-1,j) - open) - extend                   residues of the query unaligned
//   E(i,j) = max(E(i,j-1), S(i,j-1) - open) - extend                   residues of the target unaligned
//   S(0,0) = 0, and the borders are gaps; score = S(m,n)
//
// Of several alignments with the best score the one that traceback.hpp says counts: read from the end, a match goes
// before an unaligned residue of the query, and that before one of the target. So all engines give the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "spliced/engine/named_engines.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/scoring/gap_costs.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

struct align_scoring {
  const spliced::substitution_matrix* substitution = nullptr;  // d(query, target); never null
  spliced::gap_costs gaps;
};

/// One pair of sequences, either of which may be empty.
struct align_request {
  std::span<const spliced::residue_code> query;
  std::span<const spliced::residue_code> target;
  align_scoring scoring;
  bool wants_path = true;                                             // else the score alone
  spliced::score least = std::numeric_limits<spliced::score>::min();  // the path is requested of scores from here on
  std::uint64_t memory = 0;                                           // bytes of the host for rows
  run_control* control = nullptr;  // may stop it, gets m * n cells in all; null: nobody does

  [[nodiscard]] bool wants_path_of(spliced::score total) const { return wants_path && total >= least; }
  [[nodiscard]] std::uint64_t n_cells() const { return std::uint64_t{query.size()} * target.size(); }
};

struct global_alignment {
  spliced::score total = 0;
  // From the begin to the end; deletion: a residue of the query without one of the target. Nothing where it is not
  // requested.
  std::optional<std::vector<spliced::edit_run>> edits;
  bool operator==(const global_alignment&) const = default;
};

class align_engine {
 public:
  virtual ~align_engine() = default;

  [[nodiscard]] virtual const pairwise_engine& facts() const = 0;

  /// Why it takes no such scoring, in words; empty where it does. align() throws std::invalid_argument for it.
  [[nodiscard]] virtual std::string refusal(const align_scoring&) const { return {}; }

  /// Throws memory_exceeded, run_stopped, std::range_error where scores could leave 32 bits, and what devices throw.
  /// Any thread may call it.
  [[nodiscard]] virtual global_alignment align(const align_request& request) const = 0;

  /// Whether a pair of such lengths is one of those that take least in align_all(), next to others. Never without
  /// facts().batch.
  [[nodiscard]] virtual bool is_for_batch(std::size_t /*query_length*/, std::size_t /*target_length*/,
                                          const align_scoring&) const {
    return false;
  }

  /// What align() makes of each; throws what it throws. All are for a batch, and have in common all but their
  /// sequences.
  [[nodiscard]] virtual std::vector<global_alignment> align_all(std::span<const align_request> requests) const;
};

using align_registry = spliced::named_engines<align_engine, pairwise_engine>;

/// Throws std::range_error unless all scores of a request stay within 32 bits.
void check_score_range(const align_request& request);

/// The alignment when one of the two is empty: gaps.
global_alignment align_with_nothing(const align_request& request);

/// Adds `length` edits after those that there are; none where it is 0.
void append_edits(std::vector<spliced::edit_run>& edits, spliced::edit op, std::size_t length);

}  // namespace exonweave
