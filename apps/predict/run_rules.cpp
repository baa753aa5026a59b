#include "predict/run_rules.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "exons/run/disrupted_genes.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_training.hpp"

namespace exonweave::apps {
namespace {

// Whether an estimate is of more threads than work here: this machine's memory says nothing then.
bool is_of_another_machine(const predict_options& options) {
  return options.role.is_estimate && options.threads.of_run > options.threads.here;
}

std::uint64_t usual_memory(const predict_options& options) {
  const spliced::engine_facts* const requested = gpu::known_engines().find(options.engine.name);
  const std::uint64_t for_each_thread = (requested != nullptr ? *requested : spliced::engine_facts{}).memory_per_thread;
  if (is_of_another_machine(options)) return options.threads.of_run * for_each_thread;
  return std::min(half_of_memory(), options.threads.here * for_each_thread);
}

}  // namespace

memory_terms memory_terms_of(const predict_options& options) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  return {.n_chains = options.models.n_chains,
          .has_pairs = options.data.has_pairs(),
          .is_part = options.role.is_of_parts(),
          .needs_all_models = options.resumes || options.role.is_merge(),  // what these have left is read first
          .has_elections = options.outputs.has_locus_models(),
          .may_find_genes = options.genes.gene_model != gene_model_request::off,
          .n_threads = options.threads.of_run,
          .requested = options.memory,
          .usual_for_graphs = usual_memory(options),
          .usual_alone = is_of_another_machine(options) ? any : half_of_memory()};
}

namespace {

search_rules search_rules_of(const predict_options& options, const scoring_options& scoring) {
  search_rules rules = options.outputs.is_annotation() ? rules_for_genes(options.places.is_sensitive) : search_rules{};
  if (scoring.max_intron) rules.max_intron = *scoring.max_intron;
  rules.is_sensitive = options.places.is_sensitive;
  rules.seeds_soft_masked = options.places.seeds_soft_masked;
  rules.masks_low_complexity = options.places.masks_low_complexity;
  if (options.data.flank) rules.flank = *options.data.flank;
  if (options.places.max_loci) rules.max_n_loci = *options.places.max_loci;
  rules.n_threads = options.threads.here;
  return rules;
}

// With free target ends any target finds some chain.
std::optional<written_score> lowest_score(const std::optional<written_score>& requested, bool has_free_ends) {
  if (requested || !has_free_ends) return requested;
  return usual_min_score;
}

spliced::score inside(const std::optional<written_score>& least, score_unit unit) {
  if (!least) return spliced::unreachable;
  if (!unit.holds(*least))
    throw bad_usage({.what = "--min-score: not a whole number",
                     .got = to_string(*least),
                     .need = "a whole number",
                     .hint = std::string(halves_hint)});
  constexpr written_score limit = spliced::score_limit;  // beyond all scores
  return unit.inside(std::clamp(*least, written_score(-spliced::score_limit), limit));
}

pass_rules make_pass_rules(const model_requests& models, const place_requests& places, const predict_options& options,
                           const predict_inputs& read) {
  const scoring_options& scoring = read.scoring;
  const score_unit unit = read.unit();
  pass_rules made{.lowest_score = lowest_score(models.min_score, scoring.free_target_ends),
                  .max_e_value = models.max_e_value,
                  .goes_by_score = models.min_score.has_value()};
  prediction_options& base = made.base;
  base.codes = read.codes;
  base.has_introns = scoring.max_intron != 0;
  base.candidates = {{scoring.candidate_weight, scoring.evidence, unit}, unit.inside(scoring.type_mismatch)};
  base.blocks = options.blocks();
  base.min_site = unit.inside(scoring.min_site).value_or(spliced::unreachable);
  base.min_score = inside(made.lowest_score, unit);
  if (read.targets.kind == molecule::protein && base.blocks == block_mode::add && read.candidates.sources.empty())
    base.disruption = recheck_costs(scoring, unit);
  base.extend_starts = scoring.extend_starts;
  base.min_coverage = models.min_coverage;
  base.solver = {.n_chains = models.n_chains, .with_margins = models.with_margins};
  base.n_isoforms = options.genes.n_isoforms;
  base.max_loci = places.max_loci.value_or(usual_max_loci(read.targets.kind));
  if (base.max_loci > 1) base.solver.locus_fraction = places.min_loci_score;
  base.n_threads = options.threads.here;
  return made;
}

training_rules training_rules_of(const predict_options& options, const predict_inputs& read) {
  return {training_rounds(options.scoring, read),
          {.before = read.first_model.scoring.splice_model,
           .before_model = read.first_model.sites,
           .may_be_own = options.scoring.training_rounds != 0,
           .must_be_own = read.scoring.splice_model == self_splice_model,
           .codons_by = read.takes_coding ? std::optional(read.codes.usual()) : std::nullopt,
           .may_be_nearest = is_learnt_model(read.scoring.splice_model)}};
}

}  // namespace

run_rules make_run_rules(const predict_options& options, const predict_inputs& read, run_costs costs) {
  const bool is_merge = options.role.is_merge();
  return {.costs = std::move(costs),
          .threads = options.threads,
          .memory = memory_terms_of(options),
          .engine = options.engine,
          .search = search_rules_of(options, read.scoring),
          .where = options.places.where,
          .may_search = options.may_search(),
          .min_loci_score = options.places.min_loci_score,
          .tried = !options.data.hits.empty()    ? tried_places::hits
                   : !options.data.pairs.empty() ? tried_places::pairs
                                                 : tried_places::any,
          .introns = options.scoring.introns,
          .models = make_pass_rules(options.models, options.places, options, read),
          .learning = make_pass_rules({}, {}, options, read),
          .training = training_rules_of(options, read),
          .genes = options.genes,
          .is_quiet = options.quiet,
          .is_strict = options.is_strict,
          .is_merge = is_merge,
          .is_continued = options.resumes || is_merge,
          .may_be_divided = !options.role.is_of_parts() && !is_merge && !options.outputs.is_annotation(),
          .reported = {options.given, options.data.candidate_rows.types, options.scoring.codes,
                       options.scoring.coding_model_or_own()}};
}

}  // namespace exonweave::apps
