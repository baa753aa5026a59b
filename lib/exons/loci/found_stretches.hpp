// Where something has been found already: seeds that lie within would grow to the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace exonweave {

/// Stretches of codons on diagonals (place in the targets less codon, modulo 2^32). None is given up for another before
/// it lies after, so that what is found of one target depends on no other.
class found_stretches {
 public:
  found_stretches() { heads_.fill(none); }

  void clear() {
    for (const stretch& each : stretches_) heads_[slot_of(each.diagonal)] = none;
    stretches_.clear();
    after_ = 0;
  }

  /// Nobody will ask for what begins before that codon; it is given up when it is met.
  void leave_after(std::uint32_t codon) { after_ = codon; }

  void add(std::uint32_t diagonal, std::uint32_t begin, std::uint32_t end) {
    std::uint32_t& head = heads_[slot_of(diagonal)];
    stretches_.push_back({diagonal, begin, end, head});
    head = static_cast<std::uint32_t>(stretches_.size() - 1);
  }

  [[nodiscard]] bool hold(std::uint32_t diagonal, std::uint32_t begin, std::uint32_t end) {
    std::uint32_t* link = &heads_[slot_of(diagonal)];
    while (*link != none) {
      stretch& linked = stretches_[*link];
      if (linked.diagonal == diagonal && linked.begin <= begin && end <= linked.end) return true;
      if (linked.end <= after_)
        *link = linked.next;
      else
        link = &linked.next;
    }
    return false;
  }

 private:
  static constexpr std::size_t n_slots = 1 << 12;
  static constexpr std::uint32_t none = UINT32_MAX;
  struct stretch {
    std::uint32_t diagonal, begin, end;  // codons
    std::uint32_t next;                  // of the slot, in stretches_
  };

  static std::size_t slot_of(std::uint32_t diagonal) { return diagonal % n_slots; }

  std::array<std::uint32_t, n_slots> heads_;  // [of a diagonal's last bits] the youngest
  std::vector<stretch> stretches_;
  std::uint32_t after_ = 0;
};

}  // namespace exonweave
