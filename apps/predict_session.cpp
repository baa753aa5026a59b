#include "predict_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "exons/calibration/known_engines.hpp"
#include "exons/prediction/expected_times.hpp"
#include "expected_run.hpp"
#include "failures.hpp"
#include "predict_multiqc.hpp"
#include "predict_output_options.hpp"
#include "predict_run.hpp"
#include "predict_search.hpp"
#include "predict_significance.hpp"
#include "predict_training.hpp"
#include "process.hpp"

namespace exonweave::apps {

void check_run(const predict_options& options) {
  check(options);
  check_multiqc(options);
  check_engine(options);
  if (options.memory) keep_within(*options.memory);
}

namespace {

predict_inputs read_checked(const predict_options& options, stage_clock& clock, report& problems) {
  clock.begin("read");
  predict_inputs read = read_inputs(options, problems);
  check_outputs(options, read.targets.kind);
  check_max_e_value(options, read);
  check_min_support(options, read);
  check_training(options, read);
  return read;
}

}  // namespace

predict_session::predict_session(const predict_options& given)
    : options(given),
      inputs(read_checked(given, clock, problems)),
      costs(run_costs::read(given.calibration, problems)) {
  problems.throw_if_errors();
}

const spliced::cost_model& predict_session::cost_model() const {
  return costs.of(engine().name(), kind_of_work());
}

spliced::work_kind predict_session::kind_of_work() const {
  return work_kind_of(inputs.targets.kind, options.blocks());
}

void predict_session::sum_inputs() {
  clock.begin("checksums");
  files = sum_input_files(options, inputs);
}

void predict_session::find_cases(progress_notes& notes) {
  if (inputs.is_searched) {
    clock.begin("search");
    search_for_cases(options, inputs, notes);
  } else if (options.where == search_where::everywhere && !options.quiet) {
    fmt::print(stderr, "exonweave: {}\n", everywhere_text(options, inputs));
  }
  engine_ = choose_engine(options, inputs, warnings_, scale, [this](const spliced::engine& engine) {
    return expected_run_seconds(*this, engine);
  });
  if (known_engine_of(engine_->name()).is_of_gpu) costs.check_gpus(usable_gpus(), problems);
  check_scoring(*engine_, make_prediction_options(options, inputs, *engine_).scoring);
}

std::vector<locus_target> predict_session::wanted_targets() {
  auto targets = targets_of(inputs.for_prediction());
  if (!asked.empty()) std::erase_if(targets, [&](const locus_target& each) { return !asked[each.place]; });
  return targets;
}

void predict_session::prepare(progress_notes& notes) {
  find_cases(notes);
  if (training_rounds(options, inputs) > 0) {
    clock.begin("learn");
    lessons = train(options, inputs, *engine_, notes, problems);
    if (!options.quiet) fmt::print(stderr, "exonweave: {}\n", training_text(lessons));
    if (inputs.is_searched) take_cases(options, inputs);
  }
  how = make_prediction_options(options, inputs, *engine_);
  clock.begin("significance");
  add_significance(options, inputs, *how);
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
