#include "predict/predict_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "exons/introns/intron_law.hpp"
#include "exons/places/shared_regions.hpp"
#include "predict/find_loci.hpp"
#include "predict/predict_memory.hpp"
#include "predict/search_limits.hpp"
#include "shell/estimate_words.hpp"

namespace exonweave::apps {
namespace {

double count_cells_everywhere(const sequence_catalog& sequences, const target_set& targets) {
  double n_residues = 0;
  for (const target& each : targets.targets) n_residues += static_cast<double>(each.residues.size());
  return 2 * static_cast<double>(count_nt(sequences)) * n_residues;
}

found_locus near(found_locus found) {
  interval& region = found.where.region;
  region = {std::max(region.start, found.span.start - usual_flank), std::min(region.end, found.span.end + usual_flank)};
  return found;
}

// Of each target the locus that scores best, of equal ones the first by name of the sequence. Whole genes alone are
// learnt from: where the search found too little of the target there will hardly be one. Far exons are few, and their
// regions large.
std::vector<found_locus> make_training_cases(const std::vector<found_locus>& loci, const target_set& targets,
                                             const sequence_catalog& sequences) {
  constexpr double least_share = 0.7;  // of the target, from the first residue found to the last
  std::vector<const found_locus*> best(targets.targets.size());
  const auto is_better = [&](const found_locus& a, const found_locus& b) {
    if (a.best.score != b.best.score) return a.best.score > b.best.score;
    return sequences.name(a.where.sequence) < sequences.name(b.where.sequence);
  };
  for (const found_locus& each : loci) {
    if (!each.has_place()) continue;
    const found_locus*& so_far = best[each.where.target];
    if (so_far == nullptr || is_better(each, *so_far)) so_far = &each;
  }
  std::vector<found_locus> nearby;
  for (const found_locus* each : best)
    if (each != nullptr && static_cast<double>(each->best.on_target.length()) >=
                               least_share * static_cast<double>(targets.targets[each->where.target].residues.size()))
      nearby.push_back(near(*each));
  std::ranges::sort(nearby, {}, &found_locus::where);
  return nearby;
}

std::vector<alignment_case> cases_of(const std::vector<found_locus>& loci, const sequence_catalog& sequences) {
  std::vector<alignment_case> cases;
  for (const found_locus& each : loci) cases.push_back(each.where);
  return sorted_cases(std::move(cases), sequences);
}

constexpr std::int64_t of_codon = 3;

// As many introns as there are gaps between segments, but where these are short.
double exons_of(const found_chain& chain) {
  constexpr double shortest_intron = 100;
  const std::int64_t beside = std::max<std::int64_t>(0, chain.core.length() - of_codon * chain.on_target.length());
  return 1 + std::min(static_cast<double>(chain.n_segments - 1), static_cast<double>(beside) / shortest_intron);
}

// Genes of their own are chains that score as much as those of loci have to, each beside the others.
expected_chain chain_of(const found_locus& found, std::size_t n_residues, double least_share) {
  constexpr double found_beside = 0.25;  // of what of the target the search has not found, about
  const auto reached = static_cast<double>(found.best.on_target.length());
  const double beside = found_beside * (static_cast<double>(n_residues) - reached);
  expected_chain made{.length = static_cast<double>(found.best.core.length()) + static_cast<double>(of_codon) * beside,
                      .n_codons = reached + beside,
                      .n_exons = exons_of(found.best)};
  constexpr double doubt = 0.7;  // whole genes may score more than what the search has found
  std::vector<interval> taken{found.best.core};
  for (const found_chain& each : found.others) {
    const bool is_beside = std::ranges::none_of(
        taken, [&](const interval& other) { return each.core.start < other.end && other.start < each.core.end; });
    if (each.score < doubt * least_share * found.best.score || !is_beside) continue;
    taken.push_back(each.core);
    made.length += static_cast<double>(each.core.length());
    made.n_codons += static_cast<double>(each.on_target.length());
    made.n_exons += exons_of(each);
    ++made.n_chains;
  }
  return made;
}

// What --memory does for depends on no number of threads: where it does not do for several, it may for one.
std::vector<found_locus> find_within_memory(const predict_options& options, predict_inputs& read,
                                            const problem_report& problem) {
  search_rules rules = search_rules_of(options, read.scoring);
  const auto find = [&](unsigned n_threads) {
    rules.n_threads = n_threads;
    return within_memory(options, held_without_models(options, read), problem, [&] {
      return find_loci(read.sequences, read.targets, genetic_code(options.genetic_code), rules, options.quiet,
                       &read.n_looked);
    });
  };
  const unsigned n_threads = search_threads(options, read);
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
  if (options.is_sensitive) rules.seed_e_value = sensitive_seed_e_value;
  rules.seeds_soft_masked = options.seeds_soft_masked;
  rules.masks_low_complexity = options.masks_low_complexity;
  if (options.data.flank) rules.flank = *options.data.flank;
  if (options.max_loci) rules.most_loci = *options.max_loci;
  rules.n_threads = options.threads.here;
  return rules;
}

bool is_searched(const predict_options& options, const sequence_catalog& sequences, const target_set& targets) {
  const bool is_possible = targets.kind == molecule::protein && options.may_search();
  const bool is_for_search = options.is_sensitive || options.seeds_soft_masked;
  if (is_for_search && !is_possible)
    throw bad_usage({.what = std::string(options.is_sensitive ? "--sensitive" : "--seed-soft-masked") +
                             " where no loci are searched for",
                     .need = "protein targets, no candidates, no pairs, no hits, not everywhere"});
  const bool is_asked_for = options.where == search_where::loci || options.where == search_where::exhaustive;
  if (is_asked_for && !is_possible)
    throw bad_usage({.what = options.where == search_where::loci ? "--where loci where no search is possible"
                                                                 : "--where exhaustive where no search is possible",
                     .need = "protein targets, no candidates, no pairs, no hits"});
  const bool is_done =
      is_possible && (is_asked_for || count_cells_everywhere(sequences, targets) > most_cells_everywhere);
  if (!is_done) check_flank(options.data, flank_need);
  return is_done;
}

void search_for_cases(const predict_options& options, predict_inputs& read, progress_notes& notes) {
  const problem_report problem{.where = {read.targets.path()},
                               .what = "not enough memory for the loci that the search finds",
                               .hint = ", give fewer targets to one run, or lower --max-loci"};
  if (auto known = notes.take_loci()) {
    read.loci = std::move(*known);
  } else {
    check_search_memory(options, read);
    read.loci = find_within_memory(options, read, problem);
    notes.note(read.loci);
  }
  within_memory(options, held_without_models(options, read), problem, [&] {
    if (options.max_loci == 1) count_copies(read.loci, options.min_loci_score);
    read.n_places = count_places(read.sequences.catalog());
    read.training_loci = make_training_cases(read.loci, read.targets, read.sequences.catalog());
    read.training_cases = cases_of(read.training_loci, read.sequences.catalog());
    take_cases(options, read);
  });
}

std::vector<expected_chain> chains_on(std::span<const found_locus> loci, std::span<const alignment_case> cases,
                                      const target_set& targets, double least_share) {
  std::vector<expected_chain> chains;
  for (const alignment_case& each : cases)
    chains.push_back(chain_of(*std::ranges::lower_bound(loci, each, {}, &found_locus::where),
                              targets.targets[each.target].residues.size(), least_share));
  return chains;
}

void take_cases(const predict_options& options, predict_inputs& read) {
  constexpr double introns = 10;
  constexpr std::int64_t least = 1'000, most = std::numeric_limits<std::int32_t>::max();
  std::int64_t flank = most;
  if (read.unit() == score_unit::halves() && !options.data.flank)
    flank = static_cast<std::int64_t>(std::clamp<double>(introns * mean_by_law(read.scoring.introns), least, most));
  const auto loci = with_shared_regions(with_place(read.loci), flank);
  read.cases = cases_of(loci, read.sequences.catalog());
  read.chains = chains_on(loci, read.cases, read.targets, options.min_loci_score);
}

std::string everywhere_text(const predict_options& options, const predict_inputs& read) {
  constexpr double usual_speed = 2e9;  // cells a second on one thread, about
  const double cells = count_cells_everywhere(read.sequences.catalog(), read.targets);
  return fmt::format("everywhere: {:.2g} cells, some {} on {} thread{}", cells,
                     time_text(cells / (usual_speed * options.threads.of_run)), options.threads.of_run,
                     options.threads.of_run == 1 ? "" : "s");
}

}  // namespace exonweave::apps
