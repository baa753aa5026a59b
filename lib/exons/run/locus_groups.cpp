#include "exons/run/locus_groups.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace exonweave {
namespace {

// Of two on one strand of one sequence.
bool belongs(const exon_chain& leader, const exon_chain& other) {
  return 2 * shared_length(leader, other) >= std::min(length_of(leader), length_of(other));
}

// The identical ones first.
std::vector<grouped_model> by_score(std::span<const elective_model> models, const target_set& targets) {
  std::vector<grouped_model> sorted;
  sorted.reserve(models.size());
  for (const elective_model& each : models)
    sorted.push_back(
        {&each, aligned_chain_of(each.model), fit_of(each.model, targets.targets[each.model.target].residues.size())});
  const auto key = [&](const grouped_model& grouped) {
    const gene_model& model = grouped.model();
    return std::tuple<bool, spliced::score, std::size_t, const exon_chain&, strand, std::string_view, std::size_t>(
        grouped.fit != gene_fit::identical, -model.score, model.sequence, grouped.exons, model.on,
        targets.targets[model.target].name, model.target);
  };
  std::ranges::sort(sorted, [&](const grouped_model& a, const grouped_model& b) { return key(a) < key(b); });
  return sorted;
}

}  // namespace

std::vector<locus_group> group_into_loci(std::span<const elective_model> models, const target_set& targets) {
  std::vector<locus_group> groups;
  exon_index leaders;
  for (grouped_model& each : by_score(models, targets)) {
    const std::vector<std::size_t> near = leaders.near(each.model().sequence, each.model().on, each.exons);
    const auto found =
        std::ranges::find_if(near, [&](std::size_t group) { return belongs(groups[group].front().exons, each.exons); });
    if (found != near.end()) {
      groups[*found].push_back(std::move(each));
    } else {
      leaders.add(groups.size(), each.model().sequence, each.model().on, each.exons);
      groups.push_back({std::move(each)});
    }
  }
  return groups;
}

}  // namespace exonweave
