#include <algorithm>
#include <set>

#include "catch.hpp"
#include "conformance/seeds.hpp"
#include "exons/gene_finding/best_parse.hpp"
#include "exons/gene_finding/listed_parses.hpp"
#include "exons/gene_finding/short_problems.hpp"

using namespace exonweave;
using exonweave::testing::listed_gene;
using exonweave::testing::short_problem;

namespace {

using listed_parse = std::vector<const listed_gene*>;

bool is_alike(const parsed_gene& found, const listed_gene& listed) {
  const auto where = [](const parsed_exon& exon) { return exon.where; };
  return found.on == listed.on && found.has_start() == listed.has_start && found.has_stop() == listed.has_stop &&
         found.score == listed.score && std::ranges::equal(found.exons, listed.exons, {}, where);
}

bool is_alike(const sequence_parse& found, const listed_parse& listed) {
  return std::ranges::equal(found.genes, listed,
                            [](const parsed_gene& a, const listed_gene* b) { return is_alike(a, *b); });
}

}  // namespace

TEST_CASE("the best parse scores what the best of all parses does that can be listed, and is one of these") {
  constexpr std::uint64_t n_cases = exonweave::testing::n_cases(1500);
  std::size_t n_with_introns = 0, n_reverse = 0, n_cut = 0, n_several = 0;
  for (std::uint64_t seed = exonweave::testing::seed_offset(), last = seed + n_cases; seed < last; ++seed) {
    const short_problem made(seed);
    const auto genes = exonweave::testing::list_genes(made.letters, *made.parameters, made.code, made.hints);
    const sequence_parse found = find_best_parse(made.get());
    CAPTURE(seed, made.letters, made.code.id(), genes.size());
    finding_score best = 0;
    bool is_listed = false;
    listed_parse chosen;
    exonweave::testing::visit_parses(genes, 0, chosen, 0, [&](const listed_parse& parse, finding_score score) {
      best = std::max(best, score);
      is_listed |= score == found.score && is_alike(found, parse);
    });
    REQUIRE(found.score == best);
    REQUIRE(is_listed);
    for (const parsed_gene& gene : found.genes) {
      n_with_introns += gene.exons.size() > 1;
      n_reverse += gene.on == strand::reverse;
      n_cut += !gene.has_left_codon || !gene.has_right_codon;
    }
    n_several += found.genes.size() > 1;
  }
  CAPTURE(n_with_introns, n_reverse, n_cut, n_several);
  CHECK(n_with_introns > n_cases / 10);
  CHECK(n_reverse > n_cases / 4);
  CHECK(n_cut > n_cases / 4);
  CHECK(n_several > n_cases / 10);
}

TEST_CASE("the reverse complement's best parse scores the same") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const short_problem made(seed);
    const gene_hints flipped = made.hints.flipped(made.forward.length());
    CAPTURE(seed);
    CHECK(find_best_parse({*made.parameters, made.code, made.reverse, made.forward, flipped}).score ==
          find_best_parse(made.get()).score);
  }
}
