#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "conformance/seeds.hpp"
#include "exons/gene_finding/ends/gene_rest.hpp"
#include "exons/gene_finding/ends/listed_genes.hpp"

using namespace exonweave;
using exonweave::testing::case_maker;
using exonweave::testing::gene_lister;
using exonweave::testing::random_case;
using exonweave::testing::whole_gene;

namespace {

constexpr auto codon_nt = static_cast<std::int64_t>(codon_length);

// Whether no other start stands before it in its frame, of an ATG no other ATG.
bool is_farthest_start(const genome_track& track, std::int64_t start) {
  const auto is_open = [&](std::int64_t p) {
    for (std::int64_t base = p; base < p + codon_nt; ++base)
      if (!std::has_single_bit(track.base(base))) return false;
    return may_go_on(track.codon(p));
  };
  const auto is_atg = [&](std::int64_t p) {
    return track.base(p) == 1 && track.base(p + 1) == 8 && track.base(p + 2) == 4;
  };
  if (!is_open(start)) return false;
  for (std::int64_t p = start - codon_nt; p >= 0 && is_open(p); p -= codon_nt)
    if (track.starts.has(p) && (is_atg(p) || !is_atg(start))) return false;
  return true;
}

std::int64_t length_cost(const whole_gene& gene, usual_codons usual) {
  std::int64_t nt = 0;
  for (const interval& exon : gene.exons) nt += exon.length();
  return usual.price * std::abs(nt / codon_nt - usual.count) / usual_codons::n_priced;
}

// Of each begin, or end, the ways that are worth most stand; of these the found one is the best when lengths count.
void check(const std::optional<gene_rest>& found, std::vector<whole_gene> all, usual_codons usual) {
  REQUIRE(found.has_value() == !all.empty());
  if (!found) return;
  const auto outer = [](const whole_gene& each) { return std::pair(each.begin, each.end); };
  std::erase_if(all, [&, before = all](const whole_gene& each) {
    return std::ranges::any_of(
        before, [&](const whole_gene& other) { return outer(other) == outer(each) && other.value > each.value; });
  });
  gene_value least = no_gene;  // of two that are worth as much, the longer one may have been found, or the shorter one
  for (const whole_gene& each : all) {
    gene_value dearest = each.value - length_cost(each, usual);
    for (const whole_gene& other : all)
      if (outer(other) == outer(each)) dearest = std::min(dearest, other.value - length_cost(other, usual));
    least = std::max(least, dearest);
  }
  CHECK(found->value >= least);
  CHECK(std::ranges::any_of(all, [&](const whole_gene& each) {
    return each.value - length_cost(each, usual) == found->value && each.exons == found->exons;
  }));
}

}  // namespace

TEST_CASE("begins and ends of genes are the best of all that can be listed") {
  constexpr std::uint64_t n_cases = 3000;
  std::size_t n_begins = 0, n_ends = 0, n_with_introns = 0;
  for (std::uint64_t seed = exonweave::testing::seed_offset(), last = seed + n_cases; seed < last; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const genome_track own = made.strand.track(made.costs), other = made.other.track(made.costs);
    const usual_codons usual{static_cast<std::int64_t>(seed % 7), static_cast<gene_value>(seed % 3) * 9};
    for (const std::int64_t border : {own.length() / 3, own.length() / 2, own.length() - codon_nt}) {
      if (border < codon_nt || border + codon_nt > own.length()) continue;
      CAPTURE(seed, border);
      const auto before = value_before(own, other, made.costs), after = value_after(own, other, made.costs);

      std::vector<whole_gene> begins = gene_lister(made.strand, made.costs).list_begins(border);
      std::erase_if(begins, [&](const whole_gene& each) { return !is_farthest_start(own, each.begin); });
      for (whole_gene& each : begins) each.value += before[static_cast<std::size_t>(each.begin)];
      check(find_gene_begin(own, border, before, made.costs, usual), begins, usual);

      std::vector<whole_gene> ends = gene_lister(made.strand, made.costs).list_ends(border);
      for (whole_gene& each : ends) each.value += after[static_cast<std::size_t>(each.end)];
      check(find_gene_end(own, border, after, made.costs, usual), ends, usual);

      n_begins += begins.empty() ? 0 : 1;
      n_ends += ends.empty() ? 0 : 1;
      n_with_introns += std::ranges::any_of(begins, [](const whole_gene& each) { return each.n_introns > 0; }) ? 1 : 0;
    }
  }
  CHECK(n_begins > n_cases / 20);
  CHECK(n_ends > n_cases / 20);
  CHECK(n_with_introns > n_cases / 20);
}
