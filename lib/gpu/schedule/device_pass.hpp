// The rows of one alignment that a device keeps, as a block_pass reads them: fetched when they are asked for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/schedule/rows_plan.hpp"
#include "gpu/schedule/schedule_runner.hpp"
#include "spliced/engine/finished_pass.hpp"

namespace exonweave::gpu {

/// What a launch left of one job.
struct kept_job {
  device_job job;
  shaped_job shaped;
  kept_rows_places rows;
  std::shared_ptr<const device_memory_reader> memory;
  std::uint32_t save_every = 1;           // launch_results
  std::vector<std::uint32_t> sink_row{};  // [tiles][row_words()]
  std::function<void(const std::string&)>
      on_loss{};  // gets the device's words where rows cannot be read; may be empty

  static kept_job of(const device_job& job, const shaped_job& shaped, const launch_results& results,
                     std::size_t at);
};

/// Throws rows_lost where the device fails.
class device_pass final : public spliced::finished_pass {
 public:
  explicit device_pass(kept_job of);

  [[nodiscard]] std::size_t stride() const override;
  void load(std::size_t block, spliced::row_machine& to) override;
  void tell(const spliced::row_maxima& to) override;
  [[nodiscard]] const spliced::column_ranges& ranges() const override { return ranges_; }
  void decode_sink(std::span<spliced::score> S) override;
  [[nodiscard]] spliced::score exact_above() const override { return of_.shaped.values.exact_above; }

 private:
  void read(const void* from, std::size_t bytes, void* to) const;
  void tell_steps(const std::int32_t* from, std::span<spliced::score> to) const;

  kept_job of_;
  spliced::column_ranges ranges_;
  std::vector<std::uint64_t> saved_before_;
};

}  // namespace exonweave::gpu
