#include "spliced/paths/traceback.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <stdexcept>

#include "spliced/dp/recurrence.hpp"
#include "spliced/dp/run_rows.hpp"

namespace exonweave::spliced {
namespace {

// What the best score of a path so far is an instance of: a letter of the recurrence.
enum class plane : std::uint8_t { best, vertical, horizontal, lead, trail };  // S F E L T

// A place on a path that spells the string so far: `row` residues of `node` still lie before it. At a junction the
// exon that begins behind it is open: `begin` is where.
struct state {
  node_id node;
  std::uint32_t row;
  plane in;
  std::int64_t begin = 0;      // nt; of a junction, else 0
  std::uint8_t n_skipped = 0;  // nt behind `begin` that no residue stands for; of a junction, else 0
  auto operator<=>(const state&) const = default;
};

// The cells of one row at one column.
struct cells {
  score S = unreachable, F = unreachable, E = unreachable, L = unreachable, T = unreachable;

  [[nodiscard]] score of(plane in) const {
    switch (in) {
      case plane::best:
        return S;
      case plane::vertical:
        return F;
      case plane::horizontal:
        return E;
      case plane::lead:
        return L;
      case plane::trail:
        return T;
    }
    return unreachable;
  }
};

class tracer {
 public:
  tracer(forward_pass& pass, std::uint64_t memory)
      : pass_(pass),
        problem_(pass.of()),
        graph_(problem_.graph),
        layout_(problem_.layout()),
        profile_(*problem_.substitution, problem_.target),
        memory_(memory) {}

  alignment trace() {
    found_.total = pass_.end().total;
    column_ = pass_.end().column;
    enter_exon({{graph_.sink(), 0, is_settled() ? plane::best : plane::trail}});
    while (!states_.empty()) {
      if (settle() || extend_exon() || cross_frameshift()) continue;
      const auto junctions = leave_exon();
      if (reaches_source(junctions)) break;
      enter_exon(junctions);
    }
    if (states_.empty()) throw std::logic_error("traceback: no path spells the best score");
    std::reverse(found_.exons.begin(), found_.exons.end());
    return std::move(found_);
  }

 private:
  using states = std::set<state>;

  // Behind the last pair the target's end is not known yet: the column is n + 1.
  [[nodiscard]] bool is_settled() const { return column_ < layout_.n_columns; }

  [[nodiscard]] score open() const { return problem_.gaps.open; }
  [[nodiscard]] score extend() const { return problem_.gaps.extend; }

  [[nodiscard]] std::span<const score> row_at(const state& at) {
    return graph_.nodes[at.node].n_residues == 0 ? pass_.row(at.node) : rows_of(at.node).row(at.row);
  }

  // S, F, L and T of a row. With linear gaps F is not stored, and never asked for but by way of S.
  [[nodiscard]] cells cells_of(std::span<const score> row, std::size_t column) const {
    cells at;
    if (column < layout_.n_columns) at.S = row[column];
    if (column < layout_.n_columns && layout_.has_vertical) at.F = row[layout_.vertical_at(column)];
    if (layout_.has_ends) at.L = row[layout_.lead_at()], at.T = row[layout_.trail_at()];
    return at;
  }

  // E(column) from S(0..column) of the same row.
  [[nodiscard]] score horizontal(std::span<const score> row, std::size_t column) const {
    score e = unreachable;
    for (std::size_t j = 1; j <= column && j < layout_.n_columns; ++j)
      e = std::max(e, row[j - 1] - open()) - extend();
    return e;
  }

  [[nodiscard]] score value(const state& at) {
    const auto row = row_at(at);
    return at.in == plane::horizontal ? horizontal(row, column_) : cells_of(row, column_).of(at.in);
  }

  // ---- moves from one row to the one above it, `weight` on the way ----

  // Which planes of the row above, at the column that the move leads to, may have given `at` its value; the move is
  // M, D or U. `above` are the cells there.
  [[nodiscard]] std::vector<plane> planes_above(edit op, plane in, score value, const cells& here,
                                                const cells& above, score substitution, score weight) const {
    std::vector<plane> from;
    const auto add_if = [&](bool holds, plane which) {
      if (holds) from.push_back(which);
    };
    if (op == edit::match) {
      add_if(in == plane::best && above.S + substitution + weight == value, plane::best);
    } else if (op == edit::deletion && !layout_.has_vertical) {
      add_if(in == plane::best && above.S - extend() + weight == value, plane::best);
    } else if (op == edit::deletion) {
      const bool is_gap = in == plane::vertical || (in == plane::best && here.F == value);
      add_if(is_gap && above.S - open() - extend() + weight == value, plane::best);
      add_if(is_gap && above.F - extend() + weight == value, plane::vertical);
    } else if (op == edit::unaligned && layout_.has_ends) {
      const score each = problem_.residue_ends->extend;
      add_if(in == plane::lead && above.L - each + weight == value, plane::lead);
      add_if(in == plane::trail && above.T - each + weight == value, plane::trail);
    }
    return from;
  }

  // All states one residue (and, for M, one column) further back.
  states step_residue(edit op) {
    states next;
    const std::size_t columns = op == edit::match ? 1 : 0;
    if (columns > column_ || (columns == 1 && !is_settled())) return next;
    const std::size_t to = column_ - columns;
    for (const state& at : states_) {
      if (!graph_.is_inside(at.node)) continue;
      const cells here = cells_of(row_at(at), column_);
      const score wanted = value(at);
      const auto look_above = [&](std::span<const score> above, residue_code residue, score weight,
                                  node_id node, std::uint32_t row, std::int64_t begin) {
        const score d = columns == 1 ? profile_.of(residue)[column_ - 1] : 0;
        for (const plane in : planes_above(op, at.in, wanted, here, cells_of(above, to), d, weight))
          next.insert({node, row, in, begin});
      };
      if (at.row > 0) {
        const state above{at.node, at.row - 1, plane::best};
        look_above(row_at(above), graph_.residues_of(at.node)[at.row - 1], 0, at.node, at.row - 1, 0);
      } else {
        for (const edge& input : graph_.inputs(at.node))
          if (input.residue != no_residue)
            look_above(pass_.row(input.source), input.residue, input.weight, input.source,
                       graph_.nodes[input.source].n_residues, begin_behind(input, at.node));
      }
    }
    return next;
  }

  // All states one target symbol further back, in the same row.
  states step_target() {
    states next;
    if (column_ == 0 || !is_settled()) return next;
    for (const state& at : states_) {
      const bool is_closed_here = at.row > 0 || graph_.nodes[at.node].is_closed;
      if (!graph_.is_inside(at.node) || !is_closed_here) continue;
      if (at.in != plane::best && at.in != plane::horizontal) continue;
      const auto row = row_at(at);
      const score wanted = horizontal(row, column_);
      if (at.in == plane::best && row[column_] != wanted) continue;
      if (row[column_ - 1] - open() - extend() == wanted) next.insert({at.node, at.row, plane::best});
      if (column_ > 1 && horizontal(row, column_ - 1) - extend() == wanted)
        next.insert({at.node, at.row, plane::horizontal});
    }
    return next;
  }

  // One edit further, the first of M, D, I, U that any path allows. False when none does.
  bool extend_exon() {
    for (const edit op : {edit::match, edit::deletion, edit::insertion, edit::unaligned}) {
      states next = op == edit::insertion ? step_target() : step_residue(op);
      if (next.empty()) continue;
      states_ = std::move(next);
      column_ -= op == edit::match || op == edit::insertion ? 1 : 0;
      auto& edits = exon_.edits;
      if (edits.empty() || edits.back().op != op) edits.push_back({op, 0});
      ++edits.back().length;
      follow_bare_edges();
      return true;
    }
    return false;
  }

  // Behind the last pair: where the pairs may end in this row, in the largest column.
  bool settle() {
    if (is_settled()) return false;
    states next;
    std::size_t column = 0;
    for (const state& at : states_) {
      if (at.in != plane::trail) continue;
      const auto row = row_at(at);
      const score wanted = row[layout_.trail_at()];
      for (std::size_t j = layout_.n_columns; j-- > column;)
        if (row[j] + problem_.behind(j) - problem_.residue_ends->open == wanted) {
          if (j > column) next.clear(), column = j;
          state settled = at;
          settled.in = plane::best;
          next.insert(settled);
          break;
        }
    }
    if (next.empty()) return false;
    for (aligned_exon& each : found_.exons) each.target_begin = each.target_end = column;
    exon_.target_end = column;
    column_ = column;
    states_ = std::move(next);
    follow_bare_edges();
    return true;
  }

  // ---- along edges that no residue crosses ----

  // Whether a path in plane `in` with `value` behind a bare edge may come from `source`.
  [[nodiscard]] bool comes_from(const edge& input, plane in, score value) {
    if (in == plane::horizontal) return false;  // it starts within its row
    return cells_of(pass_.row(input.source), column_).of(in) + input.weight == value;
  }

  // Before the first codon of a chain; elsewhere the nt that an edge covers are those of a codon.
  [[nodiscard]] std::uint8_t skipped_by(const edge& input) const {
    return relations_[input.source] == source_relation::copy ? input.n_nt : std::uint8_t{0};
  }

  [[nodiscard]] std::int64_t begin_behind(const edge& input, node_id v) const {
    return graph_.is_inside(input.source) ? 0 : graph_.nodes[v].begin - input.n_nt;
  }

  // What may be gone on with without a move: in row 0 of a node to the inputs of bare edges, and from S to L.
  void follow_bare_edges() {
    std::vector<state> open(states_.begin(), states_.end());
    const auto add = [&](const state& found) {
      if (states_.insert(found).second) open.push_back(found);
    };
    while (!open.empty()) {
      const state at = open.back();
      open.pop_back();
      if (!graph_.is_inside(at.node)) continue;
      const score wanted = value(at);
      if (at.in == plane::best && layout_.has_ends &&
          row_at(at)[layout_.lead_at()] + problem_.before(column_) == wanted)
        add({at.node, at.row, plane::lead});
      if (at.row > 0) continue;
      for (const edge& input : graph_.inputs(at.node))
        if (input.residue == no_residue && !graph_.is_frameshift(input) && comes_from(input, at.in, wanted))
          add({input.source, graph_.nodes[input.source].n_residues, at.in, begin_behind(input, at.node),
               skipped_by(input)});
    }
    forget_runs();
  }

  bool cross_frameshift() {
    for (const int n_nt : {1, 2}) {
      states next;
      for (const state& at : states_) {
        if (!graph_.is_inside(at.node) || at.row > 0) continue;
        const score wanted = value(at);
        for (const edge& input : graph_.inputs(at.node))
          if (input.n_nt == n_nt && graph_.is_frameshift(input) && comes_from(input, at.in, wanted))
            next.insert({input.source, graph_.nodes[input.source].n_residues, at.in});
      }
      if (next.empty()) continue;
      const auto end_of = [&](const state& at) { return graph_.nodes[at.node].end; };
      const std::int64_t end = end_of(*std::ranges::max_element(next, {}, end_of));
      std::erase_if(next, [&](const state& at) { return end_of(at) != end; });
      states_ = std::move(next);
      exon_.is_shifted = true;
      finish_exon(end + n_nt);
      begin_exon(end);
      follow_bare_edges();
      return true;
    }
    return false;
  }

  // The exon begins here, as late as any path lets it: where best paths come from, junctions, the source among them.
  std::vector<state> leave_exon() {
    std::optional<std::int64_t> begin;
    for (const state& at : states_)
      if (!graph_.is_inside(at.node)) begin = std::max(begin.value_or(at.begin), at.begin);
    std::vector<state> junctions;
    for (const state& at : states_)
      if (!graph_.is_inside(at.node) && at.begin == *begin) {
        junctions.push_back({at.node, 0, at.in});
        exon_.n_skipped = std::max(exon_.n_skipped, at.n_skipped);
      }
    if (begin)
      finish_exon(*begin);
    else
      states_.clear();
    return junctions;
  }

  // Whether the chain may begin behind one of these junctions: bare edges lead back to the source.
  bool reaches_source(const std::vector<state>& junctions) {
    std::vector<state> open = junctions;
    std::set<state> seen;
    while (!open.empty()) {
      const state at = open.back();
      open.pop_back();
      if (relations_[at.node] == source_relation::copy) return true;
      if (relations_[at.node] == source_relation::none || !seen.insert(at).second) continue;
      const score wanted = cells_of(pass_.row(at.node), column_).of(at.in);
      for (const edge& input : graph_.inputs(at.node))
        if (!graph_.is_inside(input.source) && comes_from(input, at.in, wanted))
          open.push_back({input.source, 0, at.in});
    }
    return false;
  }

  // From junctions to the exon that ends at the largest position among all that best paths reach from there.
  void enter_exon(const std::vector<state>& junctions) {
    const auto earlier = [&](const state& a, const state& b) {
      return std::pair(graph_.nodes[a.node].end, a) < std::pair(graph_.nodes[b.node].end, b);
    };
    std::priority_queue<state, std::vector<state>, decltype(earlier)> open(earlier, junctions);
    std::set<state> seen;
    std::optional<std::int64_t> end;
    states_.clear();
    while (!open.empty() && (!end || graph_.nodes[open.top().node].end >= *end)) {
      const state at = open.top();
      open.pop();
      if (!seen.insert(at).second) continue;
      const score wanted = cells_of(pass_.row(at.node), column_).of(at.in);
      for (const edge& input : graph_.inputs(at.node)) {
        if (!comes_from(input, at.in, wanted)) continue;
        if (!graph_.is_inside(input.source)) {
          if (relations_[input.source] != source_relation::copy) open.push({input.source, 0, at.in});
          continue;
        }
        const node& from = graph_.nodes[input.source];
        const std::int64_t end_here = from.end + input.n_nt;
        if (!end || end_here > *end) states_.clear(), end = end_here;
        if (end_here == *end) states_.insert({input.source, from.n_residues, at.in});
      }
    }
    begin_exon(end.value_or(0));
    follow_bare_edges();
  }

  // ---- the exon being followed ----

  void begin_exon(std::int64_t end) {
    exon_ = {};
    exon_.end = end;
    exon_.target_end = column_;
  }

  void finish_exon(std::int64_t begin) {
    exon_.begin = begin;
    exon_.target_begin = column_;
    std::reverse(exon_.edits.begin(), exon_.edits.end());
    found_.exons.push_back(std::move(exon_));
  }

  run_rows& rows_of(node_id v) {
    const auto found = rows_.find(v);
    if (found != rows_.end()) return found->second;
    std::vector<score> entry(layout_.width());
    entry_row(
        problem_, profile_, v, [&](node_id u) { return pass_.row(u); }, entry);
    return rows_.try_emplace(v, problem_, profile_, v, std::move(entry), memory_ / (states_.size() + 1))
        .first->second;
  }

  void forget_runs() {
    std::erase_if(rows_, [&](const auto& held) {
      return std::none_of(states_.begin(), states_.end(),
                          [&](const state& at) { return at.node == held.first; });
    });
  }

  forward_pass& pass_;
  const problem& problem_;
  const graph_view& graph_;
  row_layout layout_;
  std::vector<source_relation> relations_ = relate_to_source(graph_);
  target_profile profile_;
  std::uint64_t memory_;  // bytes, for rows_
  std::size_t column_ = 0;
  states states_;                     // where the paths that spell the string so far stand
  alignment found_;                   // its exons from the last to the first
  aligned_exon exon_;                 // the exon being followed, its edits from end to begin
  std::map<node_id, run_rows> rows_;  // of the runs in states_
};

}  // namespace

alignment trace_back(forward_pass& pass, std::uint64_t memory) { return tracer(pass, memory).trace(); }

std::uint64_t least_memory_of_runs(const problem& p) {
  std::uint32_t longest = 1;
  for (const node& each : p.graph.nodes) longest = std::max(longest, each.n_residues);
  return run_rows::least_memory(longest, p.layout().width());
}

}  // namespace exonweave::spliced
