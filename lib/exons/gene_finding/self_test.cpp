#include "exons/gene_finding/self_test.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/threads/on_threads.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"

namespace exonweave {
namespace {

constexpr std::size_t n_folds_of_test = 2;

// Neighbours that are looked for together.
struct tested_window {
  std::size_t sequence;
  interval where;
  std::vector<const annotated_transcript*> genes{};
};

// Of genes that are sorted by sequence and start.
std::vector<tested_window> windows_of(const std::vector<annotated_transcript>& genes,
                                      const std::vector<std::size_t>& tested, const sequence_catalog& sequences) {
  std::vector<tested_window> windows;
  for (const std::size_t t : tested) {
    const annotated_transcript& gene = genes[t];
    const interval around{std::max<std::int64_t>(0, gene.exons.front().start - tested_flank),
                          std::min(sequences.length(gene.sequence), gene.exons.back().end + tested_flank)};
    if (windows.empty() || windows.back().sequence != gene.sequence || windows.back().where.end < around.start)
      windows.push_back({gene.sequence, around});
    windows.back().where = hull(windows.back().where, around);
    windows.back().genes.push_back(&gene);
  }
  return windows;
}

bool is_among(const std::vector<found_gene>& found, const annotated_transcript& gene, std::int64_t offset) {
  return std::ranges::any_of(found, [&](const found_gene& each) {
    return each.on == gene.on && std::ranges::equal(each.exons, gene.exons, {}, [&](const found_exon& exon) {
             return interval{exon.where.start + offset, exon.where.end + offset};
           });
  });
}

// Every second gene, and of these as many as are tested.
std::vector<std::size_t> tested_of_fold(std::size_t fold, std::size_t n_genes) {
  std::vector<std::size_t> held_back;
  for (std::size_t g = fold; g < n_genes; g += n_folds_of_test) held_back.push_back(g);
  constexpr std::size_t most = max_tested_genes / n_folds_of_test;
  if (held_back.size() <= most) return held_back;
  std::vector<std::size_t> drawn;
  for (std::size_t k = 0; k < most; ++k) drawn.push_back(held_back[k * held_back.size() / most]);
  return drawn;
}

}  // namespace

self_test_result self_test(const searched_genome& where, const std::vector<annotated_transcript>& training_genes,
                           const intergenic_counts& others) {
  self_test_result result;
  for (std::size_t fold = 0; fold < n_folds_of_test; ++fold) {
    std::vector<annotated_transcript> learnt;
    for (std::size_t g = 0; g < training_genes.size(); ++g)
      if (g % n_folds_of_test != fold) learnt.push_back(training_genes[g]);
    const gene_parameters parameters = make_parameters(count_genes(where, learnt), others);
    const auto tested = tested_of_fold(fold, training_genes.size());
    const auto windows = windows_of(training_genes, tested, where.sequences.catalog());
    std::vector<std::size_t> n_found(windows.size());
    const auto look_in = [&](std::size_t w) {
      const tested_window& window = windows[w];
      const auto found = find_genes(where.sequences.fetch_as_written(window.sequence, window.where), parameters,
                                    where.codes.of_sequence(window.sequence), {}, finding_depth::genes);
      n_found[w] = static_cast<std::size_t>(std::ranges::count_if(
          window.genes, [&](const annotated_transcript* gene) { return is_among(found, *gene, window.where.start); }));
    };
    on_threads(where.n_threads, windows.size(), where.control, [&] { return look_in; });
    result.n_genes += tested.size();
    for (const std::size_t n : n_found) result.n_found += n;
  }
  return result;
}

}  // namespace exonweave
