#include "predict_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "exons/prediction/expected_times.hpp"
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
  engine_ = choose_engine(options, inputs, warnings_, scale,
                          [this](const spliced::engine& engine) { return expected_run_seconds(engine); });
  if (engine_->name().starts_with("cuda")) costs.check_gpus(usable_gpus(), problems);
  check_scoring(*engine_, make_prediction_options(options, inputs, *engine_).scoring);
}

// One host thread does all of a GPU's work that is not the GPU's own; four keep it busy, as far as that was measured
// (docs/benchmarks/estimate.md).
double predict_session::seconds_on_threads(std::string_view engine, double thread_seconds) const {
  constexpr unsigned most_of_gpu = 4;
  constexpr double gpu_start = 0.5;
  if (!engine.starts_with("cuda")) return thread_seconds / options.n_threads;
  return gpu_start + thread_seconds / std::min(options.n_threads, most_of_gpu);
}

std::vector<locus_target> predict_session::wanted_targets() {
  auto targets = targets_of(inputs.for_prediction());
  if (!asked.empty()) std::erase_if(targets, [&](const locus_target& each) { return !asked[each.place]; });
  return targets;
}

double predict_session::expected_run_seconds(const spliced::engine& engine) {
  constexpr size_sample some{60, 600'000, 200'000};
  const auto with = make_prediction_options(options, inputs, engine);
  const auto work = expect_work(inputs.for_prediction(), with, wanted_targets(), some);
  const auto seconds = expected_seconds(work, costs.of(engine.name(), kind_of_work()));
  return seconds_on_threads(engine.name(), scale * std::accumulate(seconds.begin(), seconds.end(), 0.0));
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
  clock.begin("calibrate");
  add_significance(options, inputs, *how);
}

// What is left is told by expected times where it takes so long that somebody may read it, and to expect them takes no longer.
void predict_session::expect_times(const result_log& log) {
  constexpr std::uint64_t fewest_cells = 20'000'000'000;
  constexpr std::size_t most_results = 100'000;  // each takes some 400 bytes meanwhile
  constexpr size_sample some{30, 300'000, 100'000};
  if (options.quiet || count_planned_cells(input(), *how, log.known) < fewest_cells) return;
  const auto targets = wanted_targets();
  if (targets.empty() || targets.size() > most_results) return;
  const auto seconds =
      expected_seconds(expect_work(inputs.for_prediction(), *how, targets, some), cost_model());
  expected_us_.assign(targets.back().place + 1, 1);
  for (std::size_t k = 0; k < targets.size(); ++k)
    expected_us_[targets[k].place] += static_cast<std::uint64_t>(1e6 * seconds[k]);
}

void predict_session::align(const std::function<void(locus_result&&)>& sink, result_log log) {
  clock.begin("align");
  expect_times(log);
  run_prediction("aligning", options, input(), *how, sink, std::move(log));
}

prediction_input predict_session::input() {
  prediction_input made = inputs.for_prediction();
  if (!asked.empty()) made.asked = &asked;
  if (!expected_us_.empty()) made.expected_us = &expected_us_;
  return made;
}

}  // namespace exonweave::apps
