// Targets whose alignments are started together, and what all of them take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "exons/run/prepared_target.hpp"

namespace exonweave {

class target_batch {
 public:
  /// Bytes that a target adds: problems that no other one here has, and rows. Rows count twice: in wider lanes they may
  /// need so much.
  [[nodiscard]] std::uint64_t bytes_of(const prepared_target& target) const;

  void add(prepared_target&& target);

  [[nodiscard]] bool is_empty() const { return targets_.empty(); }
  /// Of all targets; one without any counts as one.
  [[nodiscard]] std::size_t n_jobs() const { return n_jobs_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// The first target by place; not of an empty batch.
  [[nodiscard]] std::size_t first_place() const;

  /// Starts all that were added in at most `memory` bytes: rows have what is left next to the least, in equal parts.
  /// The batch is used up. Of the time that it takes each target's seconds have a share by its cells. Throws what the
  /// engine's start() throws.
  [[nodiscard]] std::vector<started_target> start(const spliced::engine& engine, std::uint64_t memory);

 private:
  std::vector<prepared_target> targets_;
  std::set<const region_problem*> problems_;  // of all targets
  std::size_t n_jobs_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace exonweave
