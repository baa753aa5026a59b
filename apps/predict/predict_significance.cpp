#include "predict/predict_significance.hpp"

#include "exons/run/search_space.hpp"
#include "exons/significance/score_statistics.hpp"
#include "predict/predict_output_options.hpp"

namespace exonweave::apps {

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
