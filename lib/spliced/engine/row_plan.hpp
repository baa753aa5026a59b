// Whether and how the last rows of a graph fit into a given memory: what forward_pass does, known beforehand.
#pragma once

#include <cstdint>
#include <vector>

#include "spliced/engine/problem.hpp"
#include "spliced/engine/row_store.hpp"

namespace exonweave::spliced {

class row_plan {
 public:
  explicit row_plan(const problem& p);

  /// For every node the last node that reads its row.
  [[nodiscard]] std::span<const node_id> readers() const { return readers_; }
  [[nodiscard]] std::uint64_t row_bytes() const { return row_bytes_; }

  /// Whether all rows of a part can be kept beside `n_before` rows that it reads.
  [[nodiscard]] bool can_keep(node_range part, std::size_t n_before, std::uint64_t memory) const;

  /// Sub-parts of a part whose rows cannot all be kept. Half of `memory` is for the rows live at their starts and those
  /// live while they are computed, the rest for the sub-parts themselves. Less than 2: there is no such plan.
  [[nodiscard]] std::uint64_t count_sub_parts(node_range part, std::uint64_t memory) const;

  /// Whether `memory` bytes do for the whole graph; if so, more do as well.
  [[nodiscard]] bool is_enough(std::uint64_t memory) const;

  /// The least that is enough, in whole rows. Bytes.
  [[nodiscard]] std::uint64_t least_memory() const;

 private:
  [[nodiscard]] std::uint64_t most_live_bytes(node_range part) const;
  [[nodiscard]] node_range whole() const { return {0, static_cast<node_id>(readers_.size())}; }

  std::vector<node_id> readers_;
  std::vector<std::uint32_t> live_;  // live_[v]: rows held while node v is computed, its own included
  std::uint64_t row_bytes_;
};

}  // namespace exonweave::spliced
