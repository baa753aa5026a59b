#include "exons/run/locus_consensus.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace exonweave {
namespace {

bool is_identical(const candidate_chain& chain) { return chain.finder->fit == gene_fit::identical; }

// Each is aligned to all targets: of very many those stand that identical targets found, then those that most targets
// found, of equal ones those with the best scores, then the first by their exons.
void drop_rarely_found(std::vector<candidate_chain>& candidates) {
  constexpr std::size_t most = 64;
  if (candidates.size() <= most) return;
  std::ranges::stable_sort(candidates, std::greater(), [](const candidate_chain& each) {
    return std::tuple(is_identical(each), each.n_finders, each.finder->model().score);
  });
  candidates.resize(most);
  std::ranges::sort(candidates, {}, &candidate_chain::exons);
}

const std::string& name_of(const gene_model& model, const target_set& targets) {
  return targets.targets[model.target].name;
}

void name_supporters(const locus_group& group, const target_set& all, gene_model& model) {
  std::set<std::string> targets;
  for (const grouped_model& each : group) targets.insert(name_of(each.model(), all));
  model.locus_targets.assign(targets.begin(), targets.end());
  const std::vector<interval> places = aligned_places(model);
  std::vector<std::set<std::string>> supporters(places.size());
  for (const grouped_model& each : group)
    for (const interval& place : aligned_places(each.model()))
      if (const auto found = std::ranges::find(places, place); found != places.end())
        supporters[static_cast<std::size_t>(found - places.begin())].insert(name_of(each.model(), all));
  for (std::size_t e = 0; e < places.size(); ++e)
    model.exons[e].supporters.assign(supporters[e].begin(), supporters[e].end());
}

frame_rule frames_of(const exon_chain& exons, const locus_group& group) {
  const bool is_broken = std::ranges::any_of(
      group, [&](const grouped_model& each) { return each.exons == exons && each.model().has_broken_frame(); });
  return is_broken ? frame_rule::tolerant : frame_rule::strict;
}

// Of those that lie within, or reach into, a place.
std::vector<interval> introns_in(const interval& place, const exon_chain& exons) {
  std::vector<interval> introns;
  for (std::size_t e = 1; e < exons.size(); ++e)
    if (const interval intron{exons[e - 1].end, exons[e].start}; intron.overlaps(place)) introns.push_back(intron);
  return introns;
}

// A part of a chain has no introns of its own: those where both chains lie must differ.
bool has_other_introns(const exon_chain& a, const exon_chain& b) {
  const interval shared{std::max(a.front().start, b.front().start), std::min(a.back().end, b.back().end)};
  return introns_in(shared, a) != introns_in(shared, b);
}

bool is_isoform(const gene_model& model, const std::vector<gene_model>& representative) {
  const exon_chain exons = chain_of(model);
  return !model.has_broken_frame() && shared_length(exons, chain_of(representative.front())) > 0 &&
         std::ranges::all_of(representative,
                             [&](const gene_model& other) { return has_other_introns(exons, chain_of(other)); });
}

interval exons_of(const locus_group& group) {
  interval all = group.front().model().span();
  for (const grouped_model& each : group) all = hull(all, each.model().span());
  return all;
}

}  // namespace

std::vector<candidate_chain> candidates_of(const locus_group& group) {
  struct found_by {
    const grouped_model* best;
    std::set<std::size_t> targets;
  };
  std::map<exon_chain, found_by> found;
  for (const grouped_model& each : group)  // the best one of a chain comes first
    found.try_emplace(each.exons, found_by{&each, {}}).first->second.targets.insert(each.model().target);
  std::vector<candidate_chain> candidates;
  for (const auto& [exons, by] : found) candidates.push_back({exons, 0, by.targets.size(), by.best});
  drop_rarely_found(candidates);
  return candidates;
}

std::vector<gene_model> representative_models(std::vector<candidate_chain> candidates, const locus_group& group,
                                              const target_set& targets, std::size_t most) {
  const bool has_whole =
      std::ranges::any_of(candidates, [](const candidate_chain& each) { return each.finder->fit != gene_fit::part; });
  std::ranges::stable_sort(candidates, std::greater(), [&](const candidate_chain& each) {
    const bool may_win = !has_whole || !each.finder->model().is_pseudogene();
    return std::tuple(is_identical(each), may_win, each.joint_score, each.n_finders);
  });
  std::vector<gene_model> representative;
  for (const candidate_chain& each : candidates) {
    if (representative.size() == most) break;
    if (!representative.empty() && !is_isoform(each.finder->model(), representative)) continue;
    gene_model& model = representative.emplace_back(each.finder->model());
    model.joint_score = each.joint_score;
    model.rank = model.place = 0;
    name_supporters(group, targets, model);
  }
  return representative;
}

// What a chain scores to each target, in sum; to those that found it, their own score. A target that cannot be
// aligned to it counts as if nothing of it were aligned.
std::int64_t locus_consensus::joint_score(const exon_chain& exons, const locus_group& group) {
  if (group_ != &group) {
    materials_.clear();
    bases_.reset();
    group_ = &group;
  }
  std::map<std::size_t, std::int64_t> by_target;  // one with several models here counts with its best
  std::set<std::size_t> aligned;                  // targets
  contested_chain chain{exons, frames_of(exons, group)};
  for (const grouped_model& each : group) {
    const gene_model& model = each.model();
    const bool is_own = each.exons == exons;
    if (!is_own && !aligned.insert(model.target).second) continue;
    const std::int64_t score = is_own ? model.score : score_with(chain, model, group);
    const auto [found, is_new] = by_target.try_emplace(model.target, score);
    if (!is_new) found->second = std::max(found->second, score);
  }
  std::int64_t sum = 0;
  for (const auto& [target, score] : by_target) sum += score;
  return sum;
}

std::int64_t locus_consensus::score_with(contested_chain& contested, const gene_model& model,
                                         const locus_group& group) {
  const auto aligned = encode(input_.targets.targets[model.target], input_.targets.kind, model.is_backwards);
  const auto& [material, scoring] = material_for(model, contested, group);
  const target_reading reading = reading_of(model);
  auto chain = contested.ready.find(reading);
  if (chain == contested.ready.end())
    chain = contested.ready
                .try_emplace(reading, on_strand_of(model, contested.exons), material, scoring, *options_.solver.engine,
                             memory_, options_.control)
                .first;
  const auto score = chain->second.score_of(aligned);
  if (score && !scoring.is_forbidden(*score)) return *score;
  return options_.scoring.free_target_ends ? 0 : -options_.scoring.gaps.of(aligned.size());
}

target_reading locus_consensus::reading_of(const gene_model& model) const {
  return exonweave::reading_of(input_.targets.targets[model.target], input_.targets.kind, options_.codes.usual());
}

exon_chain locus_consensus::on_strand_of(const gene_model& model, exon_chain exons) const {
  if (model.on == strand::forward) return exons;
  const std::int64_t length = input_.sequences.catalog().length(model.sequence);
  for (interval& exon : exons) exon = flip(exon, length);
  std::ranges::reverse(exons);
  return exons;
}

// Those of the last region requested are kept: the targets of a group, all on one strand, share it.
const locus_consensus::weighed_material& locus_consensus::material_for(const gene_model& model,
                                                                       const contested_chain& chain,
                                                                       const locus_group& group) {
  const interval region = region_of(chain.exons, group);
  if (region != materials_in_) materials_.clear();
  materials_in_ = region;
  const target_reading reading = reading_of(model);
  const auto [found, is_new] = materials_.try_emplace({reading, chain.frames});
  if (!is_new) return found->second;
  const interval exons = exons_of(group);
  if (!bases_ && exons.contains(region)) bases_ = maker_.fetch_around(model.sequence, exons);
  region_material& made = found->second.material;
  made = maker_.make_material({model.sequence, region, model.on, model.target}, reading, bases_ ? &*bases_ : nullptr);
  found->second.scoring = maker_.scoring_for(model.sequence, reading, made.region, chain.frames);
  return found->second;
}

// Where what the chain is made of lies: ORF exons within it, borders of candidates that may reach beyond it.
interval locus_consensus::region_of(const exon_chain& exons, const locus_group& group) const {
  interval region{exons.front().start, exons.back().end};
  if (options_.blocks == block_mode::add && input_.candidates.exons.empty()) return region;
  for (const grouped_model& each : group) region = hull(region, each.representative->region);
  return region;
}

}  // namespace exonweave
