// Every engine, every way to build its graph, every memory plan against the enumeration of all chains.
#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <sstream>

#include "brute_force.hpp"
#include "catch.hpp"
#include "spliced/best_paths.hpp"
#include "spliced/engine.hpp"

namespace exonweave::testing {
namespace {

using random_bits = std::mt19937_64;

std::int64_t between(random_bits& bits, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(high - low + 1));
}

std::vector<spliced::residue_code> random_bases(random_bits& bits, std::int64_t length) {
  std::vector<spliced::residue_code> bases(static_cast<std::size_t>(length));
  for (auto& base : bases)  // few letters make many ties
    base = between(bits, 0, 15) == 0 ? spliced::residue_code{15}
                                     : static_cast<spliced::residue_code>(1u << between(bits, 0, 2));
  return bases;
}

spliced::score small_weight(random_bits& bits) { return static_cast<spliced::score>(between(bits, -2, 2)); }

// Costs of 0 or 2, so that many exons share their roles.
role_weights random_roles(random_bits& bits) {
  const auto cost = [&] { return static_cast<spliced::score>(-2 * between(bits, 0, 1)); };
  return {cost(), cost(), cost(), cost()};
}

small_case random_case(std::uint64_t seed) {
  random_bits bits(seed);
  small_case made;
  const std::int64_t length = between(bits, 1, 30);
  made.genome = random_bases(bits, length);
  made.target = random_bases(bits, between(bits, 0, 12));
  std::set<interval> places;
  for (std::int64_t k = between(bits, 1, 7); k > 0; --k) {
    const std::int64_t start = between(bits, 0, length - 1);
    places.insert({start, between(bits, start + 1, std::min(length, start + 9))});
  }
  const bool weighted = between(bits, 0, 1) == 1;
  const bool with_roles = between(bits, 0, 1) == 1;
  for (const interval& where : places)
    made.exons.push_back(
        {where, weighted ? small_weight(bits) : 0, with_roles ? random_roles(bits) : role_weights{}});
  made.introns = {between(bits, 0, 3), static_cast<spliced::score>(between(bits, 0, 2)),
                  static_cast<spliced::score>(between(bits, 0, 2) * 130)};
  made.substitution = spliced::dna_matrix(spliced::match_mismatch(
      static_cast<spliced::score>(between(bits, 1, 2)), static_cast<spliced::score>(between(bits, -2, 0))));
  made.gap = static_cast<spliced::score>(between(bits, 0, 2));
  made.free_target_ends = between(bits, 0, 1) == 1;
  return made;
}

std::string describe(const small_case& shown) {
  std::ostringstream text;
  for (const auto code : shown.genome) text << spliced::dna_letter(code);
  text << " target ";
  for (const auto code : shown.target) text << spliced::dna_letter(code);
  for (const auto& [where, weight, roles] : shown.exons)
    text << " [" << where.start << "," << where.end << ")" << weight << " roles " << roles.begins
         << roles.follows << roles.ends << roles.goes_on;
  text << " min_intron " << shown.introns.min_intron << " intron " << shown.introns.cost << " per_kb "
       << shown.introns.cost_per_kb << " gap " << shown.gap << " free " << shown.free_target_ends;
  return text.str();
}

constexpr std::uint64_t ample = std::numeric_limits<std::uint64_t>::max() / 2;

spliced::alignment solve(const small_case& of, const spliced::row_graph& graph, const spliced::engine& engine,
                         std::uint64_t memory = ample) {
  const spliced::problem p{graph.view(), of.target, &of.substitution, of.gap, of.free_target_ends};
  spliced::forward_pass pass(p, engine, memory);
  return spliced::trace_back(pass, memory);
}

// Nothing when that memory is refused; what the refusal asks for is then shown to be enough.
std::optional<spliced::alignment> solve_within(const small_case& of, const spliced::row_graph& graph,
                                               const spliced::engine& engine, std::uint64_t memory) {
  try {
    return solve(of, graph, engine, memory);
  } catch (const spliced::memory_exceeded& error) {
    REQUIRE(error.limit == memory);
    REQUIRE(error.needed > memory);
    solve(of, graph, engine, error.needed);
    return std::nullopt;
  }
}

std::vector<graph_options> all_graph_options() {
  std::vector<graph_options> all;
  for (const bool chain : {false, true})
    for (const bool prefixes : {false, true})
      for (const bool suffixes : {false, true}) all.push_back({chain, prefixes, suffixes});
  return all;
}

std::vector<interval> places(const spliced::ranked_path& path) {
  std::vector<interval> where;
  for (const auto& exon : path.exons)
    where.push_back({exon.end_position - static_cast<std::int64_t>(exon.n_rows), exon.end_position});
  return where;
}

// The stated order of equal chains: from the last exon, larger ends first, then larger starts, then fewer
// exons.
bool comes_before(const std::vector<interval>& a, const std::vector<interval>& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend(),
                                      [](const interval& x, const interval& y) {
                                        return x.end != y.end ? x.end > y.end : x.start > y.start;
                                      });
}

void check_case(const small_case& of) {
  const auto expected = solve_by_enumeration(of);
  REQUIRE(expected);
  for (const auto& name : spliced::engine_names()) {
    const auto engine = spliced::make_engine(name);
    for (const graph_options& options : all_graph_options()) {
      if (engine->wants_literal_graph() && !(options == literal_graph)) continue;
      const auto graph = build_row_graph(of.exons, {0, of.genome}, of.introns, options);
      INFO(name << " chain " << options.junction_chain << " prefixes " << options.share_prefixes
                << " suffixes " << options.share_suffixes);
      const answer found = spell(solve(of, graph, *engine));
      REQUIRE(found.total == expected->total);
      REQUIRE(found.chain == expected->chain);
      REQUIRE(found.moves == expected->moves);
    }
  }
}

}  // namespace

TEST_CASE("every engine and every graph finds the canonical best chain of random small cases") {
  const auto seed = GENERATE(range(std::uint64_t{1}, std::uint64_t{5001}));
  const small_case of = random_case(seed);
  INFO("seed " << seed << ": " << describe(of));
  check_case(of);
}

TEST_CASE("the answer does not depend on the memory that rows may take") {
  const auto seed = GENERATE(range(std::uint64_t{5001}, std::uint64_t{5201}));
  const small_case of = random_case(seed);
  INFO("seed " << seed << ": " << describe(of));
  const auto engine = spliced::make_engine("scalar");
  const auto graph = build_row_graph(of.exons, {0, of.genome}, of.introns, {});
  const auto expected = solve(of, graph, *engine);
  const auto row_bytes = (of.target.size() + 1) * sizeof(spliced::score);
  for (std::uint64_t memory = row_bytes; memory <= (graph.view().size() + 1) * row_bytes;
       memory += row_bytes) {
    const auto found = solve_within(of, graph, *engine, memory);
    if (found) {
      REQUIRE(*found == expected);
    } else {
      REQUIRE(memory < graph.view().size() * row_bytes);  // with room for all rows nothing is refused
    }
  }
}

TEST_CASE("memory grows with the exons that overlap, not with their number") {
  random_bits bits(7);
  small_case of;
  constexpr std::int64_t n_exons = 2000;
  of.genome = random_bases(bits, 10 * n_exons);
  of.target = random_bases(bits, 20);
  for (std::int64_t k = 0; k < n_exons; ++k) of.exons.push_back({{10 * k, 10 * k + 4}, 0, {}});
  of.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  of.gap = 3;
  const auto graph = build_row_graph(of.exons, {0, of.genome}, of.introns, {});
  const auto engine = spliced::make_engine("scalar");
  const std::uint64_t rows = 200;  // of the graph's 8,000
  REQUIRE(graph.view().size() > 40 * rows);
  REQUIRE(solve(of, graph, *engine, rows * (of.target.size() + 1) * sizeof(spliced::score)) ==
          solve(of, graph, *engine));
}

TEST_CASE("the k best chains are those of the enumeration, in order, whatever the graph") {
  const auto seed = GENERATE(range(std::uint64_t{20001}, std::uint64_t{20601}));
  const small_case of = random_case(seed);
  INFO("seed " << seed << ": " << describe(of));
  auto expected = all_chain_scores(of);
  std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : comes_before(a.first, b.first);
  });
  expected.resize(std::min<std::size_t>(expected.size(), 7));
  for (const auto& name : spliced::engine_names())
    for (const graph_options& options : all_graph_options()) {
      const auto engine = spliced::make_engine(name);
      if (engine->wants_literal_graph() && !(options == literal_graph)) continue;
      const auto graph = build_row_graph(of.exons, {0, of.genome}, of.introns, options);
      const spliced::problem p{graph.view(), of.target, &of.substitution, of.gap, of.free_target_ends};
      spliced::forward_pass pass(p, *engine, ample);
      const auto found = spliced::find_best_paths(pass, 7, std::uint64_t{1} << 30);
      REQUIRE(found.size() == expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        INFO(name << " chain " << options.junction_chain << " rank " << k);
        REQUIRE(found[k].total == expected[k].second);
        REQUIRE(places(found[k]) == expected[k].first);
      }
    }
}

TEST_CASE("adding a candidate never lowers the score") {
  const auto seed = GENERATE(range(std::uint64_t{9001}, std::uint64_t{9201}));
  small_case of = random_case(seed);
  INFO("seed " << seed << ": " << describe(of));
  const auto engine = spliced::make_engine("scalar");
  const auto all = of.exons;
  spliced::score best = spliced::unreachable;
  of.exons.clear();
  for (const strand_exon& added : all) {
    of.exons.push_back(added);
    const auto graph = build_row_graph(of.exons, {0, of.genome}, of.introns, {});
    const auto total = solve(of, graph, *engine).total;
    REQUIRE(total >= best);
    best = total;
  }
}

TEST_CASE("a dearer intron never raises the score") {
  const auto seed = GENERATE(range(std::uint64_t{9501}, std::uint64_t{9601}));
  small_case of = random_case(seed);
  INFO("seed " << seed << ": " << describe(of));
  const auto engine = spliced::make_engine("scalar");
  spliced::score previous = std::numeric_limits<spliced::score>::max();
  for (of.introns.cost = 0; of.introns.cost < 5; ++of.introns.cost) {
    const auto graph = build_row_graph(of.exons, {0, of.genome}, of.introns, {});
    const auto total = solve(of, graph, *engine).total;
    REQUIRE(total <= previous);
    previous = total;
  }
}

TEST_CASE("a target that no exon can follow still costs what Eq. 1 and 2 say") {
  small_case of;
  of.genome = spliced::encode_dna("ACGT");
  of.exons = {{{1, 3}, 0, {}}};
  of.target = {};
  of.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  of.gap = 4;
  check_case(of);
  const auto graph = build_row_graph(of.exons, {0, of.genome}, of.introns, {});
  CHECK(solve(of, graph, *spliced::make_engine("scalar")).total == -8);  // two symbols unaligned
}

}  // namespace exonweave::testing
