// Every engine and every way to build its graph against the enumeration of all chains.
#include <algorithm>
#include <optional>

#include "brute_force.hpp"
#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "exons/solving/rescore.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave::testing {
namespace {

void check_case(const small_case& example) {
  const auto expected = solve_by_enumeration(example);
  std::optional<spliced::alignment> first;
  for_each_engine_and_graph([&](const spliced::engine& engine, const graph_options& options, const std::string& shown) {
    INFO(shown);
    const auto graph = example.graph(options);
    if (!engine.refusal(example.problem(graph)).empty()) return;
    const aligned both(example.problem(graph), engine);
    spliced::row_pass& pass = *both;
    if (!expected) {
      REQUIRE_FALSE(spliced::is_reachable(pass.end().total));
      return;
    }
    const auto alignment = spliced::trace_back(pass);
    const answer found = spell(alignment);
    INFO("found " << found.total << ' ' << found.moves << ", not " << expected->total << ' ' << expected->moves);
    REQUIRE(pass.end().total == expected->total);
    REQUIRE(found.total == expected->total);
    REQUIRE(found.moves == expected->moves);
    REQUIRE(rescore(alignment, example.material, example.target, example.scoring) == alignment.total);
    if (!first) first = alignment;
    REQUIRE(alignment == *first);
  });
}

template <class Make>
void check_seeds(std::uint64_t begin, std::uint64_t end, const Make& make) {
  for_each_seed(begin, end - begin, [&](std::uint64_t seed) {
    const small_case example = make(seed);
    INFO(describe(example));
    check_case(example);
  });
}

}  // namespace

TEST_CASE("nucleotides: every engine and every graph finds the canonical best chain of given exons") {
  check_seeds(1, 5001, random_nucleotide_case);
}

TEST_CASE("nucleotides: and of ORF exons, alone and beside given exons") {
  check_seeds(1, 1001, [](auto seed) { return random_nucleotide_block_case(seed, material::blocks); });
  check_seeds(1001, 2001, [](auto seed) { return random_nucleotide_block_case(seed, material::both); });
}

TEST_CASE("proteins: every engine and every graph finds the canonical best chain of given exons") {
  check_seeds(1, 3001, [](auto seed) { return random_protein_case(seed, material::exons, false); });
}

TEST_CASE("proteins: and of ORF exons") {
  check_seeds(1, 1501, [](auto seed) { return random_protein_case(seed, material::blocks, false); });
}

TEST_CASE("proteins: and of ORF exons beside given exons") {
  check_seeds(1, 1501, [](auto seed) { return random_protein_case(seed, material::both, false); });
}

TEST_CASE("proteins: incomplete chains, frameshifts and stops within, of given exons") {
  check_seeds(1, 2001, [](auto seed) { return random_protein_case(seed, material::exons, true); });
}

TEST_CASE("proteins: incomplete chains, frameshifts and stops within, of ORF exons") {
  check_seeds(1, 1001, [](auto seed) { return random_protein_case(seed, material::blocks, true); });
}

TEST_CASE("proteins: incomplete chains, frameshifts and stops within, of ORF exons beside given exons") {
  check_seeds(1, 1001, [](auto seed) { return random_protein_case(seed, material::both, true); });
}

TEST_CASE("proteins: genes that the ends of a short sequence cut") {
  check_seeds(1, 1501, [](auto seed) { return random_cut_case(seed, material::exons); });
  check_seeds(1501, 2501, [](auto seed) { return random_cut_case(seed, material::blocks); });
  check_seeds(2501, 3501, [](auto seed) { return random_cut_case(seed, material::both); });
}

}  // namespace exonweave::testing
