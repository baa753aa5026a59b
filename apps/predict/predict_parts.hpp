// A run in parts: `shard` writes the plan, `predict --part` works out one part, `merge` joins them.
//
//   shard ----> plan: what was found and learnt, which result is whose
//                 |--> predict --part 1 --> journal 1 --|
//                 |--> predict --part 2 --> journal 2 --|--> merge --> the outputs of the whole run
//                 `--> ...                              |
#pragma once

#include <string>
#include <vector>

#include "exons/run/run_journal.hpp"
#include "predict/predict_stages.hpp"

namespace exonweave::apps {

/// `words` of the program, the subcommand first. Where that takes a plan and is given one with --plan, the options that
/// decide the results of the run that it divides come before all others, but for those that are given. Throws bad_data
/// where the file is no plan that is whole; missing_input, io_failure.
std::vector<std::string> with_options_of_plan(std::vector<std::string> words);

struct run_plan {
  run_notes notes;  // loci, rounds of learning and the division
  std::string md5;  // of the file
};

/// What --plan holds; `files` are the inputs of the run. Throws bad_data when it is of another run than this, or none
/// that is whole; missing_input.
run_plan read_plan(const predict_options& options, const predict_inputs& inputs, const std::vector<input_file>& files);

/// The results of all parts, options.role.parts, each place once. Throws bad_data with what parts are missing,
/// double, not done, or of another plan; missing_input.
std::vector<placed_result> read_parts(const predict_options& options, const predict_inputs& inputs,
                                      const std::vector<input_file>& files, const run_plan& plan);

/// Refuses --part without what it needs, and outputs next to it. Throws bad_usage.
void check_part(const predict_options& options);

/// Works out one part of a run. Its journal stays. Throws as a whole run does.
void predict_part(const predict_options& options);

}  // namespace exonweave::apps
