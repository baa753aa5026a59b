// `cuda`: scores of candidates with linear gaps by strips on GPUs, many alignments at a time:
//
//   start()   scores, of jobs whose ends are requested
//   get()     a pass that knows its end; the CPU makes its rows when they are requested
//
// All else the CPU does as `simd`: what has no strips, what a device does not take or fails to do.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/strips/strip_runner.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::gpu {

struct cuda_options {
  std::vector<std::unique_ptr<strip_runner>> devices;  // at least one, none null
  // Gets one sentence when a device fails, or its memory does not do: the CPU does what it was to do. Called by any
  // thread.
  std::function<void(const std::string&)> warn;
};

/// Of `cuda`.
const spliced::engine_facts& cuda_facts();

/// Schedules are made with its options. Jobs without a compiled schedule, and those that must be exact, are done by
/// the CPU.
std::unique_ptr<spliced::engine> make_cuda_engine(cuda_options options);

}  // namespace exonweave::gpu
