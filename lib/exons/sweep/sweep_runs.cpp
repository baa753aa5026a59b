#include "exons/sweep/sweep_runs.hpp"

#include <algorithm>

#include "spliced/sweep/find_uses.hpp"

namespace exonweave {

using spliced::exon_border;
using spliced::op_range;
using spliced::score;
using spliced::slot_id;
using spliced::sweep_window;
using spliced::unreachable;

score best_of(std::span<const score> values) {
  score best = unreachable;
  for (const score value : values) best = std::max(best, value);
  return best;
}

spliced::border_rows* holding(std::unique_ptr<spliced::border_rows>& rows, const spliced::sweep_machine& machine,
                              std::uint32_t first, std::uint32_t last) {
  if (!rows) rows = machine.make_rows();
  rows->hold(first, last);
  return rows.get();
}

sweep_runs::sweep_runs(const track_program& program, spliced::sweep_machines machines, const sweep_storage& how)
    : program_(program),
      reader_(program),
      machines_(std::move(machines)),
      max_borders_(how.max_borders),
      forward_rows_(program.n_windows(), how.stride),
      backward_rows_(program.n_windows(), how.stride) {}

// ---- places in the program ----

std::size_t sweep_runs::reach() const {
  const spliced::sweep_outline& outline = program_.outline();
  const std::int64_t wait = std::max<std::int64_t>(codon_length, outline.longest_wait);
  return static_cast<std::size_t>(wait / outline.window_length) + 2;
}

// From the window's end backwards.
std::vector<slot_id> sweep_runs::live_at(op_place place) {
  std::vector<bool> is_live(program_.outline().n_slots, false);
  for (const slot_id slot : program_.live_before(place.window + 1)) is_live[slot] = true;
  const sweep_window& ops_of = window(place.window);
  for (std::uint32_t o = ops_of.n_ops(); o-- > place.op;) spliced::turn_live_back(ops_of, ops_of.ops[o], is_live);
  std::vector<slot_id> live;
  for (slot_id slot = 1; slot < is_live.size(); ++slot)
    if (is_live[slot]) live.push_back(slot);
  return live;
}

std::uint32_t sweep_runs::first_border_at(op_place place) {
  const sweep_window& ops_of = window(place.window);
  for (std::uint32_t o = place.op; o < ops_of.n_ops(); ++o)
    if (ops_of.ops[o].border != exon_border::none) return ops_of.ops[o].number;
  return ops_of.last_border;
}

std::uint32_t sweep_runs::first_of_piece(std::size_t w, op_range ops) {
  const sweep_window& ops_of = window(w);
  std::uint64_t n = 0;
  for (std::uint32_t o = ops.last; o-- > ops.first;)
    if (ops_of.ops[o].border != exon_border::none && ++n > max_borders_) return o + 1;
  return ops.first;
}

// ---- runs ----

void sweep_runs::count(std::size_t w, op_range ops) {
  const sweep_window& ops_of = window(w);
  const bool is_whole = ops.first == 0 && ops.last == ops_of.n_ops();
  n_rows_ += (is_whole ? ops_of.counts : ops_of.count(ops.first, ops.last)).computed();
}

score sweep_runs::run_forward(std::size_t w, op_range ops, spliced::border_rows* keep) {
  const sweep_window& ops_of = window(w);
  ends_.assign(ops_of.n_borders(), unreachable);
  machines_.forward->run(ops_of, ops, ends_, keep);
  count(w, ops);
  return best_of(ends_);
}

score sweep_runs::run_backward(spliced::backward_machine& machine, std::size_t w, op_range ops,
                               spliced::backward_machine::options how) {
  const sweep_window& ops_of = window(w);
  begins_.assign(ops_of.n_borders(), unreachable);
  how.begins = begins_;
  machine.run(ops_of, ops, how);
  count(w, ops);
  return best_of(begins_);
}

// ---- rows between windows ----

void sweep_runs::load_forward(std::size_t w) {
  const auto live = program_.live_before(w);
  const std::size_t stride = forward_rows_.stride(), first = w / stride * stride;
  if (live.empty()) return;
  if (w == first || !forward_rows_.far(w).is_empty()) return forward_rows_.far(w).load(*machines_.forward, live);
  std::size_t known = forward_rows_.near_to(first);
  if (known < w) {
    (known == first ? forward_rows_.far(known) : forward_rows_.near(known))
        .load(*machines_.forward, program_.live_before(known));
    for (; known < w; ++known) {
      run_forward(known, all_of(known));
      forward_rows_.near(known + 1).save(*machines_.forward, program_.live_before(known + 1),
                                         program_.outline().max_live);
    }
    forward_rows_.set_near_to(w);
  }
  forward_rows_.near(w).load(*machines_.forward, live);
}

void sweep_runs::load_backward(std::size_t w) {
  spliced::backward_machine& machine = *machines_.backward;
  machine.clear();
  const std::size_t stride = backward_rows_.stride(), place = w + 1;
  const auto live = program_.live_before(place);
  const std::size_t last = std::min((place + stride - 1) / stride * stride, n_windows());
  if (live.empty()) return;
  if (place == last || !backward_rows_.far(place).is_empty()) return backward_rows_.far(place).load(machine, live);
  std::size_t known = backward_rows_.near_to(last);
  if (known > place) {
    (known == last ? backward_rows_.far(known) : backward_rows_.near(known)).load(machine, program_.live_before(known));
    for (; known > place; --known) {
      run_backward(machine, known - 1, all_of(known - 1));
      backward_rows_.near(known - 1).save(machine, program_.live_before(known - 1), program_.outline().max_live);
    }
    backward_rows_.set_near_to(place);
    machine.clear();
  }
  backward_rows_.near(place).load(machine, live);
}

}  // namespace exonweave
