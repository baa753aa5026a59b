#include "gpu/schedule/program_maker.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <stdexcept>
#include <utility>

namespace exonweave::gpu {
namespace {

using spliced::nothing;
using spliced::row_op;
using spliced::row_op_kind;
using spliced::row_step;
using spliced::score;
using spliced::slot_id;
using spliced::unreachable;

}  // namespace

device_program make_program(const spliced::graph_view& graph, const spliced::row_schedule& schedule,
                            spliced::gap_costs gaps, const std::optional<spliced::gap_costs>& residue_ends,
                            std::size_t stride) {
  return program_maker(graph, schedule, gaps, residue_ends, stride).make();
}

program_maker::program_maker(const spliced::graph_view& graph, const spliced::row_schedule& schedule,
                             spliced::gap_costs gaps, const std::optional<spliced::gap_costs>& residue_ends,
                             std::size_t stride)
    : graph_(graph),
      schedule_(schedule),
      gaps_(gaps),
      residue_ends_(residue_ends),
      src_dies_(schedule.ops.size(), false),
      steps_(schedule.steps.size()),
      values_(schedule.n_slots) {
  made_.stride = stride;
}

device_program program_maker::make() {
  if (gaps_.extend > most_extend)
    throw std::invalid_argument("a gap costs more than a device's lanes may drift");
  if (residue_ends_) made_.residue_cost = residue_ends_->extend;
  look_ahead();
  number_residues();
  if (made_.stride == 0) find_gains();
  made_.words.reserve(3 * schedule_.ops.size());
  for (std::size_t b = 0; b < schedule_.blocks.size(); ++b) {
    const spliced::schedule_block& block = schedule_.blocks[b];
    if (made_.stride != 0 && b % made_.stride == 0) add_checkpoint(block);
    for (std::size_t at = block.first_op; at < block.last_op; ++at) add_op(at);
  }
  if (schedule_.sink != nothing) {
    settle(schedule_.sink);
    if (values_[schedule_.sink].home == none) store(schedule_.sink);
    made_.sink = home_location(values_[schedule_.sink].home);
    made_.sink_offset = schedule_.sink_offset + values_[schedule_.sink].offset;
  }
  begin(first_word(device_op::end));
  sort_homes();
  return std::move(made_);
}

// ---- beforehand ----

void program_maker::number_residues() {
  constexpr spliced::residue_code any = 0;
  residue_index_.fill(0);
  // A step without a row above reads a residue all the same, the first one.
  if (residue_codes_ == 0 && !schedule_.steps.empty()) made_.residues.push_back(any);
  for (std::uint32_t left = residue_codes_; left != 0; left &= left - 1) {
    const auto code = static_cast<spliced::residue_code>(std::countr_zero(left));
    residue_index_[code] = static_cast<std::uint32_t>(made_.residues.size());
    made_.residues.push_back(code);
  }
  if (made_.residues.size() > words::no_residue) throw std::invalid_argument("too many distinct residues");
}

// What is read later on, if only by a checkpoint, and which residues occur.
void program_maker::look_ahead() {
  std::vector<std::uint8_t> is_live(schedule_.n_slots, false);
  is_live[schedule_.sink] = true;
  for (std::size_t b = schedule_.blocks.size(); b-- > 0;) {
    const spliced::schedule_block& block = schedule_.blocks[b];
    for (std::size_t at = block.last_op; at-- > block.first_op;) look_ahead(at, is_live);
    if (made_.stride != 0 && b % made_.stride == 0)
      for (const slot_id slot : live_before(block)) is_live[slot] = true;
  }
}

void program_maker::look_ahead(std::size_t at, std::vector<std::uint8_t>& is_live) {
  const row_op& op = schedule_.ops[at];
  switch (op.kind) {
    case row_op_kind::run:
      throw std::invalid_argument("a device's schedule is made in steps");
    case row_op_kind::source:
      is_live[op.dst] = false;
      break;
    case row_op_kind::steps:
      look_ahead_of_steps(op, is_live);
      break;
    case row_op_kind::merge_residue:
      residue_codes_ |= 1u << op.residue;
      [[fallthrough]];
    case row_op_kind::merge:
      src_dies_[at] = !is_live[op.src];
      is_live[op.dst] = !op.is_first;
      is_live[op.src] = true;
      break;
  }
}

void program_maker::look_ahead_of_steps(const row_op& op, std::vector<std::uint8_t>& is_live) {
  for (std::size_t s = op.n_steps; s-- > 0;) {
    const slot_id dst = schedule_.steps[op.index + s].dst;
    steps_[op.index + s].is_read = is_live[dst] != 0;
    is_live[dst] = false;
  }
  for (std::size_t s = op.n_steps; s-- > 0;) {
    const row_step& step = schedule_.steps[op.index + s];
    if (step.above != nothing) residue_codes_ |= 1u << step.residue;
    steps_[op.index + s].above_dies = is_live[step.above] == 0;
    is_live[step.above] = true;
    steps_[op.index + s].entry_dies = is_live[step.entry] == 0;
    is_live[step.entry] = true;
  }
}

// From a row to the sink, the heaviest way, each residue on it left out: T of the sink is the largest of
// ( S(i, j) + behind(j) - u + gain(i) ) over all rows i that close.
void program_maker::find_gains() {
  if (!residue_ends_) return;
  gains_.assign(schedule_.n_rows, unreachable);
  spliced::large_vector<score> behind(graph_.size(), unreachable);  // the last row of a node
  behind[graph_.sink()] = 0;
  for (std::size_t v = graph_.size(); v-- > 0;) {
    score gain = behind[v];
    if (!spliced::is_reachable(gain) || !schedule_.is_reached[v]) continue;
    for (std::size_t row = schedule_.first_row[v] + std::size_t{graph_.nodes[v].n_residues};
         row > schedule_.first_row[v]; --row, gain -= residue_ends_->extend)
      gains_[row] = gain;
    gains_[schedule_.first_row[v]] = gain;
    for (const spliced::edge& input : graph_.inputs(static_cast<spliced::node_id>(v))) {
      const score lost = input.residue == spliced::no_residue ? 0 : residue_ends_->extend;
      behind[input.source] = std::max(behind[input.source], gain + input.weight - lost);
    }
  }
}

// ---- op by op ----

// Rows that are pending are let in first, all of them before any is written down: one may be let in to another.
void program_maker::add_checkpoint(const spliced::schedule_block& before) {
  const auto live = live_before(before);
  if (live.size() > words::n_saved::most)
    throw std::invalid_argument("too many rows are live at once for a device");
  for (const slot_id slot : live) settle(slot);
  begin(first_word(device_op::save) | words::n_saved::with(static_cast<std::uint32_t>(live.size())));
  for (const slot_id slot : live) put(entry_word(slot, 0));
}

void program_maker::add_op(std::size_t at) {
  const row_op& op = schedule_.ops[at];
  if (op.kind == row_op_kind::source) return add_source(op);
  if (op.kind == row_op_kind::steps) return add_steps(op);
  add_merge(op, src_dies_[at]);
}

void program_maker::add_source(const row_op& op) {
  values_[op.dst].home = take_home();
  begin(first_word(device_op::source) | words::dst::with(location_of(op.dst)));
  ++n_uses_[location_of(op.dst)];
}

void program_maker::add_merge(const row_op& op, bool src_dies) {
  if (op.is_first)
    forget(op.dst);
  else
    settle_those_that_await(op.dst);
  if (!pass_on(op, src_dies) && !adopt_home(op, src_dies)) {
    settle(op.src);
    const bool has_residue = op.kind == row_op_kind::merge_residue;
    await(op.dst, {op.src, has_residue ? residue_index_[op.residue] : words::no_residue, op.weight});
  }
  if (src_dies) forget(op.src);
}

// A row that was never made: what is pending there is pending here as well. Where others will read it too, only if it is little.
bool program_maker::pass_on(const row_op& op, bool src_dies) {
  value& from = values_[op.src];
  if (from.has_row() || from.pending.empty() || op.kind != row_op_kind::merge) return false;
  if (!src_dies && from.pending.size() > 1) return false;
  for (const pending_row& row : from.pending) await(op.dst, {row.src, row.residue, row.weight + op.weight});
  if (src_dies) from.pending.clear();
  return true;
}

// A row that nobody else will read, and that is where the other one is to be: it stays there, and has another offset.
bool program_maker::adopt_home(const row_op& op, bool src_dies) {
  if (op.kind != row_op_kind::merge || !src_dies || values_[op.src].home == none) return false;
  settle(op.src);
  settle_those_that_await(op.src);  // the other one may be among them
  value& from = values_[op.src];
  value& into = values_[op.dst];
  const score offset = from.offset + op.weight;
  if (from.frame != none || into.has_row() || offset > most_home_offset || offset < -most_home_offset)
    return false;
  into.home = std::exchange(from.home, none);
  into.offset = offset;
  from.offset = 0;
  return true;
}

// ---- steps ----

void program_maker::add_steps(const row_op& op) {
  const auto step_of = [&](std::uint8_t s) -> const row_step& { return schedule_.steps[op.index + s]; };
  for (std::uint8_t s = 0; s < op.n_steps; ++s) {
    if (step_of(s).above != nothing && values_[step_of(s).above].frame != none) settle(step_of(s).above);
    if (step_of(s).above != nothing) settle_those_that_await(step_of(s).above);
    if (step_of(s).entry == nothing) continue;
    settle(step_of(s).entry);
    if (values_[step_of(s).entry].home == none) store(step_of(s).entry);
    drop_frame(step_of(s).entry);
  }
  std::array<std::uint32_t, n_frames> frame_of{};
  claim_frames(op, frame_of);
  for (std::uint8_t s = 0; s < op.n_steps; ++s) {
    const slot_id above = step_of(s).above;
    if (above == nothing || values_[above].frame != frame_of[s])
      load_above(step_of(s), steps_[op.index + s].above_dies, frame_of[s]);
  }
  for (std::uint8_t s = 0; s < op.n_steps; ++s) set_state(step_of(s), frame_of[s]);
  add_step_words(op, frame_of);
  for (std::uint8_t s = 0; s < op.n_steps; ++s) {
    const row_step& step = step_of(s);
    const step_future& future = steps_[op.index + s];
    if (step.above != nothing && values_[step.above].frame == frame_of[s]) drop_frame(step.above);
    if (future.above_dies && step.above != nothing) forget(step.above);
    if (future.entry_dies && step.entry != nothing) forget(step.entry);
  }
  for (std::uint8_t s = 0; s < op.n_steps; ++s) {
    forget(step_of(s).dst);
    if (!steps_[op.index + s].is_read) continue;
    values_[step_of(s).dst].frame = frame_of[s];
    frames_[frame_of[s]].slot = step_of(s).dst;
  }
}

// The one that is free, or whose row has not gone on for longer.
bool program_maker::is_better_free(const frame_state& a, const frame_state& b) {
  if ((a.slot == nothing) != (b.slot == nothing)) return a.slot == nothing;
  return a.last_step < b.last_step;
}

// A row in a frame goes on there, and goes home before where somebody else will read it; others need a frame that is free, or
// is made so.
void program_maker::claim_frames(const row_op& op, std::array<std::uint32_t, n_frames>& frame_of) {
  std::array<bool, n_frames> is_claimed{};
  frame_of.fill(none);
  for (std::uint8_t s = 0; s < op.n_steps; ++s) {
    const row_step& step = schedule_.steps[op.index + s];
    if (step.above == nothing) continue;
    const std::uint32_t frame = values_[step.above].frame;
    if (frame == none || is_claimed[frame]) continue;
    if (!steps_[op.index + s].above_dies && values_[step.above].home == none) store(step.above);
    frame_of[s] = frame;
    is_claimed[frame] = true;
  }
  for (std::uint8_t s = 0; s < op.n_steps; ++s) {
    if (frame_of[s] != none) continue;
    std::uint32_t chosen = none;
    for (std::uint32_t f = 0; f < n_frames; ++f)
      if (!is_claimed[f] && (chosen == none || is_better_free(frames_[f], frames_[chosen]))) chosen = f;
    make_room_in(chosen);
    frame_of[s] = chosen;
    is_claimed[chosen] = true;
  }
}

// What is only pending is gathered in the frame itself, where nobody else will read it.
void program_maker::load_above(const row_step& step, bool dies, std::uint32_t frame) {
  frames_[frame].has_state = false;
  if (step.above == nothing) {
    add_move(no_row, frame, words::no_residue, 0, true);
  } else {
    const bool has_row = values_[step.above].has_row();
    if (!dies) settle(step.above);
    if (has_row || !dies)
      add_move(location_of(step.above), frame, words::no_residue, offset_of(step.above), true);
    settle_in(step.above, frame, 0, !has_row);
  }
  frames_[frame].drift = 0;
}

// L and the gain, where they do not go on from the row before.
void program_maker::set_state(const row_step& step, std::uint32_t frame) {
  frame_state& state = frames_[frame];
  if (state.drift + gaps_.extend > most_drift) {
    add_move(frame, frame, words::no_residue, -state.drift, true);
    state.drift = 0;
  }
  const score gain = gains_.empty() ? unreachable : gains_[step.row];
  const auto goes_on = [](score expected, score found) {
    return expected == found || !(spliced::is_reachable(expected) || spliced::is_reachable(found));
  };
  if (!state.has_state || !goes_on(state.lead, step.lead) || !goes_on(state.gain, gain)) {
    begin(first_word(device_op::state) | words::frame::with(frame));
    put(static_cast<std::uint32_t>(step.lead));
    put(static_cast<std::uint32_t>(gain));
  }
  state.has_state = true;
  state.lead = step.lead - made_.residue_cost;
  state.gain = gain + made_.residue_cost;
}

void program_maker::add_step_words(const row_op& op, const std::array<std::uint32_t, n_frames>& frame_of) {
  std::array<const row_step*, n_frames> step_of{};
  for (std::uint8_t s = 0; s < op.n_steps; ++s) step_of[frame_of[s]] = &schedule_.steps[op.index + s];
  std::uint32_t word = first_word(device_op::step);
  for (std::uint32_t f = 0; f < n_frames; ++f) {
    if (step_of[f] == nullptr) continue;
    word |= words::mask::with(1u << f);
    if (step_of[f]->entry != nothing) word |= words::entries::with(1u << f);
    if (step_of[f]->is_bounded) word |= words::bounded::with(1u << f);
    if (step_of[f]->above != nothing) word |= words::with_residue(residue_index_[step_of[f]->residue], f);
    frames_[f].drift += gaps_.extend;
    frames_[f].last_step = ++n_steps_;
  }
  begin(word);
  for (std::uint32_t f = 0; f < n_frames; ++f)
    if (step_of[f] != nullptr && step_of[f]->entry != nothing) {
      put(entry_word(step_of[f]->entry, frames_[f].drift));
      ++n_uses_[location_of(step_of[f]->entry)];
    }
}

}  // namespace exonweave::gpu
