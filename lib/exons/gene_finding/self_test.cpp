#include "exons/gene_finding/self_test.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"

namespace exonweave {
namespace {

using gene_place = std::tuple<std::size_t, strand, std::vector<interval>>;

std::set<gene_place> places_of(const std::vector<std::vector<found_gene>>& genes) {
  std::set<gene_place> places;
  for (std::size_t s = 0; s < genes.size(); ++s)
    for (const found_gene& gene : genes[s]) {
      std::vector<interval> exons;
      for (const found_exon& exon : gene.exons) exons.push_back(exon.where);
      places.emplace(s, gene.on, std::move(exons));
    }
  return places;
}

}  // namespace

self_test_result self_test(genome& sequences, const std::vector<annotated_transcript>& training_genes,
                           const intergenic_counts& others, const genetic_codes& codes, std::size_t n_threads,
                           const run_control& control) {
  constexpr std::size_t n_parts = 2;
  const std::vector<gene_hints> no_hints(sequences.catalog().size());
  self_test_result result;
  for (std::size_t part = 0; part < n_parts; ++part) {
    std::vector<annotated_transcript> learnt, held_back;
    for (std::size_t g = 0; g < training_genes.size(); ++g)
      (g % n_parts == part ? held_back : learnt).push_back(training_genes[g]);
    const gene_parameters parameters = make_parameters(count_genes(sequences, learnt, codes), others);
    const auto found =
        places_of(find_genes(sequences, parameters, codes, no_hints, finding_depth::genes, n_threads, control));
    result.n_genes += held_back.size();
    result.n_found += static_cast<std::size_t>(std::ranges::count_if(held_back, [&](const annotated_transcript& gene) {
      return found.contains({gene.sequence, gene.on, gene.exons});
    }));
  }
  return result;
}

}  // namespace exonweave
