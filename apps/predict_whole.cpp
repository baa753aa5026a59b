#include "predict_whole.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "closing_line.hpp"
#include "estimate_words.hpp"
#include "exons/calibration/known_engines.hpp"
#include "failures.hpp"
#include "predict_multiqc.hpp"
#include "predict_results.hpp"
#include "predict_run.hpp"
#include "predict_search.hpp"
#include "predict_summary.hpp"
#include "predict_training.hpp"
#include "search_limits.hpp"

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
  // Where nothing at all is tried that is told in one go.
  if (!is_paired && !read.cases.empty())
    for (const target* each : unplaced.untried(read.targets))
      problems.warn({read.targets.where(*each),
                     fmt::format("target without a model: {}", to_string(unplaced.of_untried())), each->name,
                     "", ""});
  if (read.cases.empty())
    problems.warn({{read.targets.path()},
                   is_paired          ? "no pair is for these targets: the result is empty"
                   : read.is_searched ? "no target has a locus: the result is empty"
                   : read.candidates.sources.empty()
                       ? "no target, or no sequence: the result is empty"
                       : "no target meets a candidate exon: the result is empty",
                   "",
                   "",
                   ""});
}

// What a limit leaves out is counted, wherever that is.
void warn_of_cut_regions(const unplaced_results& unplaced, std::size_t most, const predict_inputs& read,
                         report& problems) {
  const auto& results = unplaced.cut_results();
  if (results.empty()) return;
  std::size_t n = 0;
  for (const locus_result& each : results) n += each.n_left_out;
  const target& first = read.targets.targets[results.front().of.target];
  problems.warn({read.targets.where(first),
                 fmt::format("loci beyond --max-loci are left out: {}, on {} region{}", n, results.size(),
                             results.size() == 1 ? "" : "s"),
                 first.name, fmt::format("up to {} of a target on a region", most), "raise --max-loci"});
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

// Work takes another time here than was expected. What a run before or a part has left was perhaps done elsewhere.
void tell_drift_of_results(const predict_session& session, const summary_results& results) {
  const predict_options& options = session.options;
  if (options.quiet || options.resumes || !options.parts.empty()) return;
  if (const auto drift = results.drift(known_engine_of(session.engine().name()).is_of_gpu))
    tell_drift("results", *drift);
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

}  // namespace

void predict_whole(predict_session& session, predict_outputs& outputs, progress_notes& notes) {
  const predict_options& options = session.options;
  predict_inputs& read = session.inputs;
  stage_clock& clock = session.clock;
  session.prepare(notes);
  if (outputs.wants_model()) outputs.write_model(model_text(session.lessons.back()));
  const prediction_options& how = *session.how;
  const prediction_input input = session.input();

  predict_results results(options, input, how, read.unit(), session.cost_model(), outputs);
  session.align([&](locus_result&& result) { results.add(std::move(result)); }, notes.take_log());
  if (read.is_searched) results.add_limits(read.loci);
  results.finish();
  const kept_results& kept = results.kept();
  check_too_large(options, kept.unplaced);
  warn_of_empty_loci(kept.unplaced, read, session.problems);
  warn_of_cut_regions(kept.unplaced, how.max_loci, read, session.problems);
  if (read.is_searched)
    warn_of_limits(read.loci, read.targets, search_rules_of(options, read.scoring), session.problems);
  session.finish();

  std::vector<gene_model> chosen;
  if (outputs.wants_locus_models()) {
    clock.begin("choose");
    chosen = run_elections(options, kept.elective, input, how);
  }

  clock.begin("write");
  if (outputs.wants_summary())
    outputs.write_summary(
        predict_summary(options, read, how, {session.files, session.lessons, kept.summary}, clock));
  if (kept.multiqc)
    outputs.write_multiqc(multiqc_text(multiqc_sample(options), kept.multiqc->row(kept.n_loci)));
  outputs.write_unplaced(kept.unplaced, input, read.unit());
  if (outputs.wants_locus_models())
    write_locus_models(options, read, how.scoring.substitution, std::move(chosen), outputs);
  print_warnings(session.problems);
  outputs.commit();
  tell_drift_of_results(session, kept.summary);
  if (!options.quiet)
    print_closing_line({{kept.n_loci, "locus", "loci"}, {kept.n_models, "model", "models"}}, clock.total());
}

}  // namespace exonweave::apps
