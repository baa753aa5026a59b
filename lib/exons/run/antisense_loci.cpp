#include "exons/run/antisense_loci.hpp"

#include <algorithm>
#include <tuple>

#include "exons/run/exon_chains.hpp"

namespace exonweave {
namespace {

struct ranked_model {
  const gene_model* model;
  std::size_t number;  // as the caller counts
  exon_chain exons;
};

strand other_strand(strand on) { return on == strand::forward ? strand::reverse : strand::forward; }

// Those that code, the best first.
std::vector<ranked_model> by_score(std::span<const gene_model* const> models) {
  std::vector<ranked_model> sorted;
  for (std::size_t number = 0; number < models.size(); ++number)
    if (models[number]->is_coding) sorted.push_back({models[number], number, chain_of(*models[number])});
  const auto key = [](const ranked_model& each) {
    return std::tuple<spliced::score, std::size_t, const exon_chain&, strand>(-each.model->score, each.model->sequence,
                                                                              each.exons, each.model->on);
  };
  std::ranges::stable_sort(sorted, [&](const ranked_model& a, const ranked_model& b) { return key(a) < key(b); });
  return sorted;
}

bool lies_opposite(const exon_chain& exons, const exon_chain& better) {
  return 2 * shared_length(exons, better) >= length_of(exons);
}

}  // namespace

std::vector<std::optional<std::size_t>> better_opposites(std::span<const gene_model* const> models) {
  std::vector<std::optional<std::size_t>> better_of(models.size());
  const std::vector<ranked_model> ranked = by_score(models);
  exon_index genes;  // by rank
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    const auto& [model, number, exons] = ranked[rank];
    const auto near = genes.near(model->sequence, other_strand(model->on), exons);
    const auto better =
        std::ranges::find_if(near, [&](std::size_t gene) { return lies_opposite(exons, ranked[gene].exons); });
    if (better == near.end())
      genes.add(rank, model->sequence, model->on, exons);
    else
      better_of[number] = ranked[*better].number;
  }
  return better_of;
}

}  // namespace exonweave
