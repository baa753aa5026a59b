// Where rows are: frames, homes, and what is pending.
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>

#include "gpu/schedule/program_maker.hpp"

namespace exonweave::gpu {
namespace {

using spliced::nothing;
using spliced::score;
using spliced::slot_id;

constexpr std::uint32_t most_gathered = 255;
constexpr score half_range = 1 << 15;  // of a source_word's weight

// Every location that a program names: visit(word, first bit of the location).
template <class Visit>
void visit_locations(std::span<std::uint32_t> program, const Visit& visit) {
  constexpr std::uint32_t at_dst = words::dst::first_bit, at_entry = words::entry_location::first_bit;
  for (std::size_t at = 0; at < program.size();) {
    std::uint32_t& word = program[at++];
    switch (static_cast<device_op>(words::op::of(word))) {
      case device_op::step:
        for (int n = std::popcount(words::entries::of(word)); n > 0; --n) visit(program[at++], at_entry);
        break;
      case device_op::gather:
        visit(word, at_dst);
        for (std::uint32_t n = words::n_gathered::of(word); n > 0; --n) {
          visit(program[at], at_entry);
          at += 1 + words::is_heavy::of(program[at]);
        }
        break;
      case device_op::state:
        at += 2;
        break;
      case device_op::source:
        visit(word, at_dst);
        break;
      case device_op::save:
        for (std::uint32_t n = words::n_saved::of(word); n > 0; --n) visit(program[at++], at_entry);
        break;
      case device_op::end:
        return;
    }
  }
}

}  // namespace

std::uint32_t program_maker::take_home() {
  if (free_homes_.empty()) {
    if (home_location(made_.n_homes) >= no_row)
      throw std::invalid_argument("too many rows are live at once for a device");
    return made_.n_homes++;
  }
  const std::uint32_t home = free_homes_.back();
  free_homes_.pop_back();
  return home;
}

// Those that are used most first, side by side in the caches.
void program_maker::sort_homes() {
  std::vector<std::uint32_t> by_use(made_.n_homes);
  std::iota(by_use.begin(), by_use.end(), 0);
  std::ranges::stable_sort(by_use, std::greater<>{},
                           [&](std::uint32_t home) { return n_uses_[home_location(home)]; });
  std::array<location, no_row + std::size_t{1}> new_of{};  // frames stay what they are
  std::iota(new_of.begin(), new_of.end(), 0);
  for (std::uint32_t k = 0; k < made_.n_homes; ++k) new_of[home_location(by_use[k])] = home_location(k);
  visit_locations(made_.words, [&](std::uint32_t& word, std::uint32_t at) {
    word = (word & ~(no_row << at)) | new_of[word >> at & no_row] << at;
  });
  made_.sink = new_of[made_.sink];
}

location program_maker::location_of(slot_id slot) const {
  const value& row = values_[slot];
  if (row.frame != none) return row.frame;
  return row.home == none ? no_row : home_location(row.home);
}

score program_maker::offset_of(slot_id slot) const {
  const value& row = values_[slot];
  if (row.frame != none) return -frames_[row.frame].drift;
  return row.home == none ? 0 : row.offset;
}

std::uint32_t program_maker::entry_word(slot_id slot, score extra) const {
  const score weight = offset_of(slot) + extra;
  return words::entry_location::with(location_of(slot)) |
         words::entry_weight::with(static_cast<std::uint32_t>(weight) & 0xFFFFu);
}

void program_maker::drop_frame(slot_id slot) {
  const std::uint32_t frame = std::exchange(values_[slot].frame, none);
  if (frame != none) frames_[frame].slot = nothing;
}

void program_maker::forget(slot_id slot) {
  settle_those_that_await(slot);
  drop_frame(slot);
  value& gone = values_[slot];
  if (gone.home != none) free_homes_.push_back(gone.home);
  gone.home = none;
  gone.offset = 0;
  gone.pending.clear();
}

// From its frame, where it stays as well.
void program_maker::store(slot_id slot) {
  value& row = values_[slot];
  const std::uint32_t home = take_home();
  add_move(row.frame, home_location(home), words::no_residue, -frames_[row.frame].drift, true);
  row.home = home;
  row.offset = 0;
}

void program_maker::make_room_in(std::uint32_t frame) {
  const slot_id held = frames_[frame].slot;
  if (held == nothing) return;
  settle(held);
  if (values_[held].frame != none && values_[held].home == none) store(held);
  drop_frame(held);
}

// ---- rows that are pending ----

void program_maker::await(slot_id dst, const pending_row& row) {
  values_[dst].pending.push_back(row);
  std::vector<slot_id>& awaited_by = values_[row.src].awaited_by;
  if (std::ranges::find(awaited_by, dst) == awaited_by.end()) awaited_by.push_back(dst);
}

// Lets in what is pending: where the row is, or at a home of its own.
void program_maker::settle_pending(slot_id slot) {
  value& row = values_[slot];
  if (!row.has_row()) {
    row.home = take_home();
    return settle_in(slot, home_location(row.home), 0, true);
  }
  if (row.home == none) {
    const std::uint32_t frame = row.frame;
    return settle_in(slot, frame, frames_[frame].drift, false);
  }
  drop_frame(slot);
  settle_in(slot, home_location(row.home), -row.offset, false);
}

// `extra`: what dst's lanes are more than its row.
void program_maker::settle_in(slot_id slot, location dst, score extra, bool is_first) {
  std::vector<pending_row>& pending = values_[slot].pending;
  const std::size_t first = settling_.size(), last = first + pending.size();
  settling_.insert(settling_.end(), pending.begin(), pending.end());
  pending.clear();
  for (std::size_t r = first; r < last; ++r) settle(settling_[r].src);
  for (std::size_t r = first; r < last; ++r) {
    const pending_row& row = settling_[r];
    const score drifted = row.residue != words::no_residue ? gaps_.extend : 0;
    add_move(location_of(row.src), dst, row.residue, row.weight + offset_of(row.src) - drifted + extra,
             is_first);
    is_first = false;
  }
  settling_.resize(first);
}

// Nobody begins to await anything meanwhile.
void program_maker::settle_awaiting(slot_id slot) {
  std::vector<slot_id>& awaited_by = values_[slot].awaited_by;
  for (const slot_id waiting : awaited_by)
    if (std::ranges::any_of(values_[waiting].pending,
                            [&](const pending_row& row) { return row.src == slot; }))
      settle_pending(waiting);
  awaited_by.clear();
}

// Of rows that come to one place one after the other one op is made.
void program_maker::add_move(location src, location dst, std::uint32_t residue, score weight, bool is_first) {
  if (is_first || dst != gather_dst_ || src == dst || n_gathered_ == most_gathered) {
    gather_word_ = made_.words.size();
    begin(first_word(device_op::gather) | words::dst::with(dst) | words::is_first::with(is_first));
    gather_dst_ = dst;
    ++n_uses_[dst];
  }
  const score drift = src < n_frames ? frames_[src].drift : 0;
  const bool fits = weight >= -half_range && weight < half_range;
  const bool is_heavy = src == no_row || !fits || weight + drift < light_weight || weight > -light_weight;
  ++n_gathered_;
  ++n_uses_[src];
  made_.words[gather_word_] += words::n_gathered::with(1);
  put(words::entry_location::with(src) | words::residue::with(residue) | words::is_heavy::with(is_heavy) |
      words::entry_weight::with(is_heavy ? 0 : static_cast<std::uint32_t>(weight) & 0xFFFFu));
  if (is_heavy) put(static_cast<std::uint32_t>(weight));
}

}  // namespace exonweave::gpu
