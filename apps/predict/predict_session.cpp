#include "predict/predict_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "foresight/times/expected_times.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/expected_run.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_multiqc.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"
#include "predict/predict_significance.hpp"
#include "predict/predict_training.hpp"
#include "shell/failures.hpp"
#include "shell/messages.hpp"
#include "shell/process.hpp"

namespace exonweave::apps {

void check_run(const predict_options& options) {
  check(options);
  check_multiqc(options);
  check_engine(options);
  if (options.memory) keep_within(*options.memory);
}

namespace {

predict_inputs read_within_memory(const predict_options& options, report& problems) {
  return within_memory(options, 0,
                       {.where = {options.data.genome},
                        .what = "not enough memory for what is read and tried",
                        .hint = ", or give fewer sequences, targets or candidates to one run"},
                       [&] { return read_inputs(options, problems); });
}

predict_inputs read_checked(const predict_options& options, stage_clock& clock, report& problems) {
  clock.begin("read");
  predict_inputs read = read_within_memory(options, problems);
  if (const auto named = paths_in_scoring(options, read); !named.empty()) check_paths(named, output_paths(options));
  check_outputs(options, read.targets.kind);
  check_max_e_value(options, read);
  check_min_support(options, read);
  check_training(options, read);
  return read;
}

}  // namespace

predict_session::predict_session(const predict_options& given)
    : options(given),
      watch(run_input_paths(given)),
      inputs(read_checked(given, clock, problems)),
      costs(run_costs::read(given.calibration, problems)) {
  problems.throw_if_errors();
  if (options.plan.empty() && options.parts.empty()) all_are_open();
}

predict_session::~predict_session() = default;

const spliced::cost_model& predict_session::cost_model() const {
  return costs.of(working_engine(engine().name(), how->scoring).name, kind_of_work());
}

spliced::work_kind predict_session::kind_of_work() const { return work_kind_of(inputs.targets.kind, options.blocks()); }

void predict_session::sum_inputs() {
  clock.begin("checksums");
  files = sum_input_files(options, inputs);
  sums_ = files;
  for (const named_path& each : run_input_paths(options))
    if (!each.path.empty() && std::ranges::find(sums_, each.path, &input_file::path) == sums_.end())
      sums_.push_back(sum_file(each.option, each.path));
  watch.check_sums();
}

void predict_session::find_cases(progress_notes& notes) {
  if (inputs.is_searched) {
    clock.begin("search");
    search_for_cases(options, inputs, notes);
  } else if (options.where == search_where::everywhere && !options.quiet) {
    tell("exonweave: {}\n", everywhere_text(options, inputs));
  }
  check_held_memory(options, inputs, scale);
  check_planned();
  engine_ = choose_engine(options, inputs, warnings_, scale, [this] { return expected_run_seconds(*this); });
  if (engine_->facts().is_of_gpu) costs.check_gpus(usable_gpus(), problems);
  check_scoring(*engine_, make_prediction_options(options, inputs, *engine_).scoring);
}

void predict_session::check_planned() {
  if (!n_planned) return;
  const std::size_t n_places = targets_of(inputs.for_prediction()).size();
  if (n_places != *n_planned)
    throw bad_data({.where = {options.plan},
                    .what = "the plan contradicts itself: it divides another number of results than there are",
                    .got = std::to_string(*n_planned),
                    .need = std::to_string(n_places),
                    .hint = "make another plan with 'exonweave shard'"});
}

std::vector<locus_target> predict_session::wanted_targets() {
  auto targets = targets_of(inputs.for_prediction());
  if (!asked.empty()) std::erase_if(targets, [&](const locus_target& each) { return !asked[each.place]; });
  return targets;
}

void predict_session::learn(progress_notes& notes) {
  if (training_rounds(options, inputs) == 0) return;
  clock.begin("learn");
  rounds = train(options, inputs, *engine_, notes, problems);
  if (!options.quiet) tell("exonweave: {}\n", training_text(rounds));
  if (inputs.is_searched) take_cases(options, inputs);
  check_planned();
}

void predict_session::prepare(progress_notes& notes) {
  check_bounds(options, inputs.scoring);
  find_cases(notes);
  learn(notes);
  how = make_prediction_options(options, inputs, *engine_);
  clock.begin("significance");
  add_significance(options, inputs, *how);
  if (options.where != search_where::exhaustive) return;
  clock.begin("sweep");
  take_places_by_bounds(options, inputs, *how, costs, problems);
}

void predict_session::align(const std::function<void(locus_result&&)>& sink, result_log log) {
  clock.begin("align");
  // what is left is told by expected times
  expected_us_ = expected_progress(*this, log);
  run_prediction("aligning", options, input(), *how, sink, std::move(log));
}

prediction_input predict_session::input() {
  prediction_input made = inputs.for_prediction();
  if (!asked.empty()) made.asked = &asked;
  if (!expected_us_.empty()) made.expected_us = &expected_us_;
  return made;
}

}  // namespace exonweave::apps
