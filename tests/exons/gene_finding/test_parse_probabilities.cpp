#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "catch.hpp"
#include "conformance/seeds.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/listed_parses.hpp"
#include "exons/gene_finding/short_problems.hpp"

using namespace exonweave;
using exonweave::testing::listed_gene;
using exonweave::testing::short_problem;

namespace {

// What an exon is by itself: two of other genes may be the same.
using exon_key = std::tuple<strand, interval, std::int64_t, std::string, std::string>;

// In reading direction: the bases of the first codon that are before the exon, and what its ends are.
exon_key key_of(const listed_gene& gene, std::size_t e) {
  std::int64_t n_before = gene.n_missing;
  const std::size_t n = gene.exons.size();
  const bool is_forward = gene.on == strand::forward;
  for (std::size_t k = 0; k < (is_forward ? e : n - 1 - e); ++k)
    n_before += gene.exons[is_forward ? k : n - 1 - k].length();
  const std::size_t in_reading = is_forward ? e : n - 1 - e;
  const std::string begin = in_reading > 0 ? "acceptor" : gene.has_start ? "start" : "cut";
  const std::string end = in_reading + 1 < n ? "donor" : gene.has_stop ? "stop" : "cut";
  return {gene.on, gene.exons[e], n_before % 3, begin, end};
}

// Bases of its first codon, in reading direction: unknown bases score the same in all frames.
std::int64_t n_missing(const parsed_gene& gene) {
  return gene.on == strand::forward ? gene.exons.front().n_before_left : (3 - gene.exons.back().n_before_right) % 3;
}

}  // namespace

TEST_CASE("probabilities are those of all parses that can be listed") {
  constexpr std::uint64_t n_cases = exonweave::testing::n_cases(800);
  constexpr double tolerance = 1e-6;
  std::size_t n_genes = 0, n_unsure = 0;
  for (std::uint64_t seed = exonweave::testing::seed_offset(), last = seed + n_cases; seed < last; ++seed) {
    const short_problem made(seed);
    const auto genes = exonweave::testing::list_genes(made.letters, *made.parameters, made.code, made.hints);
    const sequence_parse parse = find_best_parse(made.get());
    const auto found = probabilities_of(made.get(), parse);
    double all = 0;
    std::map<const listed_gene*, double> of_gene;
    std::map<exon_key, double> of_exon;
    std::vector<const listed_gene*> chosen;
    exonweave::testing::visit_parses(genes, 0, chosen, 0, [&](const auto& listed, finding_score score) {
      const double likelihood = std::exp2(to_bits(score));
      all += likelihood;
      for (const listed_gene* gene : listed) {
        of_gene[gene] += likelihood;
        for (std::size_t e = 0; e < gene->exons.size(); ++e) of_exon[key_of(*gene, e)] += likelihood;
      }
    });
    CAPTURE(seed, made.letters);
    REQUIRE(std::abs(log_of_all_parses(made.get()) - std::log2(all)) < tolerance);
    REQUIRE(found.size() == parse.genes.size());
    for (std::size_t g = 0; g < parse.genes.size(); ++g) {
      const parsed_gene& gene = parse.genes[g];
      const auto listed = std::ranges::find_if(genes, [&](const listed_gene& other) {
        return other.on == gene.on && other.score == gene.score && other.n_missing == n_missing(gene) &&
               other.has_start == gene.has_start() && other.has_stop == gene.has_stop() &&
               std::ranges::equal(gene.exons, other.exons, {}, [](const parsed_exon& exon) { return exon.where; });
      });
      REQUIRE(listed != genes.end());
      ++n_genes;
      n_unsure += found[g].gene < 0.9;
      REQUIRE(std::abs(found[g].gene - of_gene[&*listed] / all) < tolerance);
      for (std::size_t e = 0; e < gene.exons.size(); ++e)
        REQUIRE(std::abs(found[g].exons[e] - of_exon[key_of(*listed, e)] / all) < tolerance);
    }
  }
  CHECK(n_genes > n_cases / 2);
  CHECK(n_unsure > n_genes / 4);
}
