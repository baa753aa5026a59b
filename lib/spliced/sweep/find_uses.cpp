#include "spliced/sweep/find_uses.hpp"

#include <algorithm>
#include <vector>

namespace exonweave::spliced {
namespace {

// From the end to the begin.
class use_finder {
 public:
  explicit use_finder(sweep_program& program) : program_(program), is_live_(program.n_slots, false) {}

  void visit(sweep_op& op) {
    switch (op.kind) {
      case sweep_op_kind::steps:
        return visit_steps(op);
      case sweep_op_kind::run:
        op.is_dead = true;
        for (slot_id& slot : program_.runs[op.index].slots) {
          if (!is_live_[slot]) slot = nothing;
          op.is_dead &= slot == nothing;
        }
        return;
      case sweep_op_kind::end:
        op.is_last = reads(op.src);
        return;
      default:
        op.is_dead = !is_live_[op.dst];
        if (op.is_dead) return;
        if (op.is_first) is_live_[op.dst] = false;
        if (op.kind != sweep_op_kind::begin) op.is_last = reads(op.src);
    }
  }

  void tell_live(std::vector<slot_id>& live) const {
    live.clear();
    for (slot_id slot = 1; slot < is_live_.size(); ++slot)
      if (is_live_[slot]) live.push_back(slot);
  }

 private:
  bool reads(slot_id slot) {
    if (slot == nothing || is_live_[slot]) return false;
    is_live_[slot] = true;
    return true;
  }

  void visit_steps(sweep_op& op) {
    const auto all = std::span(program_.steps).subspan(op.index, op.n_steps);
    const auto dead =
        std::ranges::remove_if(all, [&](const sweep_step& each) { return !is_live_[each.dst]; });
    op.n_steps = static_cast<std::uint8_t>(op.n_steps - dead.size());
    op.is_dead = op.n_steps == 0;
    const auto steps = all.first(op.n_steps);
    for (const sweep_step& each : steps) is_live_[each.dst] = false;
    for (sweep_step& each : steps) {
      each.is_last_above = reads(each.above);
      each.is_last_entry = reads(each.entry);
    }
  }

  sweep_program& program_;
  std::vector<bool> is_live_;  // [slots]
};

}  // namespace

void find_uses(sweep_program& program) {
  use_finder finder(program);
  std::vector<std::vector<slot_id>> live(program.windows.size());
  for (std::size_t w = program.windows.size(); w-- > 0;) {
    for (std::uint32_t o = program.windows[w].last_op; o-- > program.windows[w].first_op;)
      finder.visit(program.ops[o]);
    finder.tell_live(live[w]);
  }
  for (std::size_t w = 0; w < live.size(); ++w) {
    program.windows[w].first_live = static_cast<std::uint32_t>(program.live_slots.size());
    program.live_slots.insert(program.live_slots.end(), live[w].begin(), live[w].end());
    program.windows[w].last_live = static_cast<std::uint32_t>(program.live_slots.size());
  }
}

void turn_live_back(const sweep_program& program, const sweep_op& op, std::vector<bool>& is_live) {
  if (op.is_dead || op.kind == sweep_op_kind::run) return;
  if (op.kind == sweep_op_kind::steps) {
    const auto steps = std::span(program.steps).subspan(op.index, op.n_steps);
    for (const sweep_step& each : steps) is_live[each.dst] = false;
    for (const sweep_step& each : steps) {
      if (each.above != nothing) is_live[each.above] = true;
      if (each.entry != nothing) is_live[each.entry] = true;
    }
    return;
  }
  if (op.is_first) is_live[op.dst] = false;
  if (op.src != nothing) is_live[op.src] = true;
}

}  // namespace exonweave::spliced
