// The chains beside the best one, the best ones without an exon and the runner-up, against the enumeration.
#include <algorithm>
#include <functional>
#include <set>

#include "brute_force.hpp"
#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "exons/one_strand.hpp"
#include "exons/solving/chain_weights.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"
#include "spliced/engines/engine_registry.hpp"
#include "spliced/paths/alternatives.hpp"
#include "spliced/paths/path_cut.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave::testing {
namespace {

using exons_of_chain = std::vector<spliced::path_exon>;

// A stop codon at the end fixes the frame of every exon before it; else one chain may be found in several ways. So it
// may over the junctions of several lines.
spliced::spelling spelling_of(const small_case& example) {
  const bool is_cut = std::ranges::any_of(example.material.exons, [](const strand_exon& exon) {
    return spliced::is_reachable(exon.roles.begins_cut) || spliced::is_reachable(exon.roles.ends_cut);
  });
  const bool is_free =
      example.scoring.incomplete || example.scoring.frameshift || is_cut || example.scoring.introns.lines.size() > 1;
  return example.material.blocks || is_free ? spliced::spelling::chains_repeat : spliced::spelling::each_chain_once;
}

exons_of_chain exons_of(const spliced::alignment& path) {
  exons_of_chain exons;
  for (const interval where : places_of(path)) exons.push_back({where.start, where.end});
  return exons;
}

using chain_scores = std::map<exons_of_chain, spliced::score, later_chain_first>;

// Best first; equal ones in the order of their exons.
std::vector<std::pair<exons_of_chain, spliced::score>> best_chains(const chain_scores& scores, std::size_t k) {
  std::vector<std::pair<exons_of_chain, spliced::score>> best(scores.begin(), scores.end());
  std::ranges::stable_sort(best, std::greater<>(), [](const auto& chain) { return chain.second; });
  best.resize(std::min(best.size(), k));
  return best;
}

void check_best_paths(const small_case& example) {
  constexpr std::size_t k = 7;
  const auto expected = best_chains(all_chain_scores(example), k);
  for_each_engine_and_graph([&](const spliced::engine& engine, const graph_options& options, const std::string& shown) {
    INFO(shown);
    const auto graph = example.graph(options);
    if (!engine.refusal(example.problem(graph)).empty()) return;
    const aligned pass(example.problem(graph), engine);
    const auto found = spliced::find_best_paths(*pass, k, spelling_of(example), std::uint64_t{1} << 30);
    REQUIRE(found.size() == expected.size());
    for (std::size_t rank = 0; rank < found.size(); ++rank) {
      INFO("rank " << rank);
      REQUIRE(found[rank].total == expected[rank].second);
      REQUIRE(found[rank].exons == expected[rank].first);
    }
  });
}

std::optional<spliced::score> expected_without(const chain_scores& scores, const spliced::path_exon& exon) {
  std::optional<spliced::score> best;
  for (const auto& [chain, total] : scores)
    if (std::ranges::find(chain, exon) == chain.end() && (!best || total > *best)) best = total;
  return best;
}

void check_alternatives(const small_case& example) {
  const auto scores = all_chain_scores(example);
  if (scores.empty()) return;
  const auto best = best_chains(scores, 2);
  for_each_engine_and_graph([&](const spliced::engine& engine, const graph_options& options, const std::string& shown) {
    INFO(shown);
    const auto graph = example.graph(options);
    if (!engine.refusal(example.problem(graph)).empty()) return;
    const aligned_both_ways passes(example.problem(graph), engine);
    const exons_of_chain chain = exons_of(spliced::trace_back(*passes.forward));
    const auto found = spliced::study_alternatives(*passes.forward, *passes.backward, chain);
    REQUIRE(found.best_without.size() == chain.size());
    for (std::size_t e = 0; e < chain.size(); ++e) {
      INFO("exon " << chain[e].begin << " " << chain[e].end);
      REQUIRE(found.best_without[e] == expected_without(scores, chain[e]));
    }
    REQUIRE(found.second_best.has_value() == (best.size() > 1));
    if (found.second_best) REQUIRE(*found.second_best == best[1].second);
  });
}

// What a user gets: the best chain first, others behind it in order, none twice, none that is better left out.
void check_solved(const small_case& example) {
  if (example.scoring.frameshift && example.scoring.introns.min_intron <= 2) return;  // introns like skipped nt
  constexpr std::size_t k = 3;
  auto best = solve_by_enumeration(example);
  if (best && example.scoring.is_forbidden(best->total)) best.reset();
  auto scores = all_chain_scores(example);
  std::erase_if(scores, [&](const auto& chain) { return example.scoring.is_forbidden(chain.second); });
  const auto expected = best_chains(scores, k);
  const auto engine = spliced::cpu_engines().make("simd");
  // On graphs, whose alternatives keep a limit of introns.
  const solver_settings settings{.engine = engine.get(), .n_chains = k, .with_margins = true, .may_sweep = false};
  const auto solved = solve_case(example.material, example.target, example.scoring, settings);
  REQUIRE(solved.chains.size() == expected.size());
  if (!best) return;
  const answer first = spell(solved.chains.front());
  REQUIRE(first.total == best->total);
  REQUIRE(first.moves == best->moves);
  std::set<exons_of_chain, later_chain_first> seen;
  for (std::size_t rank = 0; rank < expected.size(); ++rank) {
    INFO("rank " << rank);
    const exons_of_chain exons = exons_of(solved.chains[rank]);
    REQUIRE(seen.insert(exons).second);
    REQUIRE(solved.chains[rank].total == expected[rank].second);
    REQUIRE(scores.at(exons) == expected[rank].second);
  }
  REQUIRE(solved.second_best.has_value() == (expected.size() > 1));
  if (solved.second_best) REQUIRE(*solved.second_best == expected[1].second);
  const solver_settings of_one{.engine = engine.get(), .with_margins = true, .may_sweep = false};
  const auto alone = solve_case(example.material, example.target, example.scoring, of_one);
  REQUIRE(alone.chains.size() == 1);
  REQUIRE(alone.second_best == solved.second_best);
  REQUIRE(alone.best_without == solved.best_without);
}

// The best chain on each side of a cut.
struct two_sides {
  spliced::score before = spliced::unreachable, after = spliced::unreachable;
};

two_sides sides_of(const chain_scores& scores, std::int64_t position) {
  two_sides best;
  for (const auto& [chain, total] : scores) {
    if (chain.back().end <= position) best.before = std::max(best.before, total);
    if (chain.front().begin >= position) best.after = std::max(best.after, total);
  }
  return best;
}

// The largest sum over all cuts whose sides have `least` each.
std::optional<spliced::score> best_sum(const chain_scores& scores, interval region, spliced::score least) {
  std::optional<spliced::score> best;
  for (std::int64_t position = region.start; position <= region.end; ++position) {
    const auto [before, after] = sides_of(scores, position);
    if (before >= least && after >= least) best = std::max(best.value_or(before + after), before + after);
  }
  return best;
}

// Sides are bounds where ends of the target count, exons lead to the sink directly, or codons need not be whole.
void check_cut(const small_case& example) {
  const auto scores = all_chain_scores(example);
  if (scores.empty()) return;
  const spliced::score least = best_chains(scores, 1).front().second / 3 - 5;
  const bool has_broken_codons = example.scoring.incomplete || example.scoring.frameshift;
  const auto expected = best_sum(scores, extent(example.material.region), least);
  for_each_engine_and_graph([&](const spliced::engine& engine, const graph_options& options, const std::string& shown) {
    INFO(shown << ", at least " << least);
    const auto graph = example.graph(options);
    if (!engine.refusal(example.problem(graph)).empty()) return;
    const aligned_both_ways passes(example.problem(graph), engine);
    const auto found = spliced::find_path_cut(*passes.forward, *passes.backward, least);
    if (expected) REQUIRE(found.has_value());
    if (!example.scoring.free_target_ends || options.is_literal || has_broken_codons) return;
    REQUIRE(found.has_value() == expected.has_value());
    if (!found) return;
    CHECK(found->before + found->after == *expected);
    const auto [before, after] = sides_of(scores, found->position);
    CHECK(before == found->before);
    CHECK(after == found->after);
  });
}

template <class Check>
void check_seeds(std::uint64_t begin, std::uint64_t n, const Check& check) {
  for_each_seed(begin, n, [&](std::uint64_t seed) {
    const auto check_one = [&](const char* kind, const small_case& example) {
      INFO(kind << ":\n" << describe(example));
      check(example);
    };
    check_one("nucleotides, exons", random_nucleotide_case(seed));
    check_one("nucleotides, blocks", random_nucleotide_block_case(seed, material::blocks));
    check_one("nucleotides, both", random_nucleotide_block_case(seed, material::both));
    check_one("protein, exons", random_protein_case(seed, material::exons, false));
    check_one("protein, blocks", random_protein_case(seed, material::blocks, false));
    check_one("protein, both", random_protein_case(seed, material::both, false));
    check_one("protein, exons, options", random_protein_case(seed, material::exons, true));
    check_one("protein, exons, cut", random_cut_case(seed, material::exons));
    if (seed % 4 != 0) return;  // many readings each
    check_one("protein, blocks, options", random_protein_case(seed, material::blocks, true));
    check_one("protein, both, options", random_protein_case(seed, material::both, true));
    check_one("protein, blocks, cut", random_cut_case(seed, material::blocks));
    check_one("protein, both, cut", random_cut_case(seed, material::both));
  });
}

}  // namespace

TEST_CASE("the k best chains are those of the enumeration, in order, whatever the graph") {
  check_seeds(20001, 400, check_best_paths);
}

TEST_CASE("the best chain without an exon and the runner-up are those of the enumeration, whatever the graph") {
  check_seeds(30001, 400, check_alternatives);
}

TEST_CASE("a cut has the best chains of the enumeration on both sides, whatever the engine") {
  check_seeds(50001, 400, check_cut);
}

TEST_CASE("a solved case holds the canonical best chain, and others behind it") {
  check_seeds(40001, 400, check_solved);
}

}  // namespace exonweave::testing
