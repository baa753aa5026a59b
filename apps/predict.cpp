// `exonweave predict`: the main job. Candidates and targets in, the best chain of exons per target and region
// out.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "closing_line.hpp"
#include "failures.hpp"
#include "predict_engine.hpp"
#include "predict_journal.hpp"
#include "predict_multiqc.hpp"
#include "predict_output_options.hpp"
#include "predict_outputs.hpp"
#include "predict_results.hpp"
#include "predict_run.hpp"
#include "predict_search.hpp"
#include "predict_significance.hpp"
#include "predict_summary.hpp"
#include "predict_training.hpp"
#include "process.hpp"
#include "subcommands.hpp"

namespace exonweave::apps {
namespace {

// A pair without a model is worth a word, and so is a target without any when it was tried everywhere; the
// models of the others are written all the same.
void warn_of_empty_loci(const unplaced_results& unplaced, const predict_inputs& read, report& problems) {
  const bool is_paired = unplaced.is_paired();
  std::set<std::size_t> told;  // targets, where each needs one word only
  for (const locus_result* locus : unplaced.results()) {
    if (locus->too_large) {
      problems.warn(*locus->too_large);
      continue;
    }
    if (!is_paired && !told.insert(locus->of.target).second) continue;
    const target& without = read.targets.targets[locus->of.target];
    problems.warn(
        {read.targets.where(without),
         fmt::format("{} without a model: {}", is_paired ? "pair" : "target", to_string(locus->outcome)),
         without.name, "", ""});
  }
  if (read.cases.empty())
    problems.warn({{read.targets.path()},
                   is_paired ? "no pair is for these targets: the result is empty"
                   : read.candidates.sources.empty()
                       ? "no target, or no sequence: the result is empty"
                       : "no target meets a candidate exon: the result is empty",
                   "",
                   "",
                   ""});
}

// Nothing was written yet. One that is too large is no reason to lose the others, unless there are none.
void check_too_large(const predict_options& options, const unplaced_results& unplaced) {
  const auto results = unplaced.results();
  const auto first =
      std::ranges::find_if(results, [](const locus_result* r) { return r->too_large.has_value(); });
  if (first == results.end()) return;
  if (options.is_strict) throw region_too_large(*(*first)->too_large);
  if (!unplaced.has_others()) throw not_enough_memory(*(*first)->too_large);
}

void write_locus_models(const predict_options& options, const predict_inputs& read,
                        const spliced::substitution_matrix& scores, std::vector<gene_model> chosen,
                        predict_outputs& outputs) {
  std::vector<locus_models> models;
  for (auto& model : chosen) models.push_back({std::move(model)});
  outputs.write_locus_models(
      model_listing(std::move(models), read.sequences.catalog(), read.targets, options.form(read.unit())),
      scores);
}

// What a run has beside what it was asked for and has read.
struct predict_session {
  const std::vector<input_file>& inputs;  // empty where nobody wants to know
  predict_outputs& outputs;
  const progress_notes& notes;
  report& problems;
  stage_clock& clock;
};

void predict_into(const predict_session& session, const predict_options& options, predict_inputs& read) {
  auto& [files, outputs, notes, problems, clock] = session;
  if (read.is_searched) {
    clock.begin("search");
    search_for_cases(options, read, notes);
  } else if (options.where == search_where::everywhere && !options.quiet) {
    fmt::print(stderr, "exonweave: {}\n", everywhere_text(options, read));
  }
  engine_warnings warnings;
  const auto engine = choose_engine(options, read, warnings);
  const prediction_input input = read.for_prediction();
  check_scoring(*engine, make_prediction_options(options, read, *engine).scoring);

  std::vector<lesson> lessons;
  if (training_rounds(options, read) > 0) {
    clock.begin("learn");
    lessons = train(options, read, *engine, notes, problems);
    if (!options.quiet) fmt::print(stderr, "exonweave: {}\n", training_text(lessons));
    if (outputs.wants_model()) outputs.write_model(model_text(lessons.back()));
    if (read.is_searched) take_cases(options, read);
  }
  prediction_options how = make_prediction_options(options, read, *engine);
  clock.begin("calibrate");
  add_significance(options, read, how);

  clock.begin("align");
  predict_results results(options, input, how.scoring.substitution, read.unit(), outputs);
  run_prediction(
      "aligning", options, input, how, [&](locus_result&& result) { results.add(std::move(result)); },
      notes.log());
  results.finish();
  const kept_results& kept = results.kept();
  check_too_large(options, kept.unplaced);
  warn_of_empty_loci(kept.unplaced, read, problems);
  warnings.tell(problems);

  std::vector<gene_model> chosen;
  if (outputs.wants_locus_models()) {
    clock.begin("choose");
    chosen = choose_locus_models(kept.elective, input, how);
  }

  clock.begin("write");
  if (outputs.wants_summary())
    outputs.write_summary(predict_summary(options, read, how, {files, lessons, kept.summary}, clock));
  if (kept.multiqc)
    outputs.write_multiqc(multiqc_text(multiqc_sample(options), kept.multiqc->row(kept.n_loci)));
  outputs.write_unplaced(kept.unplaced, input, read.unit());
  if (outputs.wants_locus_models())
    write_locus_models(options, read, how.scoring.substitution, std::move(chosen), outputs);
  print_warnings(problems);
  outputs.commit();
  if (!options.quiet)
    print_closing_line({{kept.n_loci, "locus", "loci"}, {kept.n_models, "model", "models"}}, clock.total());
}

void predict(const predict_options& options) {
  check(options);
  check_multiqc(options);
  check_engine(options);
  if (options.memory) keep_within(*options.memory);
  stage_clock clock;
  predict_outputs outputs(options);

  clock.begin("read");
  report problems;
  predict_inputs read = read_inputs(options, problems);
  check_outputs(options, read.targets.kind);
  check_max_e_value(options, read);
  check_training(options, read);

  const bool has_journal = wants_journal(options, read);
  std::vector<input_file> inputs;
  if (has_journal || outputs.wants_summary()) {
    clock.begin("checksums");
    inputs = sum_input_files(options, read);
  }
  const auto journal = has_journal ? open_journal(options, read, inputs, problems) : nullptr;
  try {
    predict_into({inputs, outputs, progress_notes(options, journal.get()), problems, clock}, options, read);
  } catch (...) {
    leave_journal(options, journal.get());
    throw;
  }
  if (journal) journal->remove();
}

}  // namespace

void add_predict(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("predict", "Predict gene models: the best chain of candidate exons per target");
  const auto options = std::make_shared<predict_options>();
  add_predict_options(*command, *options);
  command->callback([options, command] {
    options->given = given_options(*command);
    predict(*options);
  });
}

}  // namespace exonweave::apps
