// The best ends of many alignments of DNA candidates at once, by strips.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpu/strips/strip_runner.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::gpu {

// A pass of which a device knows the end. Its rows are made by another engine, when somebody wants them: of most
// targets that are tried on a region nobody does.

class scored_pass final : public spliced::row_pass {
 public:
  /// `others` makes the pass; it must outlive this one, as all that the job points to.
  scored_pass(const spliced::alignment_job& job, spliced::best_end end, const spliced::engine& others)
      : job_(job), end_(end), others_(others) {}

  [[nodiscard]] const spliced::problem& input() const override { return job_.input; }
  [[nodiscard]] const spliced::best_end& end() const override { return end_; }
  [[nodiscard]] std::uint64_t cells_computed() const override;

  // As the other pass does, and throws.
  [[nodiscard]] spliced::row_cell cell(spliced::node_row position, std::size_t column) override {
    return rows().cell(position, column);
  }
  [[nodiscard]] spliced::score lead(spliced::node_row position) override { return rows().lead(position); }
  [[nodiscard]] spliced::score trail(spliced::node_row position) override { return rows().trail(position); }
  [[nodiscard]] std::span<const spliced::score> row(spliced::node_row position) override {
    return rows().row(position);
  }
  [[nodiscard]] std::span<const spliced::score> best_of(spliced::node_row row, std::size_t n_columns) override {
    return rows().best_of(row, n_columns);
  }
  std::size_t expect(std::span<const spliced::node_row> requested, std::size_t n_columns) override {
    return rows().expect(requested, n_columns);
  }
  [[nodiscard]] spliced::row_cell bound(spliced::node_id v) override { return rows().bound(v); }
  [[nodiscard]] spliced::score exact_above() const override { return rows().exact_above(); }

 private:
  [[nodiscard]] spliced::row_pass& rows() const;

  spliced::alignment_job job_;
  spliced::best_end end_;
  const spliced::engine& others_;
  mutable std::unique_ptr<spliced::row_pass> made_;
};

/// find_best_end of each job, in order; nothing for those that do not fit (fits_strips). All have one scoring. As many
/// launches as the device's memory makes necessary. Throws device_failure, device_memory_exceeded, run_stopped.
std::vector<std::optional<spliced::best_end>> find_strip_ends(std::span<const strip_job> jobs, strip_runner& on,
                                                              launch_times* times = nullptr);

}  // namespace exonweave::gpu
