// What `exonweave search --estimate` finds out, and how it says it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "exons/places/locus_search.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "predict/predict_inputs.hpp"
#include "shell/options.hpp"
#include "shell/run_costs.hpp"

namespace exonweave::apps {

struct search_estimate_options {
  bool is_estimate = false;
  std::string json;         // empty: none; only with an estimate
  std::string calibration;  // empty: the usual one, if there is any
};

/// Adds --estimate, --json and --calibration.
void add_search_estimate_options(CLI::App& command, search_estimate_options& options);

struct search_run {
  genetic_code code;
  search_rules rules;
  thread_numbers threads;
  bool quiet = false;
};

/// Searches with some of the targets, where all would take long, and says what the search of all takes: as text to
/// standard output, or to standard error where JSON goes there. Throws io_failure, run_stopped.
void print_search_estimate(predict_inputs inputs, const search_run& run, const run_costs& costs,
                           const search_estimate_options& options);

}  // namespace exonweave::apps
