#include "exons/run/completeness.hpp"

#include <algorithm>
#include <map>
#include <ranges>

#include "exons/run/exon_chains.hpp"

namespace exonweave {
namespace {

struct known_model {
  std::size_t gene;
  exon_chain exons;
  bool is_intact;
};

bool is_intact(const gene_model& model) {
  return model.is_coding && model.has_start && model.has_stop && !model.has_broken_frame();
}

// The models of a gene set, by where they lie.
class known_genes {
 public:
  explicit known_genes(std::span<const std::vector<gene_model>> genes) {
    for (std::size_t gene = 0; gene < genes.size(); ++gene)
      for (const gene_model& each : genes[gene]) {
        models_.push_back({gene, chain_of(each), is_intact(each)});
        index_.add(models_.size() - 1, each.sequence, each.on, models_.back().exons);
      }
  }

  // Calls `take(model, covered)` for each that shares coding bases with the alignment.
  template <class Taker>
  void for_each_shared(const gene_model& alignment, const Taker& take) const {
    const exon_chain exons = chain_of(alignment);
    const auto length = static_cast<double>(length_of(exons));
    for (const std::size_t number : index_.near(alignment.sequence, alignment.on, exons)) {
      const known_model& model = models_[number];
      const std::int64_t n_shared = shared_length(exons, model.exons);
      if (n_shared > 0) take(model, alignment.coverage * static_cast<double>(n_shared) / length);
    }
  }

 private:
  std::vector<known_model> models_;
  exon_index index_;
};

}  // namespace

std::string_view word_of(completeness_class each) {
  constexpr std::string_view words[] = {"single", "duplicated", "fragmented", "missing"};
  return words[static_cast<std::size_t>(each)];
}

std::vector<protein_in_genes> find_in_genes(std::size_t n_proteins, std::span<const elective_model> alignments,
                                            std::span<const std::vector<gene_model>> genes) {
  const known_genes known(genes);
  std::vector<protein_in_genes> found(n_proteins);
  std::vector<std::map<std::size_t, spliced::score>> scores(n_proteins);  // of the genes it is complete in
  for (const elective_model& each : alignments) {
    const std::size_t protein = each.model.target;
    known.for_each_shared(each.model, [&](const known_model& model, double covered) {
      found[protein].covered = std::max(found[protein].covered, covered);
      if (!model.is_intact || covered < min_covered_fraction) return;
      spliced::score& best = scores[protein].try_emplace(model.gene, each.model.score).first->second;
      best = std::max(best, each.model.score);
    });
  }
  for (std::size_t protein = 0; protein < n_proteins; ++protein) {
    const auto scores_only = scores[protein] | std::views::values;
    if (scores_only.empty()) continue;
    const double least = min_copy_fraction * static_cast<double>(std::ranges::max(scores_only));
    found[protein].n_copies = static_cast<std::size_t>(
        std::ranges::count_if(scores_only, [&](spliced::score score) { return static_cast<double>(score) >= least; }));
  }
  return found;
}

}  // namespace exonweave
