// Cases: the triples of region, target and strand that are tried, and the candidates that fall in each.
#include <random>

#include "catch.hpp"
#include "exons/loci/cases.hpp"
#include "exons/loci/reading_ways.hpp"
#include "seed.hpp"

using namespace exonweave;

namespace {

merged_exon exon(std::size_t sequence, interval where, strand on, std::int8_t phase = 0) {
  return {sequence, where, on, phase, exon_type::internal, {}};
}

candidate_set sorted(std::vector<merged_exon> exons) {
  std::sort(exons.begin(), exons.end(), [](const merged_exon& a, const merged_exon& b) {
    return std::tie(a.sequence, a.where, a.on, a.phase) < std::tie(b.sequence, b.where, b.on, b.phase);
  });
  return {{"candidates.gff3"}, {candidate_format::gff3}, std::move(exons)};
}

sequence_catalog two_sequences() {
  sequence_catalog catalog;
  catalog.add("chr1", 1000);
  catalog.add("chr2", 500);
  return catalog;
}

target_set two_targets() { return {{"targets.fa"}, molecule::dna, {{"t0", "ACGT", 1}, {"t1", "AC", 3}}}; }

}  // namespace

TEST_CASE("without pairs every target is tried on every strand that has candidates") {
  const auto candidates = sorted(
      {exon(0, {10, 20}, strand::forward), exon(1, {5, 9}, strand::forward), exon(1, {30, 40}, strand::reverse)});
  const auto cases = make_cases(two_sequences(), two_targets(), std::nullopt, &candidates);
  const std::vector<alignment_task> expected = {{0, {0, 1000}, strand::forward, 0}, {0, {0, 1000}, strand::forward, 1},
                                                {1, {0, 500}, strand::forward, 0},  {1, {0, 500}, strand::reverse, 0},
                                                {1, {0, 500}, strand::forward, 1},  {1, {0, 500}, strand::reverse, 1}};
  CHECK(cases == expected);
}

TEST_CASE("with pairs the cases are the pairs, in an order that does not depend on theirs") {
  const std::vector<alignment_task> pairs = {{1, {0, 100}, strand::reverse, 1},
                                             {0, {50, 90}, strand::forward, 1},
                                             {0, {50, 90}, strand::forward, 0},
                                             {0, {10, 90}, strand::reverse, 1},
                                             {0, {50, 90}, strand::forward, 0}};
  const std::vector<alignment_task> expected = {{0, {10, 90}, strand::reverse, 1},
                                                {0, {50, 90}, strand::forward, 0},
                                                {0, {50, 90}, strand::forward, 1},
                                                {1, {0, 100}, strand::reverse, 1}};
  const auto none = sorted({});
  CHECK(make_cases(two_sequences(), two_targets(), pairs, &none) == expected);
  const std::vector<alignment_task> reversed(pairs.rbegin(), pairs.rend());
  CHECK(make_cases(two_sequences(), two_targets(), reversed, &none) == expected);
}

TEST_CASE("around hits a target that may read backwards is tried so on the other strand") {
  const std::vector<alignment_task> hits = {{0, {10, 90}, strand::reverse, 0},
                                            {0, {10, 90}, strand::reverse, 1},
                                            {0, {50, 99}, strand::forward, 1},
                                            {0, {50, 99}, strand::reverse, 1}};
  const std::vector<alignment_task> expected = {{0, {10, 90}, strand::reverse, 0},
                                                {0, {10, 90}, strand::forward, 1, false, true},
                                                {0, {10, 90}, strand::reverse, 1},
                                                {0, {50, 99}, strand::forward, 1},
                                                {0, {50, 99}, strand::forward, 1, false, true},
                                                {0, {50, 99}, strand::reverse, 1},
                                                {0, {50, 99}, strand::reverse, 1, false, true}};
  CHECK(with_backwards_across(hits, {false, true}) == expected);
}

TEST_CASE("sequences come in the order of the genome, whatever their names") {
  sequence_catalog catalog;
  for (const char* name : {"chr2", "chr10", "chr1"}) catalog.add(name, 100);
  const auto sequences_of = [](const std::vector<alignment_task>& cases) {
    std::vector<std::size_t> sequences;
    for (const alignment_task& each : cases)
      if (sequences.empty() || sequences.back() != each.sequence) sequences.push_back(each.sequence);
    return sequences;
  };
  const std::vector<std::size_t> by_place = {0, 1, 2};
  CHECK(sequences_of(make_cases(catalog, two_targets(), std::nullopt, nullptr)) == by_place);
  const std::vector<alignment_task> pairs = {
      {1, {0, 9}, strand::forward, 0}, {0, {0, 9}, strand::forward, 0}, {2, {0, 9}, strand::forward, 0}};
  CHECK(sequences_of(sorted_cases(pairs)) == by_place);
}

TEST_CASE("without candidates every target is tried on both strands of every sequence") {
  const std::vector<alignment_task> expected = {{0, {0, 1000}, strand::forward, 0}, {0, {0, 1000}, strand::reverse, 0},
                                                {0, {0, 1000}, strand::forward, 1}, {0, {0, 1000}, strand::reverse, 1},
                                                {1, {0, 500}, strand::forward, 0},  {1, {0, 500}, strand::reverse, 0},
                                                {1, {0, 500}, strand::forward, 1},  {1, {0, 500}, strand::reverse, 1}};
  CHECK(make_cases(two_sequences(), two_targets(), std::nullopt, nullptr) == expected);
}

TEST_CASE("an empty pairs table gives no case, unlike no table") {
  const auto candidates = sorted({exon(0, {10, 20}, strand::forward)});
  CHECK(make_cases(two_sequences(), two_targets(), std::vector<alignment_task>{}, &candidates).empty());
}

TEST_CASE("a candidate that touches the border of the region from outside is not in it") {
  const auto candidates = sorted({exon(0, {9, 20}, strand::forward), exon(0, {10, 20}, strand::forward),
                                  exon(0, {10, 30}, strand::forward), exon(0, {10, 31}, strand::forward),
                                  exon(0, {29, 30}, strand::forward), exon(0, {30, 31}, strand::forward),
                                  exon(0, {15, 18}, strand::reverse), exon(1, {15, 18}, strand::forward)});
  const auto inside = exons_in(candidates, 0, {10, 30}, strand::forward);
  CHECK(distinct_places(candidates, inside) == std::vector<interval>{{10, 20}, {10, 30}, {29, 30}});
}

TEST_CASE("candidates that differ in phase alone are one place") {
  const auto candidates = sorted({exon(0, {10, 20}, strand::forward, 0), exon(0, {10, 20}, strand::forward, 1)});
  const auto inside = exons_in(candidates, 0, {0, 100}, strand::forward);
  CHECK(inside.size() == 2);
  CHECK(distinct_places(candidates, inside) == std::vector<interval>{{10, 20}});
}

TEST_CASE("exons_in finds what a look at every candidate finds") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  std::vector<merged_exon> exons;
  for (int n = 0; n < 200; ++n) {
    const auto start = below(100);
    const auto on = below(2) == 0 ? strand::forward : strand::reverse;
    exons.push_back(exon(static_cast<std::size_t>(below(3)), {start, start + 1 + below(40)}, on));
  }
  const auto candidates = sorted(exons);
  for (int n = 0; n < 100; ++n) {
    const auto sequence = static_cast<std::size_t>(below(4));
    const interval region{below(80), 80 + below(70)};
    std::vector<std::size_t> expected;
    for (std::size_t k = 0; k < candidates.exons.size(); ++k) {
      const auto& one = candidates.exons[k];
      if (one.sequence == sequence && one.on == strand::reverse && region.contains(one.where)) expected.push_back(k);
    }
    CHECK(exons_in(candidates, sequence, region, strand::reverse) == expected);
  }
}

TEST_CASE("a pass over a case is planned with the residues of its target for each nt of its region") {
  CHECK(count_cells({1, {10, 60}, strand::reverse, 0}, two_targets()) == 4 * 50);
  CHECK(count_cells({0, {0, 1000}, strand::forward, 1}, two_targets()) == 2 * 1000);
}

TEST_CASE("a target that is tried both ways has a case backwards behind each, in the order of sorted cases") {
  const auto cases = make_cases(two_sequences(), two_targets(), std::nullopt, nullptr);
  const auto both = with_backwards(cases, {true, false});
  REQUIRE(both.size() == 12);
  CHECK(both == sorted_cases(both));
  for (std::size_t c = 0; c < both.size(); ++c) {
    const bool is_second = both[c].is_backwards;
    CHECK((!is_second || both[c].target == 0));
    if (!is_second) continue;
    alignment_task before = both[c - 1];
    before.is_backwards = true;
    CHECK(before == both[c]);
  }
  CHECK(with_backwards(cases, {false, false}) == cases);
}
