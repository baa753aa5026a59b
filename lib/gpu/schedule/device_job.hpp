// One alignment as it is given to a device.
#pragma once

#include "gpu/schedule/device_program.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/engine/run_control.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::gpu {

struct device_job {
  spliced::problem of;
  const spliced::row_schedule* schedule =
      nullptr;                              // of of.graph, made in steps; one at a time where rows are kept
  const device_program* program = nullptr;  // of the schedule
  const spliced::run_control* control = nullptr;  // may stop it before it is launched; null: nobody does
};

/// What it takes beside others, in no unit.
inline std::uint64_t cost_of(const device_job& job) {
  return job.program->words.size() * (job.of.n_columns() + 64);
}

}  // namespace exonweave::gpu
