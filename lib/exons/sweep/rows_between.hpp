// Rows of a sweep machine between windows, so that it can go on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

/// Rows of one place.
class saved_rows {
 public:
  void save(const spliced::sweep_machine& machine, std::span<const spliced::slot_id> slots) {
    bytes_.resize(slots.size() * machine.row_bytes());
    machine.save(slots, bytes_.data());
  }
  /// As they were saved, of the same slots. Throws std::logic_error where they were not.
  void load(spliced::sweep_machine& machine, std::span<const spliced::slot_id> slots) const {
    if (bytes_.size() != slots.size() * machine.row_bytes())
      throw std::logic_error("rows between windows of a sweep were not kept");
    machine.load(slots, bytes_.data());
  }
  void swap(saved_rows& other) noexcept { bytes_.swap(other.bytes_); }
  [[nodiscard]] bool is_empty() const { return bytes_.empty(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Place w is before window w. Those of every stride-th place are kept for long, and of those between two of them while they are near.
class rows_between {
 public:
  rows_between(std::size_t n_windows, std::size_t stride)
      : stride_(stride), far_(n_windows + 1), near_(stride) {}

  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] saved_rows& far(std::size_t place) { return far_[place]; }
  [[nodiscard]] saved_rows& near(std::size_t place) { return near_[place % stride_]; }
  /// Whether the near ones are those between `first` and the next that is kept; if not they are from now on.
  [[nodiscard]] bool is_near(std::size_t first) {
    const bool is = near_first_ == first;
    near_first_ = first;
    return is;
  }
  void forget_near() {
    near_first_.reset();
    for (saved_rows& rows : near_) rows = {};
  }

 private:
  std::size_t stride_;
  std::vector<saved_rows> far_;   // [places]
  std::vector<saved_rows> near_;  // [stride]
  std::optional<std::size_t> near_first_;
};

}  // namespace exonweave
