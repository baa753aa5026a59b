// What a search for loci leads one to expect of its cases.
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/run/expected_chains.hpp"

using namespace exonweave;

namespace {

found_chain chain_at(interval core, interval on_target, std::uint32_t n_segments, double score) {
  found_chain made;
  made.core = core;
  made.on_target = on_target;
  made.n_segments = n_segments;
  made.score = score;
  return made;
}

found_locus locus_at(std::int64_t start, std::size_t target, const found_chain& best) {
  found_locus made;
  made.where = {0, {start, start + 10'000}, strand::forward, target};
  made.span = best.core;
  made.best = best;
  return made;
}

// Of a target of 100 residues.
expected_chain expected_of(const found_locus& locus, double min_fraction = 1) {
  const target_set targets{{"t.fa"}, molecule::protein, {{"t", std::string(100, 'M'), 1}}};
  return expected_chains(std::vector{locus}, std::vector{locus.where}, targets, min_fraction).at(0);
}

}  // namespace

TEST_CASE("of the best chain is expected what was found, and a fourth of what is missing of the target") {
  const expected_chain whole = expected_of(locus_at(0, 0, chain_at({1'000, 1'300}, {0, 100}, 1, 50)));
  CHECK(whole.length == 300);
  CHECK(whole.n_codons == 100);
  CHECK(whole.n_exons == 1);
  CHECK(whole.n_chains == 1);
  const expected_chain part = expected_of(locus_at(0, 0, chain_at({1'000, 1'180}, {40, 100}, 1, 50)));
  CHECK(part.length == 180 + 3 * 10);
  CHECK(part.n_codons == 60 + 10);
}

TEST_CASE("there are as many introns as gaps between segments, none of them shorter than 100 nt") {
  const auto exons_of = [](std::int64_t length, std::uint32_t n_segments) {
    return expected_of(locus_at(0, 0, chain_at({1'000, 1'000 + length}, {0, 100}, n_segments, 50))).n_exons;
  };
  CHECK(exons_of(1'300, 3) == 3);
  CHECK(exons_of(450, 3) == 2.5);
  CHECK(exons_of(290, 3) == 1);
}

TEST_CASE("chains beside the best one that score enough are expected as genes of their own") {
  found_locus locus = locus_at(0, 0, chain_at({1'000, 1'300}, {0, 100}, 1, 100));
  locus.others = {chain_at({1'300, 1'540}, {0, 80}, 1, 36), chain_at({1'500, 1'740}, {0, 80}, 1, 90),
                  chain_at({1'200, 1'400}, {0, 60}, 1, 95), chain_at({2'000, 2'150}, {0, 50}, 1, 34)};
  const expected_chain with_one = expected_of(locus, 0.5);  // the others overlap, or score too little
  CHECK(with_one.n_chains == 2);
  CHECK(with_one.length == 300 + 240);
  CHECK(with_one.n_codons == 100 + 80);
  CHECK(with_one.n_exons == 2);
  CHECK(expected_of(locus, 0.9).length == 300 + 240);  // the second one, where the first scores too little
  CHECK(expected_of(locus, 0.4).n_chains == 3);
}

TEST_CASE("expected chains come in the order of the cases") {
  const target_set targets{
      {"t.fa"}, molecule::protein, {{"a", std::string(100, 'M'), 1}, {"b", std::string(50, 'M'), 3}}};
  const std::vector<found_locus> loci = {locus_at(0, 1, chain_at({1'000, 1'150}, {0, 50}, 1, 50)),
                                         locus_at(5'000, 0, chain_at({6'000, 6'300}, {0, 100}, 1, 50))};
  const auto chains = expected_chains(loci, std::vector{loci[1].where, loci[0].where, loci[1].where}, targets, 1);
  REQUIRE(chains.size() == 3);
  CHECK(chains[0].n_codons == 100);
  CHECK(chains[1].n_codons == 50);
  CHECK(chains[2].n_codons == 100);
  CHECK(expected_chains(loci, {}, targets, 1).empty());
}
