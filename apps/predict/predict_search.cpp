#include "predict/predict_search.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "exons/places/locus_copies.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_places.hpp"
#include "shell/estimate_words.hpp"

namespace exonweave::apps {
namespace {

double count_cells_everywhere(const predict_inputs& inputs) {
  return 2 * static_cast<double>(count_nt(inputs.sequences.catalog())) * inputs.n_residues;
}

// What --memory does for depends on no number of threads: where it does not do for several, it may for one.
searched_loci find_within_memory(const predict_options& options, const predict_inputs& inputs,
                                 const problem_report& problem) {
  search_rules rules = search_rules_of(options, inputs.scoring);
  const auto find = [&](unsigned n_threads) {
    rules.n_threads = n_threads;
    return within_memory(options, held_without_models(options, inputs, {}), problem, [&] {
      return find_loci(inputs.sequences, inputs.targets, genetic_code(options.scoring.genetic_code), rules,
                       options.quiet);
    });
  };
  const unsigned n_threads = search_threads(options, inputs);
  if (n_threads > 1) try {
      return find(n_threads);
    } catch (const not_enough_memory&) {
    }
  return find(1);
}

}  // namespace

search_rules search_rules_of(const predict_options& options, const scoring_options& scoring) {
  search_rules rules;
  if (scoring.max_intron) rules.max_intron = *scoring.max_intron;
  if (options.places.is_sensitive) rules.seed_e_value = sensitive_seed_e_value;
  rules.seeds_soft_masked = options.places.seeds_soft_masked;
  rules.masks_low_complexity = options.places.masks_low_complexity;
  if (options.data.flank) rules.flank = *options.data.flank;
  if (options.places.max_loci) rules.most_loci = *options.places.max_loci;
  rules.n_threads = options.threads.here;
  return rules;
}

bool must_search(const predict_options& options, const predict_inputs& inputs) {
  const bool is_possible = inputs.targets.kind == molecule::protein && options.may_search();
  const bool is_for_search = options.places.is_sensitive || options.places.seeds_soft_masked;
  if (is_for_search && !is_possible)
    throw bad_usage({.what = std::string(options.places.is_sensitive ? "--sensitive" : "--seed-soft-masked") +
                             " where no loci are searched for",
                     .need = "protein targets, no candidates, no pairs, no hits, not everywhere"});
  const bool is_asked_for =
      options.places.where == search_where::loci || options.places.where == search_where::exhaustive;
  if (is_asked_for && !is_possible)
    throw bad_usage({.what = options.places.where == search_where::loci
                                 ? "--where loci where no search is possible"
                                 : "--where exhaustive where no search is possible",
                     .need = "protein targets, no candidates, no pairs, no hits"});
  const bool is_done = is_possible && (is_asked_for || count_cells_everywhere(inputs) > most_cells_everywhere);
  if (!is_done) check_flank(options.data, flank_need);
  return is_done;
}

found_places find_places(const predict_options& options, const predict_inputs& inputs, progress_notes& notes) {
  const problem_report problem{.where = {inputs.targets.path()},
                               .what = "not enough memory for the loci that the search finds",
                               .hint = ", give fewer targets to one run, or lower --max-loci"};
  searched_loci found;
  if (auto known = notes.take_loci()) {
    found.loci = std::move(*known);
  } else {
    check_search_memory(options, inputs);
    found = find_within_memory(options, inputs, problem);
    notes.note(found.loci);
  }
  return within_memory(options, held_without_models(options, inputs, {.loci = found.loci}), problem, [&] {
    if (options.places.max_loci == 1) count_copies(found.loci, options.places.min_loci_score);
    return make_places(options, inputs, inputs.first_model, std::move(found));
  });
}

std::string everywhere_text(const predict_options& options, const predict_inputs& inputs) {
  constexpr double usual_speed = 2e9;  // cells a second on one thread, about
  const double cells = count_cells_everywhere(inputs);
  return fmt::format("everywhere: {:.2g} cells, some {} on {} thread{}", cells,
                     time_text(cells / (usual_speed * options.threads.of_run)), options.threads.of_run,
                     options.threads.of_run == 1 ? "" : "s");
}

}  // namespace exonweave::apps
