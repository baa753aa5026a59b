#include "predict/predict_places.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "exons/introns/intron_law.hpp"
#include "exons/places/shared_regions.hpp"
#include "exons/run/self_training.hpp"

namespace exonweave::apps {
namespace {

found_locus near(found_locus found) {
  interval& region = found.where.region;
  region = {std::max(region.start, found.span.start - usual_flank), std::min(region.end, found.span.end + usual_flank)};
  return found;
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

// Each case is one of `loci`, which are sorted by their cases.
std::vector<expected_chain> chains_on(std::span<const found_locus> loci, std::span<const alignment_case> cases,
                                      const target_set& targets, double least_share) {
  std::vector<expected_chain> chains;
  for (const alignment_case& each : cases)
    chains.push_back(chain_of(*std::ranges::lower_bound(loci, each, {}, &found_locus::where),
                              targets.targets[each.target].residues.size(), least_share));
  return chains;
}

std::vector<alignment_case> cases_of(const std::vector<found_locus>& loci, const sequence_catalog& sequences) {
  std::vector<alignment_case> cases;
  for (const found_locus& each : loci) cases.push_back(each.where);
  return sorted_cases(std::move(cases), sequences);
}

// Of each target the locus that scores best, of equal ones the first by name of the sequence; null: it has none.
std::vector<const found_locus*> best_loci(const std::vector<found_locus>& loci, const predict_inputs& inputs) {
  std::vector<const found_locus*> best(inputs.targets.targets.size());
  const sequence_catalog& sequences = inputs.sequences.catalog();
  const auto is_better = [&](const found_locus& a, const found_locus& b) {
    if (a.best.score != b.best.score) return a.best.score > b.best.score;
    return sequences.name(a.where.sequence) < sequences.name(b.where.sequence);
  };
  for (const found_locus& each : loci) {
    if (!each.has_place()) continue;
    const found_locus*& so_far = best[each.where.target];
    if (so_far == nullptr || is_better(each, *so_far)) so_far = &each;
  }
  return best;
}

// Whole genes alone are learnt from: where the search found too little of the target there will hardly be one. Far
// exons are few, and their regions large.
std::vector<found_locus> loci_to_learn_from(const std::vector<found_locus>& loci, const predict_inputs& inputs) {
  constexpr double least_share = 0.7;  // of the target, from the first residue found to the last
  const auto is_whole = [&](const found_locus& locus) {
    const std::size_t n_residues = inputs.targets.targets[locus.where.target].residues.size();
    return static_cast<double>(locus.best.on_target.length()) >= least_share * static_cast<double>(n_residues);
  };
  std::vector<found_locus> nearby;
  for (const found_locus* each : best_loci(loci, inputs))
    if (each != nullptr && is_whole(*each)) nearby.push_back(near(*each));
  std::ranges::sort(nearby, {}, &found_locus::where);
  return nearby;
}

}  // namespace

prediction_input training_places::input_of(const placed_run& run) const {
  prediction_input input = run.whole_input();
  input.cases = &cases;
  input.chains = chains.empty() ? nullptr : &chains;
  return input;
}

training_places places_to_learn_from(const predict_options& options, const placed_run& run) {
  prediction_input input = run.whole_input();
  const auto loci = run.found ? loci_to_learn_from(run.found->loci, run.inputs) : std::vector<found_locus>();
  if (loci.empty()) return {sample_cases(input), {}};
  const auto cases = cases_of(loci, run.inputs.sequences.catalog());
  input.cases = &cases;
  training_places places{sample_cases(input, {.fewest_results = 0, .fewest_targets = most_training_genes}), {}};
  places.chains = chains_on(loci, places.cases, run.inputs.targets, options.places.min_loci_score);
  return places;
}

found_places make_places(const predict_options& options, const predict_inputs& inputs, const run_model& model,
                         searched_loci found) {
  constexpr double introns = 10;
  constexpr std::int64_t least = 1'000, most = std::numeric_limits<std::int32_t>::max();
  std::int64_t flank = most;
  if (inputs.unit() == score_unit::halves() && !options.data.flank)
    flank = static_cast<std::int64_t>(std::clamp<double>(introns * mean_by_law(model.scoring.introns), least, most));
  const auto loci = with_shared_regions(with_place(found.loci), flank);
  found_places made{std::move(found)};
  made.cases = cases_of(loci, inputs.sequences.catalog());
  made.chains = chains_on(loci, made.cases, inputs.targets, options.places.min_loci_score);
  return made;
}

}  // namespace exonweave::apps
