// Rows as steps: those that do not read each other put together.
#include <algorithm>
#include <array>

#include "spliced/graph/schedule_maker.hpp"

namespace exonweave::spliced {
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

}  // namespace exonweave::spliced
