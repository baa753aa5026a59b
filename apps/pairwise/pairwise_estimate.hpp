// Which engine a scan, or an alignment of pairs, is done by, and how long it will take: what `auto` goes by and
// --estimate says.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/estimate_request.hpp"
#include "cli/options.hpp"
#include "cli/run_costs.hpp"
#include "pairwise/costs/pairwise_costs.hpp"

namespace exonweave::apps {

/// Adds --estimate, --json and --calibration of scan and align.
void add_pairwise_options(CLI::App& command, estimate_request& request);

/// Adds --threads. They are resolved for any machine: see threads_of.
void add_pairwise_threads(CLI::App& command, thread_numbers& threads);

/// Those that work here, or those of the run that is estimated. Once the command line is read.
unsigned threads_of(const thread_numbers& threads, const estimate_request& request);

/// check_paths() with the calibration among the inputs, and --json in place of an estimate's outputs. Throws bad_usage
/// for --json without one.
void check_pairwise_paths(const estimate_request& request, std::vector<named_path> inputs,
                          const std::vector<named_path>& outputs);

/// The engine that was requested; for "auto" the CPU's, unless that of a GPU takes the scoring and is expected to take
/// less time, its start included, and a GPU is usable. Warns on standard error where one of a GPU goes by costs of
/// other GPUs.
const pairwise_engine& choose_pairwise_engine(const std::string& requested, const pairwise_run& run,
                                              const run_costs& costs);

/// What a command is about to do, and what does it.
struct pairwise_plan {
  pairwise_run run;
  run_costs costs;
  bool is_automatic = false;                // nobody requested the engine
  const pairwise_engine* engine = nullptr;  // never null
};

/// With the engine of choose_pairwise_engine().
pairwise_plan make_pairwise_plan(const std::string& requested, const pairwise_run& run, run_costs costs);

/// What an estimate says next to seconds.
struct pairwise_facts {
  std::vector<std::pair<std::string, std::uint64_t>> counts;  // by what is counted, in the order of the report
  std::uint64_t max_alignments = 0;
  double memory = 0;         // bytes of the host, without rows of alignments
  double memory_bound = 0;   // bytes that these may take
  double device_memory = 0;  // bytes: what the GPU engine that auto may take keeps of the data, not what it works in
};

/// To standard output; where JSON goes there to standard error, unless `is_quiet`. `json_path`: of its figures; empty:
/// none. Throws io_failure.
void write_pairwise_estimate(const pairwise_plan& plan, const pairwise_facts& facts, const std::string& json_path,
                             bool is_quiet);

/// Says where `what`, which the engine has done, took 5 s or more and not what was predicted for it, unless its costs
/// are not known.
void tell_pairwise_drift(const std::string& what, const pairwise_plan& plan, const timed_pairwise& done);

}  // namespace exonweave::apps
