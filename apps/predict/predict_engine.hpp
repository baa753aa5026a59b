// Which engine aligns.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/device_options.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "predict/placed_run.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::apps {

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_engine(const engine_request& requested);

/// Whether the engine that was requested works on GPUs that it is given.
bool takes_devices(const engine_request& requested);

/// Expected seconds of a run with an engine, on its threads; with the start of a GPU.
using engine_seconds = std::function<double(const spliced::engine_facts&)>;

/// The engine that was requested; for "auto", of those that are automatic and take such work, the one that is expected
/// to be the fastest for these inputs: the first of the CPU, or another one where a driver of GPUs is there, there is
/// enough work for one to begin with (in all, of which `run` may have a sample), and `expected` says so. GPUs are
/// requested only then: it takes as long as much work. Needs check_engine() to have passed. `warnings` must outlive it.
std::unique_ptr<spliced::engine> choose_engine(const placed_run& run, engine_warnings& warnings,
                                               const std::function<engine_seconds()>& expected);

/// Throws bad_usage where an engine takes no problems with this scoring.
void check_scoring(const spliced::engine& engine, const chain_scoring& scoring);

// What help and messages of predict say of engines, from the facts of these.

/// Those that work on GPUs that they are given: "cuda".
std::string device_engine_words();

/// What `auto` takes: "simd, or cuda where that is faster".
std::string automatic_engine_words();

/// What graphs and rows may take where nobody says: "1G per thread, with cuda 4G".
std::string thread_memory_words();

}  // namespace exonweave::apps
