// Sweeps over a genome track score what engines score on the graph of the same own blocks.
#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "exons/sweep/lane_sweep.hpp"
#include "exons/sweep/sequential_sweep.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"

namespace exonweave::testing {
namespace {

void check_lanes(const small_case& of, const genome_track& track, spliced::score expected) {
  if (of.scoring.introns.max_intron != intron_rules::no_limit) return;
  for_each_instruction_set([&] {
    const spliced::score wide = *sweep_in_lanes(track, of.scoring, of.target, lane_width::wide);
    REQUIRE(spliced::is_reachable(wide) == spliced::is_reachable(expected));
    if (!spliced::is_reachable(expected)) return;
    REQUIRE(wide == expected);
    REQUIRE(sweep_score(track, of.scoring, of.target) == expected);
  });
}

void check_sweep(const small_case& of, std::size_t& n_with_chain) {
  INFO(describe(of));
  const auto graph = of.graph({});
  const auto expected = aligned(of.problem(graph))->end();
  const genome_track track = make_track(of.material, *of.scoring.code);
  const auto found = sweep_sequentially(track, of.scoring, of.target);
  REQUIRE(spliced::is_reachable(found.total) == spliced::is_reachable(expected.total));
  if (spliced::is_reachable(expected.total)) {
    ++n_with_chain;
    REQUIRE(found.total == expected.total);
    REQUIRE(found.column == expected.column);
  }
  check_lanes(of, track, expected.total);
}

}  // namespace

TEST_CASE("sweeps score what the graph of the same own blocks does") {
  std::size_t n_with_chain = 0;
  for (const bool with_options : {false, true})
    for_each_seed(with_options ? 61001 : 62001, 1000, [&](std::uint64_t seed) {
      const small_case of = random_protein_case(seed, material::blocks, with_options);
      if (!of.material.blocks->limits) check_sweep(of, n_with_chain);
    });
  REQUIRE(n_with_chain > 250);
}

TEST_CASE("sweeps score what the graph does where open ends cut genes") {
  std::size_t n_with_chain = 0;
  for_each_seed(63001, 1000, [&](std::uint64_t seed) {
    const small_case of = random_cut_case(seed, material::blocks);
    if (of.is_protein() && !of.material.blocks->limits) check_sweep(of, n_with_chain);
  });
  REQUIRE(n_with_chain > 100);
}

}  // namespace exonweave::testing
