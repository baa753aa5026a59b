#include "exons/prediction/locus_models.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "exons/prediction/region_maker.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/given_chain.hpp"

namespace exonweave {
namespace {

using chain =
    std::vector<interval>;  // exons, ascending forward coordinates; parts beside a frameshift as one

chain chain_of(const gene_model& model) {
  chain exons;
  for (const auto& parts : whole_exons(model))
    exons.push_back({parts.front().where.start, parts.back().where.end});
  return exons;
}

std::int64_t length_of(const chain& exons) {
  std::int64_t sum = 0;
  for (const interval& exon : exons) sum += exon.length();
  return sum;
}

std::int64_t shared_length(const chain& a, const chain& b) {
  std::int64_t sum = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end(); (x->end < y->end ? ++x : ++y))
    sum += std::max<std::int64_t>(0, std::min(x->end, y->end) - std::max(x->start, y->start));
  return sum;
}

struct entry {
  const gene_model* model;
  chain exons;
  interval region;  // in which the model was found
};

// Models of one locus, the leader first.
using locus_group = std::vector<entry>;

bool belongs(const entry& leader, const entry& other) {
  return leader.model->sequence == other.model->sequence && leader.model->on == other.model->on &&
         2 * shared_length(leader.exons, other.exons) >=
             std::min(length_of(leader.exons), length_of(other.exons));
}

std::vector<locus_group> group(const std::vector<elective_model>& models) {
  std::vector<entry> entries;
  for (const auto& [model, region] : models) entries.push_back({&model, chain_of(model), region});
  std::ranges::sort(entries, [](const entry& a, const entry& b) {
    return std::tuple(-a.model->score, a.model->sequence, a.exons, a.model->on, a.model->target) <
           std::tuple(-b.model->score, b.model->sequence, b.exons, b.model->on, b.model->target);
  });
  std::vector<locus_group> groups;
  for (entry& each : entries) {
    const auto home =
        std::ranges::find_if(groups, [&](const locus_group& other) { return belongs(other.front(), each); });
    if (home != groups.end())
      home->push_back(std::move(each));
    else
      groups.push_back({std::move(each)});
  }
  return groups;
}

// A chain up for election.
struct candidate_chain {
  std::int64_t joint_score = 0;
  std::set<std::size_t> finders;  // targets
  const entry* finder = nullptr;  // of the best-scoring one
};

class election {
 public:
  election(const prediction_input& input, const prediction_options& options)
      : input_(input), options_(options), maker_(input, options) {}

  gene_model choose(const locus_group& group) {
    materials_.clear();
    std::map<chain, candidate_chain> candidates;
    for (const entry& each : group) {
      candidate_chain& candidate = candidates[each.exons];
      if (candidate.finder == nullptr) candidate.finder = &each;  // they descend by score
      candidate.finders.insert(each.model->target);
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
  std::int64_t joint_score(const chain& exons, const locus_group& group) {
    std::map<std::size_t, std::int64_t> by_target;  // one with several models here counts with its best
    for (const entry& each : group) {
      const std::int64_t score =
          each.exons == exons ? each.model->score : score_with(exons, *each.model, group);
      const auto [found, is_new] = by_target.try_emplace(each.model->target, score);
      if (!is_new) found->second = std::max(found->second, score);
    }
    std::int64_t sum = 0;
    for (const auto& [target, score] : by_target) sum += score;
    return sum;
  }

  std::int64_t score_with(const chain& exons, const gene_model& of, const locus_group& group) {
    const std::int64_t length = input_.sequences->catalog().length(of.sequence);
    const auto aligned = encode(input_.targets->targets[of.target], input_.targets->kind);
    chain on_strand = exons;
    if (of.on == strand::reverse) {
      for (interval& exon : on_strand) exon = flip(exon, length);
      std::ranges::reverse(on_strand);
    }
    const auto path = align_chain(on_strand, material_for(of, region_of(exons, group)), aligned,
                                  options_.scoring, options_.solver);
    if (path) return path->total;
    return options_.scoring.free_target_ends ? 0 : -options_.scoring.gaps.of(aligned.size());
  }

  // Those of the last region asked for are kept: the targets of a group, all on one strand, share it.
  const region_material& material_for(const gene_model& of, interval region) {
    if (region != materials_in_) materials_.clear();
    materials_in_ = region;
    const target_reading reading =
        reading_of(input_.targets->targets[of.target], input_.targets->kind, options_.code);
    const auto [found, is_new] = materials_.try_emplace(reading);
    if (is_new) found->second = maker_.make_material({of.sequence, region, of.on, of.target}, reading);
    return found->second;
  }

  // Where what the chain is made of lies: own blocks within it, borders of candidates that may reach beyond it.
  [[nodiscard]] interval region_of(const chain& exons, const locus_group& group) const {
    interval region{exons.front().start, exons.back().end};
    if (options_.blocks == block_mode::add && input_.candidates->exons.empty()) return region;
    for (const entry& each : group)
      region = {std::min(region.start, each.region.start), std::max(region.end, each.region.end)};
    return region;
  }

  gene_model elected(const candidate_chain& best, const locus_group& group) const {
    gene_model model = *best.finder->model;
    model.joint_score = best.joint_score;
    model.rank = model.place = 0;
    std::set<std::string> targets;
    for (const entry& each : group) targets.insert(name_of(*each.model));
    model.locus_targets.assign(targets.begin(), targets.end());
    for (model_exon& exon : model.exons) {
      std::set<std::string> supporters;
      for (const entry& each : group)
        if (std::ranges::find(each.model->exons, exon.where, &model_exon::where) != each.model->exons.end())
          supporters.insert(name_of(*each.model));
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
};

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
  election by(input, options);
  std::vector<gene_model> chosen;
  for (const locus_group& each : group(models)) chosen.push_back(by.choose(each));
  std::ranges::stable_sort(chosen, {}, [](const gene_model& model) {
    return std::tuple(model.sequence, model.span().start, model.span().end, model.on);
  });
  return chosen;
}

}  // namespace exonweave
