#include "predict/predict_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/failures.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "exons/run/disrupted_genes.hpp"
#include "exons/run/gene_ends.hpp"
#include "exons/run/search_space.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/solving/solver_settings.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_output_options.hpp"

namespace exonweave::apps {

prediction_options make_prediction_options(const pass_rules& pass, const placed_run& run, const run_model& model,
                                           const spliced::engine& engine) {
  const predict_inputs& read = run.inputs;
  const scoring_options& scoring = model.scoring;
  const score_unit unit = read.unit();
  prediction_options made = pass.base;
  made.scoring = read.targets.kind == molecule::protein
                     ? make_chain_scoring(scoring, read.amino_acids, &made.codes.usual())
                     : make_chain_scoring(scoring, dna_substitution(scoring), nullptr);
  if (!read.limits_introns()) made.scoring.introns.max_intron = intron_rules::no_limit;
  if (model.coding && scoring.extend_starts) made.ends = weights_of_ends(*model.coding, unit);
  if (scoring.splice_model != no_splice_model || read.listed)
    made.candidate_sites = site_scorer(model.sites, scoring.sites, unit);
  made.block_sites = site_scorer(model.sites, sites_of_blocks(scoring.sites, read.rules.introns), unit);
  made.listed_scores = read.listed ? &*read.listed : nullptr;
  if (read.targets.kind == molecule::protein && scoring.open_end)
    made.cuts = {unit.inside(*scoring.open_end), unit.inside(scoring.cut_intron),
                 std::min(longest_cut_intron, made.scoring.introns.max_intron)};
  made.solver.engine = &engine;
  made.memory = solver_memory(read, run.places(), made.solver.n_chains);
  return made;
}

namespace {

problem_report fewer_threads(const std::string& stage, std::size_t n_threads, unsigned n_requested) {
  return {.what = stage + ": the system gives fewer threads than --threads says",
          .got = std::to_string(n_threads),
          .need = fmt::format("up to {}", n_requested),
          .hint = "the result is the same, but later; check the limits of processes and memory: ulimit -u, ulimit -v"};
}

}  // namespace

void run_prediction(const std::string& stage, const prediction_input& input, prediction_options how, bool is_quiet,
                    const std::function<void(locus_result&&)>& sink, result_log log) {
  run_control control;
  how.control = &control;
  report warnings;
  how.on_fewer_threads = [&](std::size_t n) { warnings.warn(fewer_threads(stage, n, how.n_threads)); };
  // Where margins and further chains count as well they are no cells.
  const bool is_in_cells = input.expected_us.empty() && n_counted_stages(how.solver) == 1;
  {
    const stoppable_run run(control);
    const progress shown(
        stage, is_in_cells ? "cells" : "", count_planned_cells(input, how, log.known),
        [&control] { return control.cells(); }, is_quiet);
    predict_loci(input, how, sink, std::move(log));
  }
  print_warnings(warnings);
  control.throw_if_stopped();  // at the last moment
}

std::vector<std::vector<gene_model>> run_elections(const std::vector<elective_model>& models,
                                                   const prediction_input& input, prediction_options how,
                                                   bool is_quiet) {
  run_control control;
  how.control = &control;
  std::vector<std::vector<gene_model>> chosen;
  {
    const stoppable_run run(control);
    std::optional<progress> shown;
    chosen = choose_locus_models(models, input, how, [&](std::uint64_t n_alignments) {
      shown.emplace(
          "selecting genes", "", n_alignments, [&control] { return control.cells(); }, is_quiet);
    });
  }
  control.throw_if_stopped();  // at the last moment
  return chosen;
}

void check_max_e_value(const predict_options& options, const predict_inputs& read) {
  if (options.models.max_e_value && !read.has_e_values())
    throw bad_usage({.what = "--max-evalue where models have no E-values",
                     .need = "protein targets, no candidates, free_target_ends",
                     .hint = "use --min-score"});
}

void check_min_support(const predict_options& options, const predict_inputs& read) {
  if (!options.genes.min_support) return;
  if (!options.outputs.has_locus_models())
    throw bad_usage({.what = "--min-support without models of loci", .need = locus_option_list()});
  if (!options.models.with_margins)
    throw bad_usage({.what = "--min-support together with --no-margins",
                     .need = "one of them",
                     .hint = "support is made of margins"});
  if (!read.has_e_values())
    throw bad_usage({.what = "--min-support where models have no support",
                     .need = "protein targets, no candidates, free_target_ends"});
}

prediction_options with_significance(const pass_rules& pass, const placed_run& run, const scoring_options& scoring,
                                     prediction_options how) {
  if (!run.inputs.has_e_values()) return how;
  const region_content content = content_of_regions(run.input(), how.codes);
  how.by_chance = known_statistics(scoring, run.inputs.codes.usual().id(), content.gc / 1e6);
  if (!how.by_chance)
    how.by_chance = fit_score_statistics({how.scoring, *how.block_sites, how.min_site, content.gc, how.has_introns});
  if (how.by_chance) how.by_chance->coding_fraction = content.coding_fraction;
  if (!how.by_chance && pass.max_e_value)
    throw bad_usage({.what = "--max-evalue with a scoring that finds hardly any chain by chance",
                     .need = "another scoring",
                     .hint = "use --min-score"});
  if (!how.by_chance && run.inputs.rules.genes.min_support)
    throw bad_usage(
        {.what = "--min-support with a scoring that finds hardly any chain by chance: models have no support",
         .need = "another scoring"});
  if (!how.by_chance || pass.goes_by_score) return how;
  how.max_e_value = pass.max_e_value.value_or(usual_max_e_value);
  how.min_score = spliced::unreachable;
  return how;
}

nlohmann::ordered_json significance_entry(const prediction_options& how, score_unit unit) {
  if (!how.by_chance) return nullptr;
  const score_statistics& known = *how.by_chance;
  return {{"lambda", known.random.lambda * unit.per_written()},
          {"k", known.random.k},
          {"gc", known.gc},
          {"coding_lambda", known.coding.lambda * unit.per_written()},
          {"coding_k", known.coding.k},
          {"coding_share", known.coding_fraction}};
}

}  // namespace exonweave::apps
