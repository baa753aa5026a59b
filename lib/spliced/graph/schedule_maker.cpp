#include "spliced/graph/schedule_maker.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

namespace {

constexpr std::uint64_t max_served_early = 16;  // readers of a junction whose slot is taken over
constexpr score lowest_kept_offset = -1024;     // below, a row is written anew: it would cost range in narrow lanes
constexpr std::size_t tasks_between_checks = 1024;

}  // namespace

schedule_maker::schedule_maker(const graph_view& graph, const std::optional<gap_costs>& residue_ends,
                               const schedule_options& options, std::uint64_t max_bytes)
    : graph_(graph),
      residue_ends_(residue_ends),
      options_(options),
      max_bytes_(max_bytes),
      places_(graph.size()),
      is_served_(graph.edges.size(), false),
      tasks_(order_rows(graph, options.in_steps)),
      is_added_(tasks_.size(), false) {}

row_schedule schedule_maker::make() {
  make_room();
  study_nodes();
  list_readers();
  for (std::size_t t = 0; t < tasks_.size(); ++t) {
    if (!is_added_[t]) add_task(t);
    if (count_block_rows() >= rows_of_a_block()) end_block();
    if (t % tasks_between_checks == 0) check_size(t + 1);
  }
  const place& sink = places_[graph_.sink()];
  made_.sink = sink.slot;
  made_.sink_offset = sink.offset;
  end_block();
  made_.n_slots = slots_.size();
  check_size(tasks_.size());
  return std::move(made_);
}

// ---- beforehand ----

// About as much as there will be, so that little moves.
void schedule_maker::make_room() {
  const std::size_t n_rows = graph_.residues.size(), n_nodes = graph_.size();
  if (options_.in_steps) made_.steps.reserve(n_rows + n_nodes);
  made_.ops.reserve(n_nodes + graph_.edges.size() + (options_.in_steps ? n_rows : 0));
  made_.live_rows.reserve(n_nodes);
}

// The first part of it is there from the start, for all nodes; the rest grows with the tasks.
void schedule_maker::check_size(std::size_t n_done) const {
  const std::uint64_t bytes = made_.bytes();
  if (bytes <= max_bytes_) return;
  const std::uint64_t of_nodes = std::min(bytes, min_bytes_of_schedule(graph_));
  const double whole = static_cast<double>(tasks_.size()) / static_cast<double>(n_done);
  throw schedule_too_large(of_nodes + static_cast<std::uint64_t>(static_cast<double>(bytes - of_nodes) * whole));
}

// Tasks are sorted first, then nodes and edges are studied.
std::uint64_t schedule_maker::working_bytes(const graph_view& graph, const schedule_options& options) {
  const std::uint64_t n_nodes = graph.size(), n_edges = graph.edges.size();
  const std::uint64_t n_tasks = options.in_steps ? n_nodes + count_rows(graph) : n_nodes;
  const std::uint64_t of_tasks = n_tasks * (sizeof(row_task) + sizeof(std::uint8_t));
  const std::uint64_t always = n_nodes * sizeof(place) + n_edges * sizeof(std::uint8_t) + of_tasks;
  const std::uint64_t to_sort = options.in_steps ? bytes_of_ordering(graph, n_tasks) : 0;
  const std::uint64_t to_study = n_nodes * 2 * sizeof(std::uint32_t) + n_edges * sizeof(reader);
  return always + std::max(to_sort, to_study);
}

// Each node and its inputs once: rows are numbered, readers counted, and what follows from the inputs is found: whether
// a node is reached, L of its entry row, and the largest sum of weights.
void schedule_maker::study_nodes() {
  const std::size_t size = graph_.size();
  made_.first_row.resize(size);
  made_.is_reached.assign(size, false);
  made_.is_reached[graph_view::source()] = true;
  first_reader_.assign(size + 1, 0);
  large_vector<score> gains(size, 0);  // the largest sum of weights that ends at a node
  if (residue_ends_) made_.leads.assign(size, unreachable);
  if (residue_ends_) made_.leads[graph_view::source()] = -residue_ends_->open;
  std::uint64_t rows = 0;
  for (node_id v = 0; v < size; ++v) {
    const node& vertex = graph_.nodes[v];
    for (const residue_code code : graph_.residues_of(v)) made_.residue_codes |= std::uint32_t{1} << code;
    made_.first_row[v] = static_cast<row_id>(rows);
    rows += 1 + std::uint64_t{vertex.n_residues};
    for (const edge& input : graph_.inputs(v)) {
      ++first_reader_[input.source + std::size_t{1}];
      made_.all_weights += std::abs(std::int64_t{input.weight});
      if (input.in_gap != 0) note_in_gap(input.residue, input.in_gap);
      if (!made_.is_reached[input.source]) continue;
      made_.is_reached[v] = true;
      gains[v] = std::max(gains[v], gains[input.source] + input.weight + input.in_gap);
      if (!residue_ends_) continue;
      const score cost = input.residue == no_residue ? 0 : residue_ends_->extend;
      const score after = lead(input.source, graph_.nodes[input.source].n_residues);
      made_.leads[v] = std::max(made_.leads[v], after + input.weight + input.in_gap - cost);
    }
    if (graph_.has_gap_weights()) gains[v] = gain_along(v, gains[v]);
    made_.heaviest = std::max(made_.heaviest, gains[v]);
  }
  if (rows > std::numeric_limits<row_id>::max()) throw std::length_error("too many rows");
  made_.n_rows = static_cast<std::uint32_t>(rows);
}

void schedule_maker::list_readers() {
  for (std::size_t v = 0; v < graph_.size(); ++v) first_reader_[v + 1] += first_reader_[v];
  readers_.resize(graph_.edges.size());
  large_vector<std::uint32_t> next(first_reader_.begin(), first_reader_.end() - 1);
  std::uint32_t e = 0;
  for (node_id v = 0; v < graph_.size(); ++v)
    for (const edge& input : graph_.inputs(v)) readers_[next[input.source]++] = {e++, v};
}

score schedule_maker::lead(node_id v, std::uint32_t row) const {
  if (!residue_ends_) return unreachable;
  return made_.leads[v] - static_cast<score>(row) * residue_ends_->extend +
         graph_.weight_in_gap(graph_.nodes[v].first_residue, row);
}

// The largest sum that ends with the last residue of a run, where `gain` ends before the first.
score schedule_maker::gain_along(node_id v, score gain) {
  const auto residues = graph_.residues_of(v);
  for (std::uint32_t i = 1; i <= residues.size(); ++i) {
    const score in_gap = graph_.weight_of_row(v, i);
    note_in_gap(residues[i - 1], in_gap);
    made_.heaviest = std::max(made_.heaviest, gain);
    gain = std::max(0, gain + in_gap);
  }
  return gain;
}

void schedule_maker::note_in_gap(residue_code residue, score weight) {
  made_.all_weights += std::abs(std::int64_t{weight});
  if (residue >= made_.min_in_gap.size()) made_.min_in_gap.resize(residue + std::size_t{1}, 0);
  made_.min_in_gap[residue] = std::min(made_.min_in_gap[residue], weight);
}

// ---- one task after the other ----

bool schedule_maker::is_step(const row_task& task) const {
  if (task.row > 0) return true;
  return graph_.nodes[task.node].is_closed && graph_.nodes[task.node].n_residues == 0;
}

bool schedule_maker::is_ready(const row_task& task) const {
  if (task.row > 1) return places_[task.node].n_rows == task.row;
  const std::uint64_t first = graph_.nodes[task.node].first_input;
  const std::uint64_t last = first + graph_.inputs(task.node).size();
  for (std::uint64_t e = first; e < last; ++e)
    if (!is_served_[e] && !places_[graph_.edges[e].source].is_done) return false;
  return true;
}

void schedule_maker::add_task(std::size_t t) {
  const row_task task = tasks_[t];
  if (task.node == graph_view::source()) {
    place& source = places_[task.node];
    const auto n_readers = static_cast<std::uint32_t>(first_reader_[1]);
    source = {.slot = slots_.take(std::max(n_readers, std::uint32_t{1})), .is_done = true};
    made_.ops.push_back({.kind = row_op_kind::begin, .is_first = true, .dst = source.slot, .weight = 0});
    add_live_row(source.slot, 0, 0);
    is_added_[t] = true;
  } else if (is_step(task) && made_.is_reached[task.node]) {
    add_steps(t);
  } else if (graph_.nodes[task.node].n_residues > 0 && made_.is_reached[task.node]) {
    add_runs(t);
  } else {
    add_row_free_node(task.node);
    is_added_[t] = true;
  }
}

void schedule_maker::add_row_free_node(node_id v) {
  if (made_.is_reached[v]) {
    gather_entry(v, false);
    add_live_row(places_[v].slot, made_.first_row[v], places_[v].offset);
    drop_unread(v);
  }
  places_[v].is_done = true;
}

// Of a node's last row; one where nobody reads it, so that its slot is not free before it is dropped.
std::uint32_t schedule_maker::count_readers_of(node_id v) const {
  return std::max(std::uint32_t{1}, static_cast<std::uint32_t>(first_reader_[v + std::size_t{1}] - first_reader_[v]));
}

void schedule_maker::drop_unread(node_id v) {
  if (first_reader_[v] == first_reader_[v + std::size_t{1}] && v != graph_.sink()) slots_.release(places_[v].slot);
}

// ---- entry rows ----

// The entry row of a node that is not closed, into a slot of its own, another's, or that of an input.
void schedule_maker::gather_entry(node_id v, bool wants_offset_zero) {
  place& position = places_[v];
  position.n_rows = 1;
  const std::uint64_t first = graph_.nodes[v].first_input;
  open_edges_.clear();
  for (auto e = static_cast<std::uint32_t>(first); e < first + graph_.inputs(v).size(); ++e)
    if (!is_served_[e] && places_[graph_.edges[e].source].slot != nothing) open_edges_.push_back(e);
  if (is_alias(v, wants_offset_zero)) return take_over(v, open_edges_[0]);
  const bool has_entry = position.entry != nothing;
  if (const auto successor = edge_to_take_over(v, wants_offset_zero)) {
    serve_other_readers(graph_.edges[*successor].source, v);
    take_over(v, *successor);
    std::erase(open_edges_, *successor);
    if (has_entry) merge_slot(position.entry, position.slot, -position.offset, false), slots_.release(position.entry);
  } else if (has_entry) {
    position.slot = position.entry;
    slots_.add_readers(position.slot, count_readers_of_entry(v) - 1);
  } else {
    position.slot = slots_.take(count_readers_of_entry(v));
    let_in(open_edges_.front(), position.slot, 0, true);
    open_edges_.erase(open_edges_.begin());
  }
  position.entry = nothing;
  for (const std::uint32_t e : open_edges_) let_in(e, position.slot, position.offset, false);
}

std::uint32_t schedule_maker::count_readers_of_entry(node_id v) const {
  return graph_.nodes[v].n_residues > 0 ? 1 : count_readers_of(v);
}

// Whether the entry row is that of its only input, but for an offset.
bool schedule_maker::is_alias(node_id v, bool wants_offset_zero) const {
  if (open_edges_.size() != 1 || places_[v].entry != nothing) return false;
  const edge& only = graph_.edges[open_edges_[0]];
  return only.residue == no_residue && may_offset(only, wants_offset_zero);
}

bool schedule_maker::may_offset(const edge& input, bool wants_offset_zero) const {
  const score offset = places_[input.source].offset + input.weight;
  return offset == 0 || (!wants_offset_zero && offset >= lowest_kept_offset);
}

// A bare input whose slot nobody but this node will read, or a junction before a junction.
std::optional<std::uint32_t> schedule_maker::edge_to_take_over(node_id v, bool wants_offset_zero) const {
  for (const std::uint32_t e : open_edges_) {
    const edge& input = graph_.edges[e];
    if (input.residue != no_residue || !may_offset(input, wants_offset_zero)) continue;
    const std::uint32_t n_readers = slots_.readers(places_[input.source].slot);
    if (n_readers == 1) return e;
    if (graph_.is_inside(v) || graph_.is_inside(input.source)) continue;
    if (may_be_served_early(input.source, v)) return e;
  }
  return std::nullopt;
}

// Whether all other readers of a junction can be let in before its successor takes over the slot: they are few, no
// other row lies in the slot, and the successor itself reads it but once.
bool schedule_maker::may_be_served_early(node_id junction, node_id successor) const {
  if (slots_.readers(places_[junction].slot) > max_served_early) return false;
  std::uint64_t n_unserved = 0, n_of_successor = 0;
  for (std::uint64_t r = first_reader_[junction]; r < first_reader_[junction + std::size_t{1}]; ++r) {
    n_unserved += is_served_[readers_[r].edge] ? 0 : 1;
    n_of_successor += readers_[r].node == successor ? 1 : 0;
  }
  return n_unserved == slots_.readers(places_[junction].slot) && n_of_successor == 1;
}

// The slot of an input is this node's too.
void schedule_maker::take_over(node_id v, std::uint32_t e) {
  const edge& input = graph_.edges[e];
  place& position = places_[v];
  position.slot = places_[input.source].slot;
  position.offset = places_[input.source].offset + input.weight;
  made_.lowest_offset = std::min(made_.lowest_offset, position.offset);
  slots_.add_readers(position.slot, count_readers_of_entry(v));
  release_edge(e);
}

void schedule_maker::serve_other_readers(node_id node, node_id successor) {
  for (std::uint64_t r = first_reader_[node]; r < first_reader_[node + std::size_t{1}]; ++r)
    if (readers_[r].node != successor && !is_served_[readers_[r].edge])
      let_into_entry(readers_[r].edge, readers_[r].node);
}

void schedule_maker::let_into_entry(std::uint32_t e, node_id v) {
  place& position = places_[v];
  const bool is_first = position.entry == nothing;
  if (is_first) position.entry = slots_.take(1);
  let_in(e, position.entry, 0, is_first);
}

void schedule_maker::let_in(std::uint32_t e, slot_id dst, score dst_offset, bool is_first) {
  const edge& input = graph_.edges[e];
  const place& source = places_[input.source];
  const score weight = input.weight + source.offset - dst_offset;
  if (input.residue == no_residue) {
    merge_slot(source.slot, dst, weight, is_first);
  } else {
    made_.ops.push_back({.kind = row_op_kind::residue,
                         .is_first = is_first,
                         .residue = input.residue,
                         .in_gap = input.in_gap,
                         .dst = dst,
                         .src = source.slot,
                         .weight = weight});
    made_.largest_weight = std::max(made_.largest_weight, std::abs(std::int64_t{weight}));
    ++made_.counts.residue_merges;
    ++block_.n_computed;
  }
  release_edge(e);
}

void schedule_maker::merge_slot(slot_id src, slot_id dst, score weight, bool is_first) {
  made_.largest_weight = std::max(made_.largest_weight, std::abs(std::int64_t{weight}));
  made_.ops.push_back({.kind = row_op_kind::merge, .is_first = is_first, .dst = dst, .src = src, .weight = weight});
  ++made_.counts.merges;
}

void schedule_maker::release_edge(std::uint32_t e) {
  is_served_[e] = true;
  slots_.release(places_[graph_.edges[e].source].slot);
}

// ---- blocks ----

void schedule_maker::add_live_row(slot_id slot, row_id row, score offset) {
  made_.live_rows.push_back({static_cast<std::uint32_t>(made_.ops.size()), slot, row, offset});
  widen_block(row, row);
}

void schedule_maker::widen_block(row_id first, row_id last) {
  block_.lowest_row = std::min(block_.lowest_row, first);
  block_.highest_row = std::max(block_.highest_row, last);
}

std::uint64_t schedule_maker::rows_of_a_block() const {
  constexpr std::uint64_t many = 4;  // times as many live rows as a block has
  return slots_.n_taken() > many * options_.block_rows ? slots_.n_taken() : options_.block_rows;
}

// schedule_block::n_rows(), so far.
std::uint64_t schedule_maker::count_block_rows() const {
  return made_.live_rows.size() - block_.first_live_row + made_.steps.size() - block_.first_step + block_.n_run_rows;
}

void schedule_maker::end_block() {
  block_.last_op = static_cast<std::uint32_t>(made_.ops.size());
  block_.last_live_row = static_cast<std::uint32_t>(made_.live_rows.size());
  block_.last_step = static_cast<std::uint32_t>(made_.steps.size());
  block_.last_run = static_cast<std::uint32_t>(made_.runs.size());
  if (block_.last_op == block_.first_op && block_.last_live_row == block_.first_live_row && !made_.blocks.empty())
    return;
  block_.last_live = static_cast<std::uint32_t>(made_.live_slots.size());
  made_.blocks.push_back(block_);
  const row_id before = made_.highest_so_far.empty() ? 0 : made_.highest_so_far.back();
  made_.highest_so_far.push_back(std::max(before, block_.highest_row));
  made_.counts.max_block_rows = std::max(made_.counts.max_block_rows, std::uint64_t{block_.n_rows()});
  schedule_block next;
  next.first_op = block_.last_op;
  next.first_live_row = block_.last_live_row;
  next.first_step = block_.last_step;
  next.first_run = block_.last_run;
  next.first_live = block_.last_live;
  slots_.append_live(made_.live_slots);
  const std::uint64_t live = made_.live_slots.size() - next.first_live;
  made_.counts.max_live_rows = std::max(made_.counts.max_live_rows, live);
  block_ = next;
}

namespace {

// Where rows lie. A node that states a place before its inputs' is moved after them, so that the order by place is an
// order of dependence too.
class row_places {
 public:
  explicit row_places(const graph_view& graph) : graph_(graph), earliest_(graph.size()) {
    large_vector<std::int64_t> last(graph.size());  // [nodes] of the last row
    for (node_id v = 0; v < graph.size(); ++v) {
      std::int64_t after = std::numeric_limits<std::int64_t>::min();
      for (const edge& input : graph.inputs(v)) after = std::max(after, last[input.source]);
      earliest_[v] = after;
      last[v] = std::max(graph.nodes[v].end, after);
      for_each(v, [&](const row_task&, std::int64_t place) {
        lowest_ = std::min(lowest_, place);
        highest_ = std::max(highest_, place);
        ++n_tasks_;
      });
    }
  }

  /// The tasks of a node: visit(task, place).
  template <class Visit>
  void for_each(node_id v, const Visit& visit) const {
    const node& vertex = graph_.nodes[v];
    if (vertex.n_residues == 0) return visit(row_task{v, 0}, std::max(vertex.end, earliest_[v]));
    const std::int64_t length = vertex.nt_per_residue;
    std::int64_t place = vertex.begin() + length;
    for (std::uint32_t row = 1; row <= vertex.n_residues; ++row, place += length)
      visit(row_task{v, row}, std::max(place, earliest_[v]));
  }

  [[nodiscard]] std::size_t n_tasks() const { return n_tasks_; }
  [[nodiscard]] std::int64_t lowest() const { return lowest_; }
  [[nodiscard]] std::uint64_t span() const { return static_cast<std::uint64_t>(highest_ - lowest_); }

 private:
  const graph_view& graph_;
  large_vector<std::int64_t> earliest_;  // [nodes] no row of the node lies before
  std::int64_t lowest_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest_ = std::numeric_limits<std::int64_t>::min();
  std::size_t n_tasks_ = 0;
};

large_vector<row_task> nodes_as_tasks(const graph_view& graph) {
  large_vector<row_task> tasks(graph.size());
  for (node_id v = 0; v < graph.size(); ++v) tasks[v] = {v, 0};
  return tasks;
}

// A counting sort: along a genome places are dense.
large_vector<row_task> sort_by_counting(const graph_view& graph, const row_places& places) {
  large_vector<std::uint32_t> next(places.span() + 2, 0);
  const auto index = [&](std::int64_t place) { return static_cast<std::size_t>(place - places.lowest()); };
  for (node_id v = 0; v < graph.size(); ++v)
    places.for_each(v, [&](const row_task&, std::int64_t place) { ++next[index(place) + 1]; });
  std::partial_sum(next.begin(), next.end(), next.begin());
  large_vector<row_task> sorted(places.n_tasks());
  for (node_id v = 0; v < graph.size(); ++v)
    places.for_each(v, [&](const row_task& task, std::int64_t place) { sorted[next[index(place)]++] = task; });
  return sorted;
}

large_vector<row_task> sort_by_comparing(const graph_view& graph, const row_places& places) {
  std::vector<std::pair<std::int64_t, row_task>> placed;
  for (node_id v = 0; v < graph.size(); ++v)
    places.for_each(v, [&](const row_task& task, std::int64_t place) { placed.emplace_back(place, task); });
  std::ranges::stable_sort(placed, {}, &std::pair<std::int64_t, row_task>::first);
  large_vector<row_task> sorted(placed.size());
  std::ranges::transform(placed, sorted.begin(), &std::pair<std::int64_t, row_task>::second);
  return sorted;
}

// Places are counted where they are about as many as tasks, else compared.
constexpr std::uint64_t max_places_per_task = 4, few_places = 1024;

bool are_dense(std::uint64_t span, std::uint64_t n_tasks) { return span <= max_places_per_task * n_tasks + few_places; }

}  // namespace

std::uint64_t bytes_of_ordering(const graph_view& graph, std::uint64_t n_tasks) {
  constexpr std::uint64_t of_compared = 3 * sizeof(std::pair<std::int64_t, row_task>);  // grown, and sorted
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max(), highest = -lowest;
  for (const node& each : graph.nodes) {
    lowest = std::min(lowest, each.begin());
    highest = std::max(highest, each.end);
  }
  const auto span = static_cast<std::uint64_t>(std::max<std::int64_t>(0, highest - lowest));
  const std::uint64_t to_sort = are_dense(span, n_tasks) ? span * sizeof(std::uint32_t) : n_tasks * of_compared;
  return graph.size() * sizeof(std::int64_t) + std::max(graph.size() * sizeof(std::int64_t), to_sort);
}

large_vector<row_task> order_rows(const graph_view& graph, bool in_steps) {
  if (!in_steps) return nodes_as_tasks(graph);
  const row_places places(graph);
  return are_dense(places.span(), places.n_tasks()) ? sort_by_counting(graph, places)
                                                    : sort_by_comparing(graph, places);
}

// Rows as steps: those that do not read each other put together.

namespace {

constexpr std::size_t step_window = 24;  // tasks

}  // namespace

void schedule_maker::add_steps(std::size_t t) {
  std::array<std::size_t, max_steps> chosen{};
  std::array<schedule_step, max_steps> steps{};
  std::size_t n = 0;
  const std::size_t end = std::min(t + step_window, tasks_.size());
  const std::size_t most = std::min<std::size_t>(options_.steps_at_once, max_steps);
  for (std::size_t next = t; next < end && n < most; ++next) {
    const row_task& task = tasks_[next];
    if (is_added_[next] || !is_step(task) || !made_.is_reached[task.node]) continue;
    const bool is_chosen =
        std::any_of(chosen.begin(), chosen.begin() + n, [&](std::size_t c) { return tasks_[c].node == task.node; });
    if (next != t && (is_chosen || !is_ready(task))) continue;
    steps[n] = prepare_step(task);
    chosen[n++] = next;
  }
  add_step_op(std::span(steps).first(n));
  for (std::size_t c = 0; c < n; ++c) {
    finish_step(tasks_[chosen[c]], steps[c]);
    is_added_[chosen[c]] = true;
  }
}

void schedule_maker::add_step_op(std::span<const schedule_step> steps) {
  made_.ops.push_back({.kind = row_op_kind::steps,
                       .n_steps = static_cast<std::uint8_t>(steps.size()),
                       .index = static_cast<std::uint32_t>(made_.steps.size())});
  made_.steps.insert(made_.steps.end(), steps.begin(), steps.end());
}

// The entry row of a run that residues on edges lead to is closed: a step alone.
void schedule_maker::add_closed_entry(node_id run) {
  const schedule_step entry = prepare_closed_node(run);
  add_step_op(std::span(&entry, 1));
  finish_step({run, 0}, entry);
}

// Ops for all that the step reads; the step itself is not added yet.
schedule_step schedule_maker::prepare_step(const row_task& task) {
  const node& vertex = graph_.nodes[task.node];
  place& position = places_[task.node];
  if (task.row == 0) return prepare_closed_node(task.node);
  if (task.row == 1) vertex.is_closed ? add_closed_entry(task.node) : gather_entry(task.node, true);
  return {{.dst = slots_.take(task.row == vertex.n_residues ? count_readers_of(task.node) : 1),
           .above = position.slot,
           .residue = graph_.residues[vertex.first_residue + task.row - 1],
           .in_gap = static_cast<gap_weight>(graph_.weight_of_row(task.node, task.row))},
          lead(task.node, task.row),
          made_.first_row[task.node] + task.row};
}

// A node that residues on edges lead to: the row of one of them is computed in the step, the others are let in before.
schedule_step schedule_maker::prepare_closed_node(node_id v) {
  schedule_step step{{.dst = nothing}, lead(v, 0), made_.first_row[v]};
  const std::uint64_t first = graph_.nodes[v].first_input;
  for (auto e = static_cast<std::uint32_t>(first); e < first + graph_.inputs(v).size(); ++e) {
    const edge& input = graph_.edges[e];
    const place& source = places_[input.source];
    if (is_served_[e] || source.slot == nothing) continue;
    if (step.above == nothing && input.residue != no_residue && source.offset == 0 && input.weight == 0) {
      step.above = source.slot;
      step.residue = input.residue;
      step.in_gap = input.in_gap;
      is_served_[e] = true;  // released when the step is done
      continue;
    }
    let_into_entry(e, v);
  }
  step.entry = places_[v].entry;
  step.dst = slots_.take(graph_.nodes[v].n_residues > 0 ? 1 : count_readers_of(v));
  return step;
}

void schedule_maker::finish_step(const row_task& task, const schedule_step& step) {
  const node& vertex = graph_.nodes[task.node];
  place& position = places_[task.node];
  slots_.release(step.above);
  if (step.entry != nothing) slots_.release(step.entry), position.entry = nothing;
  position.slot = step.dst;
  position.offset = 0;
  position.n_rows = task.row + 1;
  position.is_done = task.row == vertex.n_residues;
  ++block_.n_computed;
  ++made_.counts.rows;
  widen_block(step.row, step.row);
  if (position.is_done) drop_unread(task.node);
}

// Runs as a whole: those that do not read each other put together, so that an engine may compute them side by side.

namespace {

constexpr std::size_t run_window = 64;  // tasks
constexpr std::size_t max_runs = 8;     // put together

}  // namespace

void schedule_maker::add_runs(std::size_t t) {
  const std::vector<node_id> chosen = choose_runs(t);
  std::uint32_t max_rows = 0;
  std::uint64_t n_rows = block_.n_computed;
  for (const node_id v : chosen) n_rows += graph_.nodes[v].n_residues;
  if (n_rows > options_.block_rows && block_.n_computed > 0) end_block();
  for (const node_id v : chosen) {
    graph_.nodes[v].is_closed ? add_closed_entry(v) : gather_entry(v, true);
    max_rows = std::max(max_rows, graph_.nodes[v].n_residues);
  }
  for (std::uint32_t row = 0; row < max_rows; row += options_.block_rows) {
    if (row > 0 && block_.n_computed >= options_.block_rows) end_block();
    add_pieces(chosen, row);
  }
  for (const node_id v : chosen) drop_unread(v);
}

// The run of a task and those after it that can be computed now, a block of rows at most.
std::vector<node_id> schedule_maker::choose_runs(std::size_t t) {
  std::vector<node_id> chosen;
  std::uint64_t n_rows = 0;
  const std::size_t end = std::min(t + run_window, tasks_.size());
  for (std::size_t next = t; next < end && chosen.size() < max_runs; ++next) {
    const node_id v = tasks_[next].node;
    const std::uint32_t n_residues = std::min(graph_.nodes[v].n_residues, options_.block_rows);
    if (is_added_[next] || n_residues == 0 || !made_.is_reached[v]) continue;
    const bool fits = n_rows + n_residues <= options_.block_rows;
    if (next != t && (!fits || !is_ready(tasks_[next]))) continue;
    chosen.push_back(v);
    n_rows += n_residues;
    is_added_[next] = true;
  }
  return chosen;
}

// A piece of each run that has rows from `row` on: blocks need not be as long as the longest run. No piece is written
// to where another one reads.
void schedule_maker::add_pieces(const std::vector<node_id>& nodes, std::uint32_t row) {
  std::vector<slot_id> read;
  for (const node_id v : nodes) {
    const node& run = graph_.nodes[v];
    if (row >= run.n_residues) continue;
    const std::uint32_t n = std::min(options_.block_rows, run.n_residues - row);
    place& position = places_[v];
    position.is_done = row + n == run.n_residues;
    const slot_id dst = slots_.take(position.is_done ? count_readers_of(v) : 1);
    made_.ops.push_back({.kind = row_op_kind::run,
                         .dst = dst,
                         .src = position.slot,
                         .index = static_cast<std::uint32_t>(made_.runs.size())});
    const row_id first = made_.first_row[v] + row + 1;
    made_.runs.push_back({run.first_residue + row, n, lead(v, row + 1), first});
    count_piece(first, n);
    read.push_back(position.slot);
    position.slot = dst;
  }
  for (const slot_id slot : read) slots_.release(slot);
}

void schedule_maker::count_piece(row_id first, std::uint32_t n_rows) {
  block_.n_computed += n_rows;
  block_.n_run_rows += n_rows;
  made_.counts.rows += n_rows;
  widen_block(first, first + n_rows - 1);
}

}  // namespace exonweave::spliced
