// Rows of a sweep machine between windows, so that it can go on from there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

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

}  // namespace exonweave
