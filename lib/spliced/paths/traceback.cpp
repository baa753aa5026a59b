#include "spliced/paths/traceback.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "spliced/engine/row_pass.hpp"
#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {

// Where the paths that the traceback follows stand: mostly one to three places.

/// What the best score of a path so far is an instance of: a letter of the recurrence.
enum class plane : std::uint8_t { best, vertical, horizontal, lead, trail };  // S F E L T

/// A place on a path that spells the string so far: `position.row` residues of the node still lie before it. At a
/// junction the exon that begins after it is open: `begin` is where.
struct state {
  node_row position;
  plane letter = plane::best;
  score value = unreachable;   // of the cell; follows from the place and the column
  std::int64_t begin = 0;      // nt; of a junction, else 0
  std::uint8_t n_skipped = 0;  // nt after `begin` that no residue stands for; of a junction, else 0

  [[nodiscard]] auto place() const { return std::tie(position, letter, begin, n_skipped); }
};

/// Distinct places, in topological order.
class state_set {
 public:
  /// False when the place was there.
  bool insert(const state& added) {
    const auto found = std::ranges::lower_bound(states_, added.place(), {}, &state::place);
    if (found != states_.end() && found->place() == added.place()) return false;
    states_.insert(found, added);
    return true;
  }
  /// Takes out the last in topological order; there must be one.
  state pop_last() {
    const state last = states_.back();
    states_.pop_back();
    return last;
  }
  [[nodiscard]] bool empty() const { return states_.empty(); }
  void clear() { states_.clear(); }
  [[nodiscard]] auto begin() const { return states_.begin(); }
  [[nodiscard]] auto end() const { return states_.end(); }

 private:
  std::vector<state> states_;
};

// The values that the traceback compares: single cells of a pass, and E, which no row stores.

class trace_rows {
 public:
  explicit trace_rows(row_pass& pass) : pass_(pass) {}

  [[nodiscard]] const problem& input() const { return pass_.input(); }
  [[nodiscard]] const graph_view& graph() const { return input().graph; }
  /// A column after the last: the target's end is not known yet, and no cell is read.
  [[nodiscard]] bool is_settled(std::size_t column) const { return column < input().n_columns(); }

  /// Whether a target symbol may be unaligned in a row (E), the first pair follow it (L) and the last pair precede it
  /// (T): the terms of close_row.
  [[nodiscard]] bool is_closed(node_row position) const {
    return graph().is_inside(position.node) && (position.row > 0 || graph().nodes[position.node].is_closed);
  }

  [[nodiscard]] row_cell cell(node_row position, std::size_t column) { return pass_.cell(position, column); }
  /// S, F, L or T; not E. Unreachable where the column is not settled, but for L and T.
  [[nodiscard]] score value(node_row position, plane letter, std::size_t column);
  /// The last row of an edge's source.
  [[nodiscard]] node_row after(const edge& input) const { return pass_.last_row(input.source); }

  /// At least the S, and the F, of an edge's source in any column.
  [[nodiscard]] row_cell bound(const edge& input) const { return pass_.bound(input.source); }

  /// E(column). The row is read whole when it is requested first; later columns must not be larger.
  [[nodiscard]] score gap(node_row position, std::size_t column);
  /// No path stands in the rows any more whose E is kept.
  void forget_gaps() { gaps_.clear(); }

  /// Where the pairs may end in a row whose T is `trail`: the largest column from `least` on. Reads the row whole. The
  /// number of columns where they may not.
  [[nodiscard]] std::size_t last_pair(node_row position, score trail, std::size_t least);

 private:
  struct gap_row {
    node_row position;
    std::vector<score> E;  // [the first column requested + 1]
  };

  row_pass& pass_;
  std::vector<gap_row> gaps_;  // of the rows where paths stand
};

// The ways of the traceback that no residue crosses: within an exon, over frameshifts, and from exon to exon.

/// Where an exon ends, and the places from which paths go on in it.
struct trace_ends {
  std::int64_t end = 0;  // nt
  state_set states;      // empty: no path does
};

class trace_edges {
 public:
  explicit trace_edges(trace_rows& rows) : rows_(rows) {}

  /// Adds what may be gone on with without a move: in row 0 of a node the inputs of bare edges, and L from S.
  void follow_bare_edges(state_set& states, std::size_t column);

  /// After a frameshift of `n_nt`, those at the largest position.
  [[nodiscard]] trace_ends cross_frameshift(const state_set& states, int n_nt, std::size_t column);

  /// Whether the chain may begin after one of these junctions: bare edges lead back to the source.
  [[nodiscard]] bool reaches_source(state_set junctions, std::size_t column);

  /// From junctions to the exon that ends at the largest position among all that best paths reach from there.
  [[nodiscard]] trace_ends enter_exon(state_set junctions, std::size_t column);

 private:
  [[nodiscard]] std::uint8_t skipped_by(const edge& input) const;
  [[nodiscard]] bool may_bring(const edge& input, const state& reached, std::size_t column) const;
  [[nodiscard]] const edge* only_possible(const state& reached, std::size_t column) const;
  // Calls visit(edge, the value before it) for those of the bare edges requested that a path may come over to a place
  // in row 0.
  template <class Requested, class Visit>
  void for_each_bare_input(const state& reached, std::size_t column, const Requested& requested, const Visit& visit);

  trace_rows& rows_;
  std::vector<source_relation> relations_ = relate_to_source(rows_.graph());
};

// The moves of the traceback inside an exon: back by a residue, a target symbol or both, along the terms of the
// recurrence (recurrence.hpp).

class trace_moves {
 public:
  explicit trace_moves(trace_rows& rows) : rows_(rows) {}

  /// How many columns a move goes back.
  [[nodiscard]] static std::size_t columns_of(edit op) { return op == edit::match || op == edit::insertion ? 1 : 0; }

  /// All places one move back from any of `states`, which stand in `column`.
  [[nodiscard]] state_set step(edit op, const state_set& states, std::size_t column);

 private:
  // The row above a place by one residue, and the way there.
  struct step_above {
    node_row position;
    residue_code residue;
    score in_gap;
    score weight;
    std::int64_t begin;  // nt; of a junction above, else 0
  };

  template <class Visit>
  void for_each_above(const state& source, const Visit& visit) const;
  void add_above(edit op, const state& source, std::size_t column, const step_above& above, state_set& next);
  void add_deletions(const state& source, std::size_t column, const step_above& above, state_set& next);
  void add_insertions(const state& source, std::size_t column, state_set& next);

  trace_rows& rows_;
  target_profile profile_{*rows_.input().substitution, rows_.input().target};
};

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

state_set trace_moves::step(edit op, const state_set& states, std::size_t column) {
  state_set next;
  if (columns_of(op) > column) return next;
  if (op != edit::unaligned && !rows_.is_settled(column)) return next;
  for (const state& source : states)
    if (op == edit::insertion)
      add_insertions(source, column, next);
    else
      for_each_above(source, [&](const step_above& above) { add_above(op, source, column, above, next); });
  return next;
}

template <class Visit>
void trace_moves::for_each_above(const state& source, const Visit& visit) const {
  const graph_view& graph = rows_.graph();
  const auto [v, row] = source.position;
  if (row > 0) return visit(step_above{{v, row - 1}, graph.residues_of(v)[row - 1], graph.weight_of_row(v, row), 0, 0});
  if (!graph.is_inside(v)) return;
  for (const edge& input : graph.inputs(v))
    if (input.residue != no_residue)
      visit(step_above{rows_.after(input), input.residue, input.in_gap, input.weight,
                       begins_exon(graph, input, v) ? begin_over(graph, input, v) : 0});
}

void trace_moves::add_above(edit op, const state& source, std::size_t column, const step_above& above,
                            state_set& next) {
  const auto add_if = [&](plane letter, score value, score change) {
    if (value + change + above.weight == source.value) next.insert({above.position, letter, value, above.begin});
  };
  if (op == edit::match && source.letter == plane::best)
    add_if(plane::best, rows_.cell(above.position, column - 1).S, profile_.of(above.residue)[column - 1]);
  else if (op == edit::deletion)
    add_deletions(source, column, above, next);
  else if (op == edit::unaligned && (source.letter == plane::lead || source.letter == plane::trail))
    add_if(source.letter, rows_.value(above.position, source.letter, column),
           above.in_gap - rows_.input().residue_ends->extend);
}

// F(i,j) = max( F(i-1,j), S(i-1,j) - o ) - e + w_i, where F is what the path is worth.
void trace_moves::add_deletions(const state& source, std::size_t column, const step_above& above, state_set& next) {
  const gap_costs gaps = rows_.input().gaps;
  const bool is_affine = rows_.input().layout().has_vertical;
  if (source.letter != plane::best && source.letter != plane::vertical) return;
  if (is_affine && source.letter == plane::best && rows_.cell(source.position, column).F != source.value) return;
  const auto [S, F] = rows_.cell(above.position, column);
  const score requested = source.value - above.weight - above.in_gap + gaps.extend;
  if (S - gaps.open == requested) next.insert({above.position, plane::best, S, above.begin});
  if (is_affine && F == requested) next.insert({above.position, plane::vertical, F, above.begin});
}

// E(i,j) = max( E(i,j-1), S(i,j-1) - o ) - e, where E is what the path is worth.
void trace_moves::add_insertions(const state& source, std::size_t column, state_set& next) {
  if (!rows_.is_closed(source.position)) return;
  if (source.letter != plane::best && source.letter != plane::horizontal) return;
  if (rows_.gap(source.position, column) != source.value) return;
  const gap_costs gaps = rows_.input().gaps;
  const score requested = source.value + gaps.extend;
  const score S = rows_.cell(source.position, column - 1).S, E = rows_.gap(source.position, column - 1);
  if (S - gaps.open == requested) next.insert({source.position, plane::best, S});
  if (E == requested) next.insert({source.position, plane::horizontal, E});
}

namespace {

// Keeps of the ends added the largest.
void add_end(trace_ends& ends, std::int64_t end, const state& added) {
  if (ends.states.empty() || end > ends.end) ends = {end, {}};
  if (end == ends.end) ends.states.insert(added);
}

}  // namespace

template <class Requested, class Visit>
void trace_edges::for_each_bare_input(const state& reached, std::size_t column, const Requested& requested,
                                      const Visit& visit) {
  if (reached.position.row > 0 || reached.letter == plane::horizontal) return;  // E starts within its row
  const edge* const only = only_possible(reached, column);
  for (const edge& input : rows_.graph().inputs(reached.position.node)) {
    if (input.residue != no_residue || !requested(input)) continue;
    if ((only != nullptr && &input != only) || !may_bring(input, reached, column)) continue;
    const score before =
        only != nullptr ? reached.value - input.weight : rows_.value(rows_.after(input), reached.letter, column);
    if (before + input.weight == reached.value) visit(input, before);
  }
}

// Whether bounds allow that a value comes over a bare edge.
bool trace_edges::may_bring(const edge& input, const state& reached, std::size_t column) const {
  const bool is_bounded = reached.letter == plane::best || reached.letter == plane::vertical;
  if (!is_bounded || !rows_.is_settled(column)) return true;
  const row_cell bound = rows_.bound(input);
  return (reached.letter == plane::best ? bound.S : bound.F) + input.weight >= reached.value;
}

// A junction's value is that of one of its inputs. Where bounds leave but one that scores so much, it is that one,
// and no row need be read: so the traceback goes through introns without having them computed again.
const edge* trace_edges::only_possible(const state& reached, std::size_t column) const {
  if (rows_.graph().is_inside(reached.position.node)) return nullptr;
  const edge* possible = nullptr;
  for (const edge& input : rows_.graph().inputs(reached.position.node)) {
    if (input.residue == no_residue && !may_bring(input, reached, column)) continue;
    if (possible != nullptr || input.residue != no_residue) return nullptr;
    possible = &input;
  }
  return possible;
}

// Before the first codon of a chain; elsewhere the nt that an edge covers are those of a codon.
std::uint8_t trace_edges::skipped_by(const edge& input) const {
  return relations_[input.source] == source_relation::copy ? input.n_nt : std::uint8_t{0};
}

void trace_edges::follow_bare_edges(state_set& states, std::size_t column) {
  const graph_view& graph = rows_.graph();
  const auto is_no_shift = [&](const edge& input) { return !graph.is_frameshift(input); };
  std::vector<state> open(states.begin(), states.end());
  const auto add = [&](const state& found) {
    if (states.insert(found)) open.push_back(found);
  };
  while (!open.empty()) {
    const state current = open.back();
    open.pop_back();
    if (!graph.is_inside(current.position.node)) continue;
    // L(i) + before(j)
    if (current.letter == plane::best && rows_.input().residue_ends && rows_.is_closed(current.position))
      if (const score lead = rows_.value(current.position, plane::lead, column);
          lead + rows_.input().before(column) == current.value)
        add({current.position, plane::lead, lead});
    for_each_bare_input(current, column, is_no_shift, [&](const edge& input, score before) {
      state next{rows_.after(input), current.letter, before};
      if (begins_exon(graph, input, current.position.node))
        next.begin = begin_over(graph, input, current.position.node), next.n_skipped = skipped_by(input);
      add(next);
    });
  }
}

trace_ends trace_edges::cross_frameshift(const state_set& states, int n_nt, std::size_t column) {
  const graph_view& graph = rows_.graph();
  const auto is_shift = [&](const edge& input) { return input.n_nt == n_nt && graph.is_frameshift(input); };
  trace_ends found;
  for (const state& current : states) {
    if (!graph.is_inside(current.position.node)) continue;
    for_each_bare_input(current, column, is_shift, [&](const edge& input, score before) {
      add_end(found, graph.nodes[input.source].end, {rows_.after(input), current.letter, before});
    });
  }
  return found;
}

bool trace_edges::reaches_source(state_set junctions, std::size_t column) {
  const auto is_between = [&](const edge& input) { return !rows_.graph().is_inside(input.source); };
  while (!junctions.empty()) {
    const state current = junctions.pop_last();
    const source_relation relation = relations_[current.position.node];
    if (relation == source_relation::copy) return true;
    if (relation == source_relation::none) continue;
    for_each_bare_input(current, column, is_between, [&](const edge& input, score before) {
      junctions.insert({rows_.after(input), current.letter, before});
    });
  }
  return false;
}

trace_ends trace_edges::enter_exon(state_set junctions, std::size_t column) {
  const graph_view& graph = rows_.graph();
  const auto is_not_source = [&](const edge& input) { return relations_[input.source] != source_relation::copy; };
  trace_ends found;
  while (!junctions.empty()) {
    const state current = junctions.pop_last();
    // All exon ends before a junction lie before its position.
    if (!found.states.empty() && graph.nodes[current.position.node].end < found.end) continue;
    for_each_bare_input(current, column, is_not_source, [&](const edge& input, score before) {
      const state next{rows_.after(input), current.letter, before};
      if (graph.is_inside(input.source))
        add_end(found, end_over(graph, input), next);
      else
        junctions.insert(next);
    });
  }
  return found;
}

namespace {

// E(i,j) = max( E(i,j-1), S(i,j-1) - o ) - e for columns 0 to `column`.
std::vector<score> gaps_along(gap_costs gaps, std::span<const score> best, std::size_t column) {
  std::vector<score> E(column + 1, unreachable);
  for (std::size_t j = 1; j <= column; ++j) E[j] = std::max(E[j - 1], best[j - 1] - gaps.open) - gaps.extend;
  return E;
}

}  // namespace

score trace_rows::value(node_row position, plane letter, std::size_t column) {
  switch (letter) {
    case plane::best:
      return is_settled(column) ? cell(position, column).S : unreachable;
    case plane::vertical:
      return is_settled(column) ? cell(position, column).F : unreachable;
    case plane::lead:
      return pass_.lead(position);
    case plane::trail:
      return pass_.trail(position);
    case plane::horizontal:
      break;
  }
  throw std::logic_error("traceback: E is no stored cell");
}

score trace_rows::gap(node_row position, std::size_t column) {
  const auto kept = std::ranges::find(gaps_, position, &gap_row::position);
  if (kept != gaps_.end()) return kept->E.at(column);
  pass_.expect({&position, 1}, column + 1);
  gaps_.push_back({position, gaps_along(input().gaps, pass_.best_of(position, column + 1), column)});
  return gaps_.back().E[column];
}

std::size_t trace_rows::last_pair(node_row position, score trail, std::size_t least) {
  const std::size_t n_columns = input().n_columns();
  const auto best = pass_.best_of(position, n_columns);
  for (std::size_t j = n_columns; j-- > least;)
    if (best[j] + input().after(j) - input().residue_ends->open == trail) return j;
  return n_columns;
}

}  // namespace exonweave::spliced
