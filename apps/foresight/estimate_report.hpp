// What `exonweave estimate` finds out, and how it says it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "exons/run/planner.hpp"
#include "foresight/times/expected_times.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_stages.hpp"

namespace exonweave::apps {

struct engine_estimate {
  std::string name;
  double thread_seconds = 0;  // of one thread: search, learning and results
  // Nine of ten single results took as much longer or shorter when the machine was calibrated; wider where some targets
  // stand for all.
  double low = 0, high = 0;
  double seconds = 0;                // on the threads of the run
  bool is_measured = false;          // by a calibration of this machine; else by what comes with the program
  std::vector<double> of_results{};  // [targets] one thread
  std::optional<device_traffic>
      device{};  // of a GPU: what is held at once, what is copied in all; without what a driver holds
};

/// Memory of a run at its peak, and what it writes. Bytes.
struct space_estimate {
  double memory = 0;
  double memory_unbounded = 0;  // without --memory
  double memory_bound = 0;      // what graphs and rows may take at most
  double output = 0;            // of --out, not packed
};

struct run_estimate {
  std::vector<locus_target> targets{};  // of all results, or of those of some targets: see predict_inputs::scale
  double n_results = 0;                 // of the run
  std::vector<expected_work> work{};    // [targets] with the engine that is taken
  by_search_unit search_work{};
  double search_seconds = 0;    // 0: nothing is searched for
  double learning_seconds = 0;  // of the engine that is taken
  bound_work swept{};           // with --where exhaustive
  sweep_plan sweeps{};          // likewise; of all targets
  std::vector<engine_estimate> engines{};
  std::size_t taken = 0;  // of the engines: the one that --engine says, or that auto takes
  std::string reason{};
  space_estimate space{};
  std::string calibration{};  // the file of its prices; empty: those that come with the program

  [[nodiscard]] const engine_estimate& engine() const { return engines[taken]; }
};

/// What of a run is done in some seconds, the shortest results first.
struct within_budget {
  double n_results = 0;
  double share = 0;  // of all results
};
within_budget done_in(const run_estimate& found, unsigned n_threads, double scale, double seconds);

/// Looks at the graphs of some regions. Where loci are searched for it does so, and learns what introns cost. Aligns
/// nothing else. Throws as a run does.
run_estimate estimate_run(run_context& run, predict_inputs& inputs);

/// For people.
std::string estimate_text(const run_estimate& found, const predict_options& options, const predict_inputs& inputs,
                          std::optional<double> budget);

nlohmann::ordered_json estimate_json(const run_estimate& found, const predict_options& options,
                                     const predict_inputs& inputs, std::optional<double> budget);

/// A row for each result in `targets`, the longest first.
std::string locus_table(const run_estimate& found, const predict_inputs& inputs);

}  // namespace exonweave::apps
