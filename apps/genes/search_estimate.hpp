// What `exonweave search --estimate` finds out, and how it says it.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "cli/run_costs.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "predict/predict_inputs.hpp"

namespace exonweave::apps {

struct search_run {
  genetic_codes codes;
  search_rules rules;
  thread_numbers threads;
  bool quiet = false;
};

/// Searches with some of the targets, where all would take long, and says what the search of all takes: as text to
/// standard output, or to standard error where JSON goes there. `json_path`: of its figures; empty: none. Throws
/// io_failure, run_stopped.
void print_search_estimate(predict_inputs inputs, const search_run& run, const run_costs& costs,
                           const std::string& json_path);

}  // namespace exonweave::apps
