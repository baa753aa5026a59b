// ORF exons at once are worth what the same blocks are worth when they are written out one by one and given as exons.
#include <algorithm>
#include <map>

#include "brute_force.hpp"
#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "exons/sites/site_features.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave::testing {
namespace {

spliced::score role(bool may, spliced::score weight) { return may ? weight : spliced::unreachable; }

// The blocks as exons that the builder checks for itself: start and stop codons, and stops within.
std::vector<strand_exon> blocks_as_exons(const small_case& example) {
  std::vector<strand_exon> exons;
  for (const coding_block& block :
       enumerate_blocks(example.material.region, example.material.blocks->sites, {}, *example.scoring.code))
    exons.push_back({block.where,
                     0,
                     {role(block.may_begin, block.begins), role(block.may_follow, block.follows),
                      role(block.may_end(), 0), role(block.may_go_on(), block.goes_on)}});
  return exons;
}

bool has_minor_sites(const strand_sites& sites) {
  const auto is_minor = [](const scored_site& site) { return site.family == splice_family::minor; };
  return std::ranges::any_of(sites.acceptors, is_minor) || std::ranges::any_of(sites.donors, is_minor);
}

}  // namespace

TEST_CASE("blocks at once are the blocks of the enumeration as given exons: score, chain and moves") {
  std::size_t n_with_chain = 0;
  for_each_seed(50001, 3000, [&](std::uint64_t seed) {
    small_case example = random_protein_case(seed, material::blocks, false);
    if (has_minor_sites(example.material.blocks->sites) || example.material.blocks->limits) return;
    INFO(describe(example));
    small_case written_out = example;
    written_out.material.blocks.reset();
    written_out.material.exons = blocks_as_exons(example);
    const auto graph = example.graph({}), graph_written_out = written_out.graph({});
    const aligned at_once(example.problem(graph));
    const aligned one_by_one(written_out.problem(graph_written_out));
    const bool has_chain = spliced::is_reachable(at_once->end().total);
    REQUIRE(spliced::is_reachable(one_by_one->end().total) == has_chain);
    if (!has_chain) return;
    ++n_with_chain;
    REQUIRE(spliced::trace_back(*at_once) == spliced::trace_back(*one_by_one));
  });
  REQUIRE(n_with_chain > n_cases(300));
}

}  // namespace exonweave::testing
