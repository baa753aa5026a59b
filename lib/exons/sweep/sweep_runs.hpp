// What sweeps for one target are made of: the program's windows, run forwards or backwards, from rows that were kept
// between them.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "exons/sweep/sweep_plan.hpp"
#include "exons/sweep/track_program.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

// Rows of a sweep machine between windows, so that it can go on from there.

/// Rows of one place.
class saved_rows {
 public:
  /// New memory is for `most` rows at least.
  void save(const spliced::sweep_machine& machine, std::span<const spliced::slot_id> slots, std::size_t most = 0) {
    const std::size_t n_bytes = slots.size() * machine.row_bytes();
    if (n_bytes > room_) {
      const std::size_t room = std::max(slots.size(), most) * machine.row_bytes();
      bytes_.reset();
      room_ = n_bytes_ = 0;
      bytes_ = std::make_unique_for_overwrite<std::byte[]>(room);
      room_ = room;
    }
    n_bytes_ = n_bytes;
    machine.save(slots, bytes_.get());
  }
  /// As they were saved, of the same slots. Throws std::logic_error where they were not.
  void load(spliced::sweep_machine& machine, std::span<const spliced::slot_id> slots) const {
    if (n_bytes_ != slots.size() * machine.row_bytes())
      throw std::logic_error("rows between windows of a sweep were not kept");
    machine.load(slots, bytes_.get());
  }
  void swap(saved_rows& other) noexcept {
    bytes_.swap(other.bytes_);
    std::swap(n_bytes_, other.n_bytes_);
    std::swap(room_, other.room_);
  }
  [[nodiscard]] bool is_empty() const { return n_bytes_ == 0; }

 private:
  std::unique_ptr<std::byte[]> bytes_;  // not set to anything before rows are there
  std::size_t n_bytes_ = 0, room_ = 0;
};

/// Place w is before window w. Those of every stride-th place are kept for long, and of those between two of them while
/// they are near.
class rows_between {
 public:
  rows_between(std::size_t n_windows, std::size_t stride) : stride_(stride), far_(n_windows + 1), near_(stride) {}

  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] saved_rows& far(std::size_t place) { return far_[place]; }
  [[nodiscard]] saved_rows& near(std::size_t place) { return near_[place % stride_]; }
  /// Of near ones that follow each other from `first` on, a place whose rows are kept, the last place: `first` where
  /// there are none. Those that follow another place are given up.
  [[nodiscard]] std::size_t near_to(std::size_t first) {
    if (near_first_ != first) near_to_ = first;
    near_first_ = first;
    return near_to_;
  }
  /// Those up to this one are near now.
  void set_near_to(std::size_t place) { near_to_ = place; }
  void forget_near() {
    near_first_.reset();
    for (saved_rows& rows : near_) rows = {};
  }

 private:
  std::size_t stride_;
  std::vector<saved_rows> far_;   // [places]
  std::vector<saved_rows> near_;  // [stride]
  std::optional<std::size_t> near_first_;
  std::size_t near_to_ = 0;
};

/// Before an op of a window, or after its last one.
struct op_place {
  std::size_t window = 0;
  std::uint32_t op = 0;
  constexpr auto operator<=>(const op_place&) const = default;
};

class sweep_runs {
 public:
  sweep_runs(const track_program& program, spliced::sweep_machines machines, const sweep_storage& how);

  [[nodiscard]] const track_program& program() const { return program_; }
  [[nodiscard]] std::size_t n_windows() const { return program_.n_windows(); }
  [[nodiscard]] const spliced::sweep_window& window(std::size_t w) { return reader_.at(w); }
  [[nodiscard]] spliced::op_range all_of(std::size_t w) { return {0, window(w).n_ops()}; }
  [[nodiscard]] spliced::forward_machine& forward() { return *machines_.forward; }
  [[nodiscard]] spliced::backward_machine& backward() { return *machines_.backward; }
  [[nodiscard]] rows_between& forward_rows() { return forward_rows_; }
  [[nodiscard]] rows_between& backward_rows() { return backward_rows_; }

  /// Within so many windows after its position lie all ops of a border.
  [[nodiscard]] std::size_t reach() const;
  /// visit(op, its index) for the ops with a border of a window.
  template <class Visit>
  void for_each_border(std::size_t w, const Visit& visit) {
    const spliced::sweep_window& ops_of = window(w);
    for (std::uint32_t o = 0; o < ops_of.n_ops(); ++o)
      if (const spliced::sweep_op& op = ops_of.ops[o]; op.border != spliced::exon_border::none && !op.is_dead)
        visit(op, o);
  }
  /// The slots that somebody reads later.
  [[nodiscard]] std::vector<spliced::slot_id> live_at(op_place place);
  /// The number of the first border after it.
  [[nodiscard]] std::uint32_t first_border_at(op_place place);
  /// The last ops of a range that have no more borders than rows are kept of.
  [[nodiscard]] std::uint32_t first_of_piece(std::size_t w, spliced::op_range ops);

  /// Of the chains that end there the best, of which each is reported in ends_reported() until the next run.
  spliced::score run_forward(std::size_t w, spliced::op_range ops, spliced::border_rows* keep = nullptr);
  [[nodiscard]] std::span<const spliced::score> ends_reported() const { return ends_; }
  /// Of the chains that begin there the best, reported in begins_reported(). Of `how` begins are none of the caller's.
  spliced::score run_backward(spliced::backward_machine& machine, std::size_t w, spliced::op_range ops,
                              spliced::backward_machine::options how = {});
  [[nodiscard]] std::span<const spliced::score> begins_reported() const { return begins_; }

  /// Rows before a window, of the forward machine; after it, of the backward machine, where nothing reaches others.
  /// Throws std::logic_error where they, or those that they can be made of again, were not kept.
  void load_forward(std::size_t w);
  void load_backward(std::size_t w);
  /// After load_forward: those rows are kept for long.
  void keep_forward(std::size_t w) { forward_rows_.far(w).save(*machines_.forward, program_.live_before(w)); }

  /// As of machines (sweep_machine.hpp).
  [[nodiscard]] spliced::score exact_above() const { return machines_.forward->exact_above(); }

  /// Rows of each direction that were computed so far.
  [[nodiscard]] std::uint64_t n_rows() const { return n_rows_; }

 private:
  void count(std::size_t w, spliced::op_range ops);

  const track_program& program_;
  track_program::reader reader_;
  spliced::sweep_machines machines_;
  std::uint64_t max_borders_;
  rows_between forward_rows_, backward_rows_;
  std::vector<spliced::score> ends_, begins_;  // [borders of a window]
  std::uint64_t n_rows_ = 0;
};

/// The largest.
[[nodiscard]] spliced::score best_of(std::span<const spliced::score> values);

/// Those of a machine, for numbers [first, last), in `rows`, which are made where there are none.
spliced::border_rows* holding(std::unique_ptr<spliced::border_rows>& rows, const spliced::sweep_machine& machine,
                              std::uint32_t first, std::uint32_t last);

}  // namespace exonweave
