#include "spliced/paths/traceback.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "spliced/paths/trace_edges.hpp"
#include "spliced/paths/trace_moves.hpp"
#include "spliced/paths/trace_rows.hpp"

namespace exonweave::spliced {
namespace {

class tracer {
 public:
  explicit tracer(row_pass& pass) : pass_(pass), rows_(pass), moves_(rows_), edges_(rows_) {}

  alignment trace() {
    found_.total = pass_.end().total;
    column_ = pass_.end().column;
    const plane letter = rows_.is_settled(column_) ? plane::best : plane::trail;
    state_set junctions;
    junctions.insert({{rows_.graph().sink(), 0}, letter, found_.total});
    enter_exon(std::move(junctions));
    while (!states_.empty()) {
      if (settle() || extend_exon() || cross_frameshift()) continue;
      junctions = leave_exon();
      if (edges_.reaches_source(junctions, column_)) break;
      enter_exon(std::move(junctions));
    }
    if (states_.empty()) throw std::logic_error("traceback: no path spells the best score");
    std::reverse(found_.exons.begin(), found_.exons.end());
    return std::move(found_);
  }

 private:
  // One edit further, the first of M, D, I, U that any path allows. False when none does.
  bool extend_exon() {
    for (const edit op : {edit::match, edit::deletion, edit::insertion, edit::unaligned}) {
      state_set next = moves_.step(op, states_, column_);
      if (next.empty()) continue;
      column_ -= trace_moves::columns_of(op);
      if (op != edit::insertion) rows_.forget_gaps();
      auto& edits = exon_.edits;
      if (edits.empty() || edits.back().op != op) edits.push_back({op, 0});
      ++edits.back().length;
      go_on(std::move(next));
      return true;
    }
    return false;
  }

  // After the last pair: where the pairs may end in this row, in the largest column.
  bool settle() {
    if (rows_.is_settled(column_)) return false;
    state_set next;
    std::size_t column = 0;
    for (const state& current : states_) {
      if (current.letter != plane::trail) continue;
      const std::size_t last = rows_.last_pair(current.position, current.value, column);
      if (!rows_.is_settled(last)) continue;
      if (last > column) next.clear(), column = last;
      next.insert(
          {current.position, plane::best, rows_.cell(current.position, last).S, current.begin, current.n_skipped});
    }
    if (next.empty()) return false;
    for (aligned_exon& each : found_.exons) each.target_begin = each.target_end = column;
    exon_.target_end = column;
    column_ = column;
    go_on(std::move(next));
    return true;
  }

  bool cross_frameshift() {
    for (const int n_nt : {1, 2}) {
      trace_ends before = edges_.cross_frameshift(states_, n_nt, column_);
      if (before.states.empty()) continue;
      exon_.is_shifted = true;
      finish_exon(before.end + n_nt);
      begin_exon(std::move(before));
      return true;
    }
    return false;
  }

  // The exon begins here, as late as any path lets it: where best paths come from, junctions, the source among them.
  state_set leave_exon() {
    std::optional<std::int64_t> begin;
    state_set junctions;
    for (const state& current : states_) {
      if (rows_.graph().is_inside(current.position.node) || (begin && current.begin < *begin)) continue;
      if (!begin || current.begin > *begin) junctions.clear(), exon_.n_skipped = 0;
      begin = current.begin;
      junctions.insert({current.position, current.letter, current.value});
      exon_.n_skipped = std::max(exon_.n_skipped, current.n_skipped);
    }
    if (begin) finish_exon(*begin);
    return junctions;
  }

  void enter_exon(state_set junctions) { begin_exon(edges_.enter_exon(std::move(junctions), column_)); }

  void begin_exon(trace_ends ends) {
    exon_ = {};
    exon_.end = ends.end;
    exon_.target_end = column_;
    go_on(std::move(ends.states));
  }

  void finish_exon(std::int64_t begin) {
    exon_.begin = begin;
    exon_.target_begin = column_;
    std::reverse(exon_.edits.begin(), exon_.edits.end());
    found_.exons.push_back(std::move(exon_));
  }

  void go_on(state_set states) {
    states_ = std::move(states);
    edges_.follow_bare_edges(states_, column_);
  }

  row_pass& pass_;
  trace_rows rows_;
  trace_moves moves_;
  trace_edges edges_;
  std::size_t column_ = 0;
  state_set states_;   // where the paths that spell the string so far stand
  alignment found_;    // its exons from the last to the first
  aligned_exon exon_;  // the exon being followed, its edits from end to begin
};

}  // namespace

alignment trace_back(row_pass& pass) { return tracer(pass).trace(); }

}  // namespace exonweave::spliced
