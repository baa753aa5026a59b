// The engines of this library. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/strips/strip_runner.hpp"
#include "spliced/engine/engine.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace exonweave::gpu {

// `cuda`: scores of candidates with linear gaps by strips on GPUs, many alignments at a time:
//
//   start()   scores, of jobs whose ends are requested
//   get()     a pass that knows its end; the CPU makes its rows when they are requested
//
// All else the CPU does as `simd`: what has no strips, what a device does not take or fails to do.

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

struct gpu_options {
  std::vector<int> devices;  // those of `cuda`, as discover() counts them; empty: all that are usable
  // Gets one sentence when a device fails `cuda` and the CPU steps in. Any thread may call it. May be empty.
  std::function<void(const std::string&)> warn;
};

/// All engines of the program: those of the CPU, then `cuda`, and `cuda-inter` and `cuda-intra` on the first usable
/// device (devices.hpp); of each kind the fastest first. To make one of a GPU throws device_failure where there is
/// none, or none of those that were requested.
spliced::engine_registry make_engines(const gpu_options& options = {});

/// The same for who only reads their facts.
const spliced::engine_registry& known_engines();

}  // namespace exonweave::gpu
