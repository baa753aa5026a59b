#include "exons/sweep/row_program.hpp"

#include <algorithm>
#include <stdexcept>

#include "exons/sweep/heaviest_rows.hpp"
#include "exons/sweep/track_sweep.hpp"

namespace exonweave {

using spliced::is_reachable;
using spliced::residue_code;
using spliced::row_op_kind;
using spliced::score;

row_program::row_program(const genome_track& track, const chain_scoring& scoring, std::uint32_t n_slots)
    : residue_ends_(scoring.residue_ends), n_holders_(n_slots, 0) {
  schedule_.n_slots = n_slots;
  schedule_.blocks.resize(1);
  study_weights(track, scoring);
}

// What bounds lanes, before anything is computed. A part of a path that begins or ends within an intron has one end of it besides.
void row_program::study_weights(const genome_track& track, const chain_scoring& scoring) {
  score donor = 0, acceptor = 0, largest = 0;
  const auto study = [&](const site_track& of, score& best) {
    best = std::max<score>(best, of.largest());
    largest = std::max<score>({largest, of.largest(), -of.smallest()});
  };
  for (const site_track& of : track.donors) study(of, donor);
  for (const site_track& of : track.acceptors) study(of, acceptor);
  for (const site_track* of : {&track.starts, &track.cut_begins, &track.cut_ends}) study(*of, largest);
  score dearest = 0;
  for (const intron_line& line : scoring.introns.lines) {
    dearest = std::max(dearest, line.cost);
    drift_ = std::max(drift_, line.length_cost(track.start, track.start + track.length()));
  }
  heaviest_rows weights;
  track_sweep(track, scoring, weights).run();
  schedule_.heaviest = weights.best() + donor + acceptor;
  schedule_.largest_weight = 2 * largest + dearest + drift_;
}

const row_program::row& row_program::source() {
  if (source_.slot_ == spliced::nothing) {
    source_ = take();
    source_.lead_ = residue_ends_ ? -residue_ends_->open : spliced::unreachable;
    put({.kind = row_op_kind::source, .is_first = true, .dst = source_.slot_, .weight = 0});
  }
  return source_;
}

row_program::row row_program::take() {
  spliced::slot_id slot = n_used_;
  if (free_.empty()) {
    if (n_used_ == n_holders_.size()) throw std::length_error("too many rows of a sweep are live");
    ++n_used_;
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  n_holders_[slot] = 1;
  return {this, slot, 0, spliced::unreachable};
}

void row_program::raise_lead(const row& from, score change, row& into) const {
  if (is_reachable(from.lead_)) into.lead_ = std::max(into.lead_, from.lead_ + change);
}

// Before an op reads or writes a slot that a step is still to write.
void row_program::touch(spliced::slot_id slot) {
  for (std::uint8_t s = 0; s < n_queued_; ++s)
    if (queue_[s].step.dst == slot) return flush();
}

void row_program::flush() {
  if (n_queued_ == 0) return;
  const spliced::row_op op{.kind = row_op_kind::steps,
                           .n_steps = std::exchange(n_queued_, std::uint8_t{0}),
                           .index = static_cast<std::uint32_t>(schedule_.steps.size())};
  put(op);
  for (std::uint8_t s = 0; s < op.n_steps; ++s) {
    schedule_.steps.push_back(queue_[s].step);
    queue_[s].above = {};
    queue_[s].entry = {};
    queue_[s].made = {};
  }
}

// A copy that nobody shares, `weight` more than the slot was.
void row_program::move_to_own_slot(row& of, score weight) {
  row own = take();
  own.lead_ = of.lead_;
  touch(of.slot_);
  put({.kind = row_op_kind::merge, .is_first = true, .dst = own.slot_, .src = of.slot_, .weight = weight});
  own.offset_ = of.offset_ - weight;
  of = std::move(own);
}

void row_program::let_in(const row& from, score weight, row& into) {
  raise_lead(from, weight, into);
  if (from.slot_ == spliced::nothing) return;
  const score offset = from.offset_ + weight;
  if (into.slot_ == spliced::nothing) {
    const score lead = into.lead_;
    into = from;
    into.offset_ = offset;
    into.lead_ = lead;
    return;
  }
  if (into.slot_ == from.slot_) {
    into.offset_ = std::max(into.offset_, offset);
    return;
  }
  if (n_holders_[into.slot_] > 1) move_to_own_slot(into, 0);
  touch(from.slot_);
  touch(into.slot_);
  put({.kind = row_op_kind::merge, .dst = into.slot_, .src = from.slot_, .weight = offset - into.offset_});
}

void row_program::align(residue_code residue, const row& above, score weight, row& into) {
  raise_lead(above, weight - (residue_ends_ ? residue_ends_->extend : 0), into);
  if (above.slot_ == spliced::nothing) return;
  const bool is_first = into.slot_ == spliced::nothing;
  if (is_first) {
    row own = take();
    own.lead_ = into.lead_;
    into = std::move(own);
  } else if (n_holders_[into.slot_] > 1) {
    move_to_own_slot(into, 0);
  }
  touch(above.slot_);
  touch(into.slot_);
  put({.kind = row_op_kind::merge_residue,
       .is_first = is_first,
       .residue = residue,
       .dst = into.slot_,
       .src = above.slot_,
       .weight = above.offset_ + weight - into.offset_});
  ++n_merged_residues_;
}

void row_program::close(row& made, const row* above, residue_code residue, score weight) {
  if (above != nullptr && (above->slot_ == spliced::nothing || above->offset_ + weight != 0)) {
    align(residue, *above, weight, made);
    above = nullptr;
  } else if (above != nullptr) {
    raise_lead(*above, weight - (residue_ends_ ? residue_ends_->extend : 0), made);
  }
  if (above == nullptr && made.slot_ == spliced::nothing && !is_reachable(made.lead_)) {
    closed_.emplace_back();
    return;
  }
  if (made.slot_ != spliced::nothing && made.offset_ != 0) move_to_own_slot(made, made.offset_);
  touch(made.slot_);
  if (above != nullptr) touch(above->slot_);
  row closed = take();
  closed.lead_ = made.lead_;
  const auto id = static_cast<spliced::row_id>(schedule_.steps.size() + n_queued_);
  queued_step& queued = queue_[n_queued_++];
  queued.step = {.dst = closed.slot_,
                 .above = above != nullptr ? above->slot_ : spliced::nothing,
                 .entry = made.slot_,
                 .residue = above != nullptr ? residue : spliced::no_residue,
                 .lead = made.lead_,
                 .row = id};
  if (above != nullptr) queued.above = *above;
  queued.made = closed;
  queued.entry = std::exchange(made, std::move(closed));
  closed_.emplace_back(id);
  if (n_queued_ == spliced::most_steps) flush();
}

const spliced::row_schedule& row_program::end_window() {
  flush();
  spliced::schedule_block& block = schedule_.blocks.front();
  block.last_op = static_cast<std::uint32_t>(schedule_.ops.size());
  block.last_step = static_cast<std::uint32_t>(schedule_.steps.size());
  block.n_computed = block.last_step + n_merged_residues_;
  schedule_.n_rows = block.last_step;
  return schedule_;
}

void row_program::begin_window() {
  schedule_.ops.clear();
  schedule_.steps.clear();
  closed_.clear();
  n_merged_residues_ = 0;
}

}  // namespace exonweave
