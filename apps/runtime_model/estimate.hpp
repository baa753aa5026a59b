// What `exonweave estimate` and the --estimate of predict do.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "exons/run/planner.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_options.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_stages.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

namespace exonweave::apps {

// What a run of predict will take: found out from its inputs.

/// Memory of a run at its peak, and what it writes. Bytes.
struct space_estimate {
  double memory = 0;
  double memory_unbounded = 0;  // without --memory
  double memory_bound = 0;      // what graphs and rows may take at most
  double output = 0;            // of --out, not packed
};

struct run_estimate {
  planned_run plan;                     // has the cases that targets refer to
  std::vector<locus_target> targets{};  // of all results, or of those of some targets: see predict_inputs::scale
  double n_results = 0;                 // of the run
  std::vector<expected_work> work{};    // [targets] with the engine that is taken
  run_terms terms{};
  spliced::by_cost_unit search_work{};  // and of the gene model; nothing: there is neither
  bound_work swept{};                   // with --where exhaustive
  sweep_plan sweeps{};                  // likewise; of all targets
  std::vector<engine_estimate> engines{};
  std::size_t taken = 0;  // of the engines: the one that --engine says, or that auto takes
  std::string reason{};
  space_estimate space{};
  std::string calibration{};  // the file of its prices; empty: those that come with the program

  [[nodiscard]] const engine_estimate& engine() const { return engines[taken]; }
};

/// With some of the targets in place of all, where the search for their loci would take long. Throws not_enough_memory
/// where --memory does not do for the search of all.
predict_inputs sample_inputs(predict_inputs inputs);

/// Looks at the graphs of some regions. Where loci are searched for it does so, and learns what introns cost. Aligns
/// nothing else. Throws as a run does.
run_estimate estimate_run(const predict_inputs& inputs, stage_clock& clock, report& problems);

// How `exonweave estimate` says what it finds out.

/// For people.
std::string estimate_text(const run_estimate& found, const predict_inputs& inputs, std::optional<double> budget);

nlohmann::ordered_json estimate_json(const run_estimate& found, const predict_inputs& inputs,
                                     std::optional<double> budget);

/// A row for each result in `targets`, the longest first.
std::string locus_table(const run_estimate& found, const predict_inputs& inputs);

/// Says how long the run will take, as text or in the files of options.estimate. Nothing is aligned but what a splice
/// model is learnt from. Throws as a run does.
void print_estimate(const predict_options& options);

}  // namespace exonweave::apps
