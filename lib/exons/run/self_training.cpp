#include "exons/run/self_training.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/statistics/random_source.hpp"
#include "exons/introns/intron_law.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/run/planner.hpp"
#include "exons/sites/model_fit.hpp"

namespace exonweave {
namespace {

splice_model built_in(const std::string& name) {
  report none;
  return read_splice_model(name, none);
}

// A model that stands for choice, and by what it is judged.
struct candidate_model {
  std::string name;
  double own_fraction;
  splice_model model;
  fold_models by_fold;
};

std::vector<model_fit> fits_of_all(const std::vector<candidate_model>& models, genome& sequences,
                                   const std::vector<annotated_transcript>& transcripts) {
  std::vector<fold_models> judged;
  for (const candidate_model& each : models) judged.push_back(each.by_fold);
  return fits_of(judged, sequences, transcripts);
}

std::size_t best_of(const std::vector<model_fit>& fits) {
  return static_cast<std::size_t>(std::ranges::max_element(fits, {}, &model_fit::bits) - fits.begin());
}

candidate_model blend(const candidate_model& nearest, const trained_model& own, double fraction) {
  candidate_model made{std::string(self_splice_model), fraction, blended(nearest.model, own.model, fraction), {}};
  for (std::size_t fold = 0; fold < n_folds; ++fold)
    made.by_fold[fold] = blended(nearest.by_fold[fold], own.held_back[fold], fraction);
  return made;
}

// By composition.
std::optional<std::size_t> nearest_of(const std::vector<candidate_model>& models, genome& sequences) {
  const auto name = nearest_built_in(sequences);
  const auto found = std::ranges::find_if(models, [&](const candidate_model& each) { return each.name == name; });
  return found == models.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - models.begin()));
}

std::int64_t coding_length_of(const std::vector<annotated_transcript>& transcripts) {
  std::int64_t length = 0;
  for (const annotated_transcript& each : transcripts) length += length_of(each.exons);
  return length;
}

coding_choice coding_of(const splice_model& model) {
  auto usable = usable_coding(model);
  if (!usable) return {};
  return {.name = model.name, .coding = std::move(usable)};
}

}  // namespace

namespace {

// Reports copies of a gene, as rows in tandem have them, by short words of residues. Their sites and codons are alike:
// a model that learns from many of them knows these sites alone, and all others look poor next to.
class taught_words {
 public:
  // Whether a fifth of its words, as of proteins with three quarters of their residues in common, are of those that
  // were taken before. Else it is taken too; it must outlive this.
  bool take_new(std::string_view protein) {
    constexpr std::size_t length = 6, min_part = 5;
    std::vector<std::string_view> words;
    for (std::size_t first = 0; first + length <= protein.size(); ++first)
      words.push_back(protein.substr(first, length));
    const auto n_known = std::ranges::count_if(words, [&](std::string_view word) { return words_.contains(word); });
    if (n_known > 0 && min_part * static_cast<std::size_t>(n_known) >= words.size()) return false;
    words_.insert(words.begin(), words.end());
    return true;
  }

 private:
  std::unordered_set<std::string_view> words_;
};

}  // namespace

std::vector<alignment_task> sample_cases(const prediction_input& input, training_size enough) {
  std::map<std::size_t, std::size_t> n_results;  // by target
  for (const locus_target& each : split_by_target(input.cases)) ++n_results[each.cases.front().target];
  struct drawn {
    std::uint64_t hash;
    std::size_t target;
    auto operator<=>(const drawn&) const = default;
  };
  std::vector<drawn> order;
  for (const auto& [target, n] : n_results)
    order.push_back({name_hash().add(input.targets.targets[target].name).value(), target});
  std::ranges::sort(order);
  std::set<std::size_t> taken;
  std::size_t n_taken = 0;
  for (const drawn& each : order) {
    if (taken.size() >= enough.fewest_targets && n_taken >= enough.fewest_results) break;
    taken.insert(each.target);
    n_taken += n_results[each.target];
  }
  std::vector<alignment_task> cases;
  std::ranges::copy_if(input.cases, std::back_inserter(cases),
                       [&](const alignment_task& each) { return taken.contains(each.target); });
  return cases;
}

bool is_confident(const gene_model& model, score_unit unit) {
  const spliced::score least = unit.inside(confident_margin);
  return model.is_coding && model.has_start && model.has_stop && model.n_frameshifts == 0 &&
         model.n_internal_stops == 0 && std::ranges::all_of(model.exons, [&](const model_exon& exon) {
           return exon.is_without_alternative || (exon.margin && *exon.margin >= least);
         });
}

void confident_models::add(const locus_result& result, const target_set& targets) {
  for (const gene_model& model : result.models) {
    if (model.rank > 1 || !is_confident(model, unit_)) continue;
    entry& added = entries_.emplace_back(
        model.score, annotated_transcript{targets.targets[model.target].name, model.sequence, model.on, {}, 0},
        model.protein);
    for (const model_exon& exon : model.exons) added.gene.exons.push_back(exon.where);
  }
}

std::vector<annotated_transcript> confident_models::transcripts() const {
  std::vector<const entry*> ranked;
  for (const entry& each : entries_) ranked.push_back(&each);
  std::ranges::sort(ranked, [](const entry* a, const entry* b) {
    const auto key = [](const entry& each) {
      return std::tie(each.gene.sequence, each.gene.exons, each.gene.on, each.gene.id);
    };
    return a->score != b->score ? a->score > b->score : key(*a) < key(*b);
  });
  std::map<std::pair<std::size_t, std::int64_t>, const entry*> taken;  // by sequence and end
  taught_words words;
  std::set<std::string_view> taught_by;  // names of targets
  for (const entry* each : ranked) {
    const std::size_t sequence = each->gene.sequence;
    const interval span{each->gene.exons.front().start, each->gene.exons.back().end};
    const auto next = taken.upper_bound({sequence, span.start});  // ends after its start
    const bool is_free =
        next == taken.end() || next->first.first != sequence || next->second->gene.exons.front().start >= span.end;
    if (!is_free || taught_by.contains(each->gene.id) || !words.take_new(each->protein)) continue;
    taken.emplace(std::pair(sequence, span.end), each);
    taught_by.insert(each->gene.id);
  }
  std::vector<annotated_transcript> made;
  for (const auto& [place, each] : taken) made.push_back(each->gene);
  return made;
}

training_round learn(genome& sequences, const std::vector<annotated_transcript>& transcripts, const round_plan& plan) {
  training_round made;
  made.own = train_splice_model(sequences, transcripts, {std::string(self_splice_model)});
  made.counts = made.own->counts;
  made.is_too_few = plan.may_be_own && made.counts.n_gt_ag < fewest_sites;
  if (!plan.may_be_own || made.is_too_few) made.own.reset();

  std::vector<candidate_model> models = {{plan.before, 0, plan.before_model, one_for_all_folds(plan.before_model)}};
  for (const std::string& name : built_in_splice_models())
    if (name != plan.before) models.push_back({name, 0, built_in(name), one_for_all_folds(built_in(name))});
  auto fits = fits_of_all(models, sequences, transcripts);
  const std::size_t nearest = best_of(fits);
  std::size_t best = nearest;
  if (made.own) {
    std::vector<candidate_model> blends;
    for (const double fraction : own_shares) blends.push_back(blend(models[nearest], *made.own, fraction));
    const auto of_blends = fits_of_all(blends, sequences, transcripts);
    const std::size_t best_blend = best_of(of_blends);
    models.push_back(std::move(blends[best_blend]));
    fits.push_back(of_blends[best_blend]);
    best = plan.must_be_own ? models.size() - 1 : best_of(fits);
  }
  const double lead = std::max(min_lead, min_lead_per_site * static_cast<double>(fits.front().n_true()));
  const bool is_lead_enough = fits[best].bits() >= fits.front().bits() + lead;
  if (!is_lead_enough && !(plan.must_be_own && made.own)) best = 0;
  if (made.counts.n_gt_ag < fewest_sites && made.counts.n_starts < fewest_sites) {
    const auto near = plan.may_be_nearest ? nearest_of(models, sequences) : std::nullopt;
    best = near.value_or(0);
    made.choice = near ? chosen_by::composition : chosen_by::nothing;
  }

  for (std::size_t k = 0; k < models.size(); ++k) made.fits.push_back({models[k].name, fits[k]});
  made.name = models[best].name;
  made.own_fraction = models[best].own_fraction;
  if (made.own_fraction > 0) made.own_base = models[nearest].model.name;
  made.model = std::move(models[best].model);
  if (made.choice == chosen_by::genes) made.gain = fits[best].bits() - fits.front().bits();
  const intron_sample introns{made.counts.intron_lengths, coding_length_of(transcripts)};
  if (has_intron_law(introns)) made.model.introns = {intron_law(introns)};
  if (plan.codons_by) {
    made.coding = transcripts.size() < fewest_coding_genes
                      ? coding_of(made.own_fraction > 0 ? models[nearest].model : made.model)
                      : choose_coding(sequences, transcripts, *plan.codons_by, plan.may_be_own);
    made.model.coding = made.coding.coding;
  }
  return made;
}

}  // namespace exonweave
