// Slots of a schedule while it is made: who still reads them, and which are free.
#pragma once

#include <algorithm>
#include <vector>

#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

class slot_pool {
 public:
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(readers_.size()); }
  /// Slots that somebody will read, or will never be read.
  [[nodiscard]] std::uint32_t n_taken() const { return size() - static_cast<std::uint32_t>(free_.size()); }

  /// A slot that `n_readers` will read: a free one, or one more.
  slot_id take(std::uint32_t n_readers) {
    slot_id slot = size();
    if (free_.empty()) {
      readers_.push_back(n_readers);
    } else {
      slot = free_.back();
      free_.pop_back();
      readers_[slot] = n_readers;
    }
    return slot;
  }

  [[nodiscard]] std::uint32_t readers(slot_id slot) const { return readers_[slot]; }
  void add_readers(slot_id slot, std::uint32_t n) {
    if (slot != nothing) readers_[slot] += n;
  }
  /// One reader is done; the last one leaves the slot free.
  void release(slot_id slot) {
    if (slot != nothing && --readers_[slot] == 0) free_.push_back(slot);
  }
  /// Slots that somebody will read, ascending.
  void append_live(large_vector<slot_id>& live) const {
    for (slot_id slot = 1; slot < size(); ++slot)
      if (readers_[slot] > 0) live.push_back(slot);
  }

 private:
  std::vector<std::uint32_t> readers_ = {0};  // [slots]; nothing is never free
  std::vector<slot_id> free_;
};

}  // namespace exonweave::spliced
