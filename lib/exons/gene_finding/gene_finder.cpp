#include "exons/gene_finding/gene_finder.hpp"

#include <algorithm>
#include <numeric>

#include "base/threads/on_threads.hpp"
#include "exons/gene_finding/best_parse.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/parse_probabilities.hpp"

namespace exonweave {
namespace {

std::int8_t phase_of(const parsed_gene& gene) {
  const bool is_forward = gene.on == strand::forward;
  const std::int64_t n_missing =
      is_forward ? gene.exons.front().n_before_left : codon_size - gene.exons.back().n_before_right;
  return static_cast<std::int8_t>((codon_size - n_missing % codon_size) % codon_size);
}

found_gene made_of(const parsed_gene& gene) {
  found_gene made{.on = gene.on,
                  .exons = {},
                  .phase = phase_of(gene),
                  .has_start = gene.has_start(),
                  .has_stop = gene.has_stop(),
                  .gain = gene.score};
  for (const parsed_exon& exon : gene.exons) made.exons.push_back({exon.where});
  return made;
}

// Its thread is spare once no sequence is left for it.
template <class Work>
class lending_worker {
 public:
  lending_worker(const Work& work, spare_threads& spare) : work_(work), spare_(spare) {}
  ~lending_worker() { spare_.give(); }
  lending_worker(const lending_worker&) = delete;
  lending_worker& operator=(const lending_worker&) = delete;
  void operator()(std::size_t k) { work_(k); }

 private:
  const Work& work_;
  spare_threads& spare_;
};

void set(const gene_probabilities& probabilities, found_gene& gene) {
  gene.probability = probabilities.gene;
  for (std::size_t e = 0; e < gene.exons.size(); ++e) gene.exons[e].probability = probabilities.exons[e];
}

}  // namespace

std::vector<found_gene> find_genes(std::string_view as_written, const gene_parameters& parameters,
                                   const genetic_code& code, const gene_hints& hints, finding_depth depth,
                                   spare_threads* spare) {
  const masked_bases forward(as_written);
  const masked_bases reverse = forward.reverse_complement();
  const finding_problem problem{parameters, code, forward, reverse, hints};
  const sequence_parse parse = find_best_parse(problem);
  std::vector<found_gene> genes;
  for (const parsed_gene& gene : parse.genes) genes.push_back(made_of(gene));
  if (depth == finding_depth::genes) return genes;
  const auto probabilities = probabilities_of(problem, parse, spare);
  for (std::size_t g = 0; g < genes.size(); ++g) set(probabilities[g], genes[g]);
  return genes;
}

std::vector<std::vector<found_gene>> find_genes(genome& sequences, const gene_parameters& parameters,
                                                const genetic_codes& codes, const std::vector<gene_hints>& hints,
                                                finding_depth depth, std::size_t n_threads,
                                                const run_control& control) {
  const sequence_catalog& catalog = sequences.catalog();
  std::vector<std::size_t> longest_first(catalog.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::ranges::stable_sort(longest_first, std::greater(), [&](std::size_t s) { return catalog.length(s); });
  std::vector<std::vector<found_gene>> genes(catalog.size());
  spare_threads spare(n_threads - std::min(n_threads, catalog.size()));
  const auto find_in = [&](std::size_t k) {
    const std::size_t s = longest_first[k];
    const std::string letters = sequences.fetch_as_written(s, {0, catalog.length(s)});
    genes[s] = find_genes(letters, parameters, codes.of_sequence(s), hints[s], depth, &spare);
  };
  on_threads(n_threads, catalog.size(), control, [&] { return lending_worker(find_in, spare); });
  return genes;
}

}  // namespace exonweave
