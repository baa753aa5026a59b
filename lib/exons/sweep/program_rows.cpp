#include "exons/sweep/program_rows.hpp"

#include <algorithm>
#include <cstdlib>

namespace exonweave {

using spliced::exon_border;
using spliced::row_op_kind;
using spliced::score;

namespace {

// Run backwards they would write one slot at once.
bool shares_input(const spliced::row_step& one, const spliced::row_step& other) {
  const auto reads = [&](spliced::slot_id slot) {
    return slot != spliced::nothing && (slot == one.above || slot == one.entry);
  };
  return reads(other.above) || reads(other.entry);
}

}  // namespace

program_rows::row program_rows::take() {
  if (free_.empty()) {
    n_holders_.push_back(1);
    return {this, static_cast<spliced::slot_id>(n_holders_.size() - 1)};
  }
  const spliced::slot_id slot = free_.back();
  free_.pop_back();
  n_holders_[slot] = 1;
  return {this, slot};
}

// An op is written where it stays: one that was made elsewhere would be copied while it is still being written.
spliced::sweep_op& program_rows::add(row_op_kind kind) {
  static constexpr spliced::sweep_op blank{};
  spliced::sweep_op& op = window_->ops.emplace_back(blank);
  op.kind = kind;
  return op;
}

spliced::sweep_op& program_rows::add(row_op_kind kind, score weight) {
  largest_weight_ = std::max<std::int64_t>(largest_weight_, std::abs(weight));
  spliced::sweep_op& op = add(kind);
  op.weight = weight;
  return op;
}

void program_rows::mark(spliced::sweep_op& op, exon_border border, std::int64_t position) {
  op.border = border;
  op.number = n_borders_++;
  op.position = static_cast<std::uint32_t>(position);
}

// Before an op reads or writes a slot that a step is still to write. One that was just taken is none: what steps read
// and write is held.
void program_rows::touch(const row& handle) {
  for (std::size_t s = 0; s < n_queued_; ++s)
    if (queue_[s].step.dst == handle.slot_) return flush();
}

void program_rows::flush() {
  if (n_queued_ == 0) return;
  spliced::sweep_op& op = add(row_op_kind::steps);
  op.n_steps = static_cast<std::uint8_t>(n_queued_);
  op.index = static_cast<std::uint32_t>(window_->steps.size());
  for (std::size_t s = 0; s < n_queued_; ++s) {
    window_->steps.push_back(queue_[s].step);
    queue_[s].above = {};
    queue_[s].entry = {};
    queue_[s].made = {};
  }
  n_queued_ = 0;
}

void program_rows::queue(const spliced::row_step& step, row above, row entry, row made) {
  for (std::size_t s = 0; s < n_queued_; ++s)
    if (shares_input(queue_[s].step, step)) {
      flush();
      break;
    }
  queued_step& queued = queue_[n_queued_++];
  queued.step = step;
  queued.above = std::move(above);
  queued.entry = std::move(entry);
  queued.made = std::move(made);
  if (n_queued_ == spliced::max_steps) flush();
}

program_rows::row program_rows::begin(score weight, std::int64_t position) {
  row made = take();
  spliced::sweep_op& op = add(row_op_kind::begin, weight);
  op.is_first = true;
  op.dst = made.slot_;
  mark(op, exon_border::start, position);
  return made;
}

program_rows::row program_rows::copy(const row& source, score weight) {
  if (is_nothing(source)) return {};
  touch(source);
  row made = take();
  spliced::sweep_op& op = add(row_op_kind::merge, weight);
  op.is_first = true;
  op.dst = made.slot_;
  op.src = source.slot_;
  return made;
}

void program_rows::mark(exon_border border, std::int64_t position) { mark(window_->ops.back(), border, position); }

void program_rows::pass(exon_border border, std::int64_t position, const row& source, score weight, row& into) {
  if (is_nothing(source)) return;
  if (is_nothing(into))
    into = copy(source, weight);
  else
    merge(source, weight, into);
  mark(border, position);
}

// A copy that nobody shares.
void program_rows::make_own(row& handle) {
  if (is_shared(handle)) handle = copy(handle, 0);
}

void program_rows::let_in(const row& source, score weight, row& into) {
  if (is_nothing(source)) return;
  if (is_nothing(into)) {
    into = weight == 0 ? source : copy(source, weight);
    return;
  }
  if (into.slot_ != source.slot_ || weight > 0) merge(source, weight, into);
}

void program_rows::merge(const row& given, score weight, row& into) {
  const row source = given;  // its slot stays, whatever becomes of `into`
  make_own(into);
  touch(source);
  touch(into);
  spliced::sweep_op& op = add(row_op_kind::merge, weight);
  op.dst = into.slot_;
  op.src = source.slot_;
}

void program_rows::align(const swept_codon& codon, const row& above, score weight, row& into) {
  if (is_nothing(above)) return;
  const bool is_first = is_nothing(into);
  if (is_first)
    into = take();
  else
    make_own(into);
  touch(above);
  touch(into);
  spliced::sweep_op& op = add(row_op_kind::residue, weight);
  op.is_first = is_first;
  op.residue = codon.residue;
  op.in_gap = codon.in_gap;
  op.dst = into.slot_;
  op.src = above.slot_;
}

void program_rows::close(row& made, const row* above, const swept_codon& codon, score weight) {
  if (above != nullptr && weight != 0) {
    align(codon, *above, weight, made);
    above = nullptr;
  }
  const bool has_above = above != nullptr && !is_nothing(*above);
  if (!has_above && is_nothing(made)) return;
  touch(made);
  if (has_above) touch(*above);
  row closed = take();
  const spliced::row_step step{.dst = closed.slot_,
                               .above = has_above ? above->slot_ : spliced::nothing,
                               .entry = made.slot_,
                               .residue = has_above ? codon.residue : spliced::no_residue,
                               .in_gap = has_above ? codon.in_gap : spliced::gap_weight{0}};
  row entry = std::exchange(made, closed);
  queue(step, has_above ? *above : row(), std::move(entry), std::move(closed));
}

void program_rows::step(row& chains, const swept_codon& codon) {
  if (is_nothing(chains)) return;
  touch(chains);
  const spliced::slot_id above = chains.slot_;
  row made = is_shared(chains) ? take() : chains;
  row held = std::exchange(chains, made);
  if (held.slot_ == chains.slot_) held = {};
  queue({.dst = made.slot_, .above = above, .residue = codon.residue, .in_gap = codon.in_gap}, std::move(held), {}, {});
}

void program_rows::run(std::array<row, codon_length>& chains, std::int64_t first, std::int64_t n) {
  constexpr std::int64_t frames = codon_length;
  // Rows that somebody shares go on in a slot of their own.
  while (n > 0 && std::ranges::any_of(chains, [&](const row& each) { return !is_nothing(each) && is_shared(each); })) {
    step(chains[static_cast<std::size_t>(first % frames)], track_.whole_codon(first - frames));
    ++first, --n;
  }
  if (n == 0 || std::ranges::all_of(chains, is_nothing)) return;
  for (const row& each : chains) touch(each);
  add(row_op_kind::run).index = static_cast<std::uint32_t>(window_->runs.size());
  window_->runs.push_back({{chains[0].slot_, chains[1].slot_, chains[2].slot_},
                           static_cast<std::uint32_t>(first),
                           static_cast<std::uint32_t>(n)});
}

void program_rows::end(const row& source, score weight, std::int64_t position) {
  if (is_nothing(source)) return;
  touch(source);
  spliced::sweep_op& op = add(row_op_kind::end, weight);
  op.src = source.slot_;
  mark(op, exon_border::end, position);
}

void program_rows::begin_window(spliced::sweep_window& window) {
  window_ = &window;
  window.ops.clear();
  window.steps.clear();
  window.runs.clear();
  window.unread.clear();
  window.junctions.clear();
  window.live = live();
  window.first_border = n_borders_;
}

void program_rows::end_window() {
  flush();
  window_->last_border = n_borders_;
}

std::vector<spliced::slot_id> program_rows::live() const {
  std::vector<spliced::slot_id> held;
  for (spliced::slot_id slot = 1; slot < n_holders_.size(); ++slot)
    if (n_holders_[slot] > 0) held.push_back(slot);
  return held;
}

program_rows::state program_rows::where() const { return {free_, n_slots(), n_borders_}; }

void program_rows::go_on_from(const state& where) {
  free_ = where.free;
  n_holders_.assign(where.n_slots, 0);
  n_holders_.front() = 1;
  n_borders_ = where.n_borders;
}

program_rows::row program_rows::hold(spliced::slot_id slot) {
  if (slot == spliced::nothing) return {};
  ++n_holders_[slot];
  return {this, slot};
}

}  // namespace exonweave
