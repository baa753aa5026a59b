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
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "spliced/engine/named_engines.hpp"
#include "spliced/engine/row_pass.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/scoring/score.hpp"
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

// `simd` of `align`: the query as a graph of one run of rows, for the machines of the engine of that name for graphs.

inline constexpr pairwise_engine simd_aligner{
    .command = "align", .name = "simd", .is_automatic = true, .rates = {{8e4, 600, 1, 600, 0.9, 2.3}}};

std::unique_ptr<align_engine> make_simd_aligner();

// A global alignment's path, from its end on: of the recurrence above, read backwards.
//
// Of a pair, a residue of the query and one of the target the first that some path allows. Where S(i,j-1) may open a
// gap that ends in E(i,j), E(i,j-1) need not be followed: that S has a pair or a residue of the query before it, since
// a gap that opens right after another one costs more than one gap, or, with linear gaps, the same. So E of no cell
// has to be known: where neither of the other two goes on, E does.

/// `Cells` says of rows (residues of the query) and columns (of the target), 0 being before the first:
///   row_cell cell(row, column)    S, and F where gaps are affine
///   score pair(row, column)       what the residues before them score; unreachable where they must not be aligned
template <class Cells>
class path_walk {
 public:
  /// `is_affine`: cells have F. `cells` must outlive the walk.
  path_walk(const Cells& cells, spliced::gap_costs gaps, bool is_affine, std::size_t row, std::size_t column)
      : cells_(cells), gaps_(gaps), is_affine_(is_affine), row_(row), column_(column) {}

  [[nodiscard]] std::size_t row() const { return row_; }
  [[nodiscard]] std::size_t column() const { return column_; }

  /// Row and column must be above 0. Throws std::logic_error where cells contradict each other.
  spliced::edit step_back() {
    const spliced::row_cell here = cells_.cell(row_, column_);
    const spliced::score pair = cells_.pair(row_, column_);
    if (in_S_ && spliced::is_reachable(pair) && cells_.cell(row_ - 1, column_ - 1).S + pair == here.S) {
      be_in(true, false);
      --row_, --column_;
      return spliced::edit::match;
    }
    if (go_up(here)) return spliced::edit::deletion;
    go_left(here.S);
    return spliced::edit::insertion;
  }

 private:
  void be_in(bool in_S, bool in_F, spliced::score E = spliced::unreachable) {
    in_S_ = in_S;
    in_F_ = in_F;
    E_ = E;
  }

  // F(i,j) = max(F(i-1,j), S(i-1,j) - open) - extend, and with linear gaps S(i-1,j) - extend.
  bool go_up(const spliced::row_cell& here) {
    const spliced::score F = is_affine_ ? here.F : here.S;
    if (!in_F_ && !(in_S_ && F == here.S)) return false;
    const spliced::row_cell above = cells_.cell(row_ - 1, column_);
    const bool from_S = above.S - gaps_.open - gaps_.extend == F;
    const bool from_F = is_affine_ && above.F - gaps_.extend == F;
    if (!from_S && !from_F) return false;
    be_in(from_S, from_F);
    --row_;
    return true;
  }

  // E(i,j) = max(E(i,j-1), S(i,j-1) - open) - extend.
  void go_left(spliced::score S) {
    const spliced::score E = in_S_ ? S : E_;
    --column_;
    const bool from_S = cells_.cell(row_, column_).S - gaps_.open - gaps_.extend == E;
    if (!from_S && (column_ == 0 || !spliced::is_reachable(E)))
      throw std::logic_error("an alignment's rows contradict each other");
    be_in(from_S, false, from_S ? spliced::unreachable : E + gaps_.extend);
  }

  const Cells& cells_;
  spliced::gap_costs gaps_;
  bool is_affine_;
  std::size_t row_, column_;
  // Which of the recurrence's values the paths that spell the edits so far may have come from.
  bool in_S_ = true;
  bool in_F_ = false;
  spliced::score E_ = spliced::unreachable;  // the value where it is E, and neither of the others
};

}  // namespace exonweave
