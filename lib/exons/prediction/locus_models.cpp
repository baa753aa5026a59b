#include "exons/prediction/locus_models.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "exons/prediction/region_maker.hpp"
#include "exons/solving/given_chain.hpp"

namespace exonweave {
namespace {

// A chain up for election.
struct candidate_chain {
  std::int64_t joint_score = 0;
  std::set<std::size_t> finders;          // targets
  const grouped_model* finder = nullptr;  // of the best-scoring one
};

class election {
 public:
  election(const prediction_input& input, const prediction_options& options)
      : input_(input), options_(options), maker_(input, options) {}

  gene_model choose(const locus_group& group) {
    materials_.clear();
    bases_.reset();
    std::map<exon_chain, candidate_chain> candidates;
    for (const grouped_model& each : group) {
      candidate_chain& candidate = candidates[each.exons];
      if (candidate.finder == nullptr) candidate.finder = &each;  // they descend by score
      candidate.finders.insert(each.model().target);
    }
    for (auto& [exons, candidate] : candidates) candidate.joint_score = joint_score(exons, group);
    const auto best = std::ranges::max_element(candidates, [](const auto& a, const auto& b) {
      return std::tuple(a.second.joint_score, a.second.finders.size()) <
             std::tuple(b.second.joint_score, b.second.finders.size());
    });
    return elected(best->second, group);
  }

 private:
  // What a chain is worth to each target, in sum; to those that found it, their own score. A target that cannot be
  // aligned to it counts as if nothing of it were aligned.
  std::int64_t joint_score(const exon_chain& exons, const locus_group& group) {
    std::map<std::size_t, std::int64_t> by_target;  // one with several models here counts with its best
    std::set<std::size_t> aligned;                  // targets
    for (const grouped_model& each : group) {
      const gene_model& model = each.model();
      const bool is_own = each.exons == exons;
      if (!is_own && !aligned.insert(model.target).second) continue;
      const std::int64_t score = is_own ? model.score : score_with(exons, model, group);
      const auto [found, is_new] = by_target.try_emplace(model.target, score);
      if (!is_new) found->second = std::max(found->second, score);
    }
    std::int64_t sum = 0;
    for (const auto& [target, score] : by_target) sum += score;
    return sum;
  }

  std::int64_t score_with(const exon_chain& exons, const gene_model& of, const locus_group& group) {
    const std::int64_t length = input_.sequences->catalog().length(of.sequence);
    const auto aligned = encode(input_.targets->targets[of.target], input_.targets->kind);
    exon_chain on_strand = exons;
    if (of.on == strand::reverse) {
      for (interval& exon : on_strand) exon = flip(exon, length);
      std::ranges::reverse(on_strand);
    }
    const auto path = align_chain(on_strand, material_for(of, region_of(exons, group), group), aligned,
                                  options_.scoring, options_.solver);
    if (path) return path->total;
    return options_.scoring.free_target_ends ? 0 : -options_.scoring.gaps.of(aligned.size());
  }

  // Those of the last region asked for are kept: the targets of a group, all on one strand, share it.
  const region_material& material_for(const gene_model& of, interval region, const locus_group& group) {
    if (region != materials_in_) materials_.clear();
    materials_in_ = region;
    const target_reading reading =
        reading_of(input_.targets->targets[of.target], input_.targets->kind, options_.code);
    const auto [found, is_new] = materials_.try_emplace(reading);
    if (!is_new) return found->second;
    const interval exons = exons_of(group);
    if (!bases_ && exons.contains(region)) bases_ = maker_.fetch_around(of.sequence, exons);
    found->second =
        maker_.make_material({of.sequence, region, of.on, of.target}, reading, bases_ ? &*bases_ : nullptr);
    return found->second;
  }

  static interval exons_of(const locus_group& group) {
    interval all = group.front().model().span();
    for (const grouped_model& each : group) all = hull(all, each.model().span());
    return all;
  }

  // Where what the chain is made of lies: own blocks within it, borders of candidates that may reach beyond it.
  [[nodiscard]] interval region_of(const exon_chain& exons, const locus_group& group) const {
    interval region{exons.front().start, exons.back().end};
    if (options_.blocks == block_mode::add && input_.candidates->exons.empty()) return region;
    for (const grouped_model& each : group) region = hull(region, each.of->region);
    return region;
  }

  gene_model elected(const candidate_chain& best, const locus_group& group) const {
    gene_model model = best.finder->model();
    model.joint_score = best.joint_score;
    model.rank = model.place = 0;
    std::set<std::string> targets;
    for (const grouped_model& each : group) targets.insert(name_of(each.model()));
    model.locus_targets.assign(targets.begin(), targets.end());
    for (model_exon& exon : model.exons) {
      std::set<std::string> supporters;
      for (const grouped_model& each : group)
        if (std::ranges::find(each.model().exons, exon.where, &model_exon::where) != each.model().exons.end())
          supporters.insert(name_of(each.model()));
      exon.supporters.assign(supporters.begin(), supporters.end());
    }
    return model;
  }

  [[nodiscard]] const std::string& name_of(const gene_model& model) const {
    return input_.targets->targets[model.target].name;
  }

  const prediction_input& input_;
  const prediction_options& options_;
  region_maker maker_;
  interval materials_in_{};
  std::map<target_reading, region_material> materials_;  // of one group
  std::optional<known_bases> bases_;                     // under all of its exons
};

// As a genome is read best.
std::vector<std::size_t> by_sequence(const std::vector<locus_group>& groups) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t each) {
    const gene_model& leader = groups[each].front().model();
    return std::tuple(leader.sequence, leader.span().start, each);
  });
  return order;
}

}  // namespace

std::vector<elective_model> elective_models_of(const locus_result& result, elective_parts parts) {
  std::vector<elective_model> best;
  for (const gene_model& each : result.models) {
    if (!best.empty() && best.back().model.place == each.place) continue;
    gene_model& model = best.emplace_back(each, result.of.region).model;
    if (parts == elective_parts::all) continue;
    model.alignment = {};
    model.coding = {};
    model.protein = {};
  }
  return best;
}

std::vector<gene_model> choose_locus_models(const std::vector<elective_model>& models,
                                            const prediction_input& input,
                                            const prediction_options& options) {
  const std::vector<locus_group> groups = group_into_loci(models);
  std::vector<gene_model> chosen(groups.size());
  election by(input, options);
  for (const std::size_t each : by_sequence(groups)) chosen[each] = by.choose(groups[each]);
  std::ranges::stable_sort(chosen, {}, [](const gene_model& model) {
    return std::tuple(model.sequence, model.span().start, model.span().end, model.on);
  });
  return chosen;
}

}  // namespace exonweave
