#include "spliced/sweep/find_uses.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace exonweave::spliced {
namespace {

// From the end to the begin.
class use_finder {
 public:
  use_finder(sweep_window& window, std::span<const slot_id> live_after, std::uint32_t n_slots)
      : window_(window), is_live_(n_slots, 0) {
    is_live_[nothing] = 1;
    for (const slot_id slot : live_after) is_live_[slot] = 1;
  }

  void visit(sweep_op& op) {
    switch (op.kind) {
      case row_op_kind::steps:
        return visit_steps(op);
      case row_op_kind::run:
        return visit_run(op);
      case row_op_kind::end:
        op.is_last = reads(op.src);
        return;
      default:
        op.is_dead = is_live_[op.dst] == 0;
        if (op.is_dead) return;
        if (op.is_first) is_live_[op.dst] = 0;
        if (op.kind == row_op_kind::begin) return;
        op.is_last = reads(op.src);
        ++(op.kind == row_op_kind::merge ? counts_.merges : counts_.residue_rows);
    }
  }

  [[nodiscard]] bool is_live(slot_id slot) const { return is_live_[slot] != 0; }
  /// Of all that was visited.
  [[nodiscard]] const sweep_counts& counts() const { return counts_; }

 private:
  // Slot 0 is always live: nobody is the last to read it.
  bool reads(slot_id slot) {
    const bool is_last = is_live_[slot] == 0;
    is_live_[slot] = 1;
    return is_last;
  }

  void visit_run(sweep_op& op) {
    sweep_run& run = window_.runs[op.index];
    op.is_dead = true;
    for (slot_id& slot : run.slots) {
      if (slot != nothing && is_live_[slot] == 0) slot = nothing;
      op.is_dead &= slot == nothing;
    }
    if (!op.is_dead) counts_.rows += run.n;
  }

  void visit_steps(sweep_op& op) {
    const auto all = std::span(window_.steps).subspan(op.index, op.n_steps);
    const auto dead = std::ranges::remove_if(all, [&](const row_step& each) { return !is_live_[each.dst]; });
    op.n_steps = static_cast<std::uint8_t>(op.n_steps - dead.size());
    op.is_dead = op.n_steps == 0;
    counts_.rows += op.n_steps;
    const auto steps = all.first(op.n_steps);
    for (const row_step& each : steps) is_live_[each.dst] = 0;
    for (row_step& each : steps) {
      each.is_last_above = reads(each.above);
      each.is_last_entry = reads(each.entry);
    }
  }

  sweep_window& window_;
  std::vector<std::uint8_t> is_live_;  // [slots]
  sweep_counts counts_;
};

bool is_copy(const sweep_op& op) {
  return op.kind == row_op_kind::merge && op.weight == 0 && op.border == exon_border::none;
}

}  // namespace

void find_uses(sweep_window& window, std::span<const slot_id> live_after, std::uint32_t n_slots) {
  use_finder finder(window, live_after, n_slots);
  for (std::size_t o = window.ops.size(); o-- > 0;) finder.visit(window.ops[o]);
  window.unread.clear();
  for (const slot_id slot : window.live)
    if (!finder.is_live(slot)) window.unread.push_back(slot);
  window.counts = finder.counts();
}

void turn_live_back(const sweep_window& window, const sweep_op& op, std::vector<bool>& is_live) {
  if (op.is_dead || op.kind == row_op_kind::run) return;
  if (op.kind == row_op_kind::steps) {
    const auto steps = std::span(window.steps).subspan(op.index, op.n_steps);
    for (const row_step& each : steps) is_live[each.dst] = false;
    for (const row_step& each : steps) {
      if (each.above != nothing) is_live[each.above] = true;
      if (each.entry != nothing) is_live[each.entry] = true;
    }
    return;
  }
  if (op.is_first) is_live[op.dst] = false;
  if (op.src != nothing) is_live[op.src] = true;
}

void trace_origins(const sweep_window& window, std::vector<slot_id>& origin, std::vector<slot_id>& of_sources) {
  of_sources.assign(window.ops.size(), nothing);
  for (std::size_t o = 0; o < window.ops.size(); ++o) {
    const sweep_op& op = window.ops[o];
    if (op.is_dead) continue;
    switch (op.kind) {
      case row_op_kind::steps:
        for (const row_step& step : std::span(window.steps).subspan(op.index, op.n_steps)) origin[step.dst] = nothing;
        break;
      case row_op_kind::run:
        for (const slot_id slot : window.runs[op.index].slots) origin[slot] = nothing;
        break;
      default:
        of_sources[o] = origin[op.src];
        if (op.is_first) origin[op.dst] = is_copy(op) ? origin[op.src] : nothing;
    }
  }
}

}  // namespace exonweave::spliced
