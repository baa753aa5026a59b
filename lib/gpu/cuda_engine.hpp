// `cuda`: row schedules of every model on GPUs, many alignments at a time. What a device does not take, or cannot do exactly, the
// CPU does: very long targets, jobs that are not compiled.
//
// Candidates with linear gaps, by strips:
//   start()   scores, of jobs whose ends are wanted
//   get()     a pass that knows its end; the CPU makes its rows when they are asked for
//
// All else by programs, in lanes of 16 bits where these are enough, else of 32:
//   start()   programs and targets to the device, a launch for each shape; rows stay there
//   get()     a block_pass on the CPU, which fetches largest values now, and checkpoints when rows are asked for
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/schedule/schedule_runner.hpp"
#include "gpu/strips/strip_runner.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::gpu {

struct cuda_device {  // neither is null
  std::unique_ptr<schedule_runner> schedules;
  std::unique_ptr<strip_runner> strips;
};

struct cuda_options {
  std::vector<cuda_device> devices;  // at least one
  // Gets one sentence when a device fails, or its memory does not do: the CPU does what it was to do. Called by any thread.
  std::function<void(const std::string&)> warn;
};

/// Schedules are made with its options. Jobs without a compiled schedule, and those that must be exact, are done by
/// the CPU.
std::unique_ptr<spliced::engine> make_cuda_engine(cuda_options options);

}  // namespace exonweave::gpu
