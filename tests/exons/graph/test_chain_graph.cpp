// How exons become rows: what is shared, what follows what, and what the way between costs.
#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <tuple>

#include "catch.hpp"
#include "exons/graph/chain_graph.hpp"
#include "exons/one_strand.hpp"
#include "seed.hpp"
#include "spliced/aligned.hpp"
#include "spliced/paths/best_paths.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::plain_scoring;

namespace {

strand_region region_of(std::int64_t length, std::int64_t start = 0) {
  return {start, std::vector<spliced::residue_code>(static_cast<std::size_t>(length), 1)};
}

std::vector<strand_exon> plain(const std::vector<interval>& places) {
  std::vector<strand_exon> exons;
  for (const interval where : places) exons.push_back({where, 0, {}});
  return exons;
}

spliced::row_graph graph_of(const std::vector<interval>& places, const graph_options& options,
                            const intron_rules& introns = {}) {
  std::int64_t end = 1;
  for (const interval where : places) end = std::max(end, where.end);
  const auto exons = plain(places);
  return build_row_graph({exons}, region_of(end), introns, {}, options);
}

// The runs as "begin-end", each with those it continues in parentheses, sorted.
std::vector<std::string> runs_of(const spliced::graph_view& graph) {
  const auto is_run = [&](spliced::node_id v) { return graph.nodes[v].kind == spliced::node_kind::run; };
  const auto name = [&](spliced::node_id v) {
    return std::to_string(graph.nodes[v].begin()) + "-" + std::to_string(graph.nodes[v].end);
  };
  std::vector<std::set<std::string>> last(graph.size());  // [nodes] of an exon so far: its last runs
  std::vector<std::string> runs;
  for (spliced::node_id v = 0; v < graph.size(); ++v) {
    if (!graph.is_inside(v)) continue;
    std::set<std::string> before;
    for (const auto& input : graph.inputs(v)) before.merge(std::set(last[input.source]));
    last[v] = is_run(v) ? std::set{name(v)} : before;
    if (!is_run(v)) continue;
    std::string text = name(v);
    for (const auto& each : before) text += " (" + each + ")";
    runs.push_back(text);
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

std::uint64_t rows_of(const spliced::row_graph& graph) { return count_rows(graph.view()); }

std::vector<interval> random_places(std::mt19937_64& random, std::size_t n, std::int64_t length) {
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  std::set<interval> places;
  for (std::size_t k = 0; k < n; ++k) {
    const auto start = below(length - 1);
    places.insert({start, start + 1 + below(std::min<std::int64_t>(length - start, 20))});
  }
  return {places.begin(), places.end()};
}

std::vector<spliced::ranked_path> all_paths(const spliced::row_graph& graph,
                                            spliced::spelling chains = spliced::spelling::each_chain_once) {
  const auto scoring = plain_scoring();
  const auto target = spliced::encode_dna("AAAA");
  const spliced::problem p{graph.view(), target, &scoring.substitution, scoring.gaps, false, {}};
  const testing::aligned rows(p);
  return spliced::find_best_paths(*rows, 1000, chains, std::uint64_t{1} << 30);
}

}  // namespace

TEST_CASE("the worked example shares its rows as it is drawn") {
  const std::vector<interval> example = {{0, 5}, {0, 9}, {3, 9}};
  using runs = std::vector<std::string>;
  CHECK(runs_of(graph_of(example, {}).view()) == runs{"0-5", "3-5", "5-9 (0-5) (3-5)"});
  CHECK(runs_of(graph_of(example, literal_graph).view()) == runs{"0-5", "0-9", "3-9"});
  CHECK(rows_of(graph_of(example, {})) == 11);
  CHECK(rows_of(graph_of(example, literal_graph)) == 20);
}

TEST_CASE("all starts by all ends collapse to one row per position") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 50; ++n) {
    std::set<std::int64_t> starts, ends;
    for (int k = 0; k < 8; ++k) {
      starts.insert(static_cast<std::int64_t>(random() % 80));
      ends.insert(static_cast<std::int64_t>(1 + random() % 99));
    }
    ends.insert(100);
    std::vector<interval> places;
    for (const auto start : starts)
      for (const auto end : ends)
        if (start < end) places.push_back({start, end});
    CHECK(rows_of(graph_of(places, {})) == static_cast<std::uint64_t>(100 - *starts.begin()));
  }
}

TEST_CASE("exons that differ in what they add at their ends keep their rows apart there") {
  const auto rows = [](const strand_exon& a, const strand_exon& b) {
    const std::vector<strand_exon> both = {a, b};
    return rows_of(build_row_graph({both}, region_of(10), {}, {}, {}));
  };
  CHECK(rows({{0, 10}, 0, {}}, {{4, 10}, 0, {}}) == 10);
  CHECK(rows({{0, 10}, 7, {}}, {{4, 10}, 0, {}}) == 10);              // charged at the entry
  CHECK(rows({{0, 10}, 0, {.begins = -1}}, {{4, 10}, 0, {}}) == 10);  // at the entry as well
  CHECK(rows({{0, 10}, 0, {.ends = -1}}, {{4, 10}, 0, {}}) == 16);
  CHECK(rows({{0, 10}, 0, {.goes_on = -1}}, {{4, 10}, 0, {}}) == 16);
  CHECK(rows({{0, 5}, 0, {}}, {{0, 10}, 0, {}}) == 10);
  CHECK(rows({{0, 5}, 3, {}}, {{0, 10}, 0, {}}) == 10);  // the difference is charged at the exit
  CHECK(rows({{0, 5}, 0, {.begins = -1}}, {{0, 10}, 0, {}}) == 15);
  CHECK(rows({{0, 5}, 0, {.follows = -1}}, {{0, 10}, 0, {}}) == 15);
}

TEST_CASE("the literal graph has the edges that were counted without building it") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 100; ++n) {
    const auto places = random_places(random, 1 + random() % 30, 120);
    const intron_rules introns{static_cast<std::int64_t>(random() % 10)};
    const auto graph = graph_of(places, literal_graph, introns);
    REQUIRE(count_literal_edges(plain(places), introns) == graph.view().edges.size());
  }
  CHECK(count_literal_edges({}, {}) == 0);
}

TEST_CASE("the junction chain has a few edges per exon, whatever the exons") {
  std::vector<interval> places;
  for (std::int64_t k = 0; k < 200; ++k) places.push_back({3 * k, 3 * k + 2});
  // two into the run, one to its exit, two each to the junction chain and to the chain of ends
  CHECK(graph_of(places, {}).view().edges.size() <= 7 * places.size());
  CHECK(graph_of(places, literal_graph).view().edges.size() > 200 * 199 / 2);
}

TEST_CASE("an exon follows another from an intron of exactly the least length on") {
  const intron_rules introns{.min_intron = 7};
  for (const graph_options& options : {graph_options{}, literal_graph})
    for (const std::int64_t length : {0, 6, 7, 8}) {
      const std::int64_t start = 3 + length;
      const auto paths = all_paths(graph_of({{0, 3}, {start, start + 2}}, options, introns));
      CAPTURE(length, options.is_literal);
      CHECK(paths.size() == (length >= 7 ? 3u : 2u));  // each alone, and both
      CHECK(introns.precedes({0, 3}, {start, start + 2}) == (length >= 7));
    }
}

TEST_CASE("an exon follows another up to an intron of exactly the greatest length") {
  const intron_rules introns{.min_intron = 4, .max_intron = 9};
  for (const graph_options& options : {graph_options{}, literal_graph})
    for (std::int64_t begin = 0; begin < 13; ++begin)
      for (const std::int64_t length : {3, 4, 8, 9, 10, 30}) {
        const interval first{begin, begin + 3}, second{begin + 3 + length, begin + 5 + length};
        const auto paths = all_paths(graph_of({first, second}, options, introns));
        CAPTURE(length, options.is_literal);
        const bool may_follow = length >= 4 && length <= 9;
        CHECK(paths.size() == (may_follow ? 3u : 2u));  // each alone, and both
        CHECK(introns.precedes(first, second) == may_follow);
      }
}

TEST_CASE("with a greatest intron junctions in windows lead where those of every edge do") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  for (int n = 0; n < 300; ++n) {
    const auto places = random_places(random, 1 + random() % 8, 60);
    const std::int64_t min_intron = below(4);
    const intron_rules introns{min_intron, {{3, length_slope(1700)}}, min_intron + below(20)};
    const auto scores = [&](const graph_options& options) {
      std::vector<spliced::score> totals;
      for (const auto& each : all_paths(graph_of(places, options, introns))) totals.push_back(each.total);
      return totals;
    };
    REQUIRE(scores({}) == scores(literal_graph));
    REQUIRE(count_literal_edges(plain(places), introns) ==
            graph_of(places, literal_graph, introns).view().edges.size());
  }
}

TEST_CASE("without a least length exons that touch follow each other, and exons that overlap do not") {
  for (const graph_options& options : {graph_options{}, literal_graph}) {
    CHECK(all_paths(graph_of({{0, 3}, {3, 5}}, options)).size() == 3);
    CHECK(all_paths(graph_of({{0, 3}, {2, 5}}, options)).size() == 2);
  }
}

TEST_CASE("the cost of an intron's length adds up exactly over any cut") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    const intron_line line{30, static_cast<spliced::score>(random() % 2000)};
    const auto a = static_cast<std::int64_t>(random() % 100000);
    const auto b = a + static_cast<std::int64_t>(random() % 5000);
    const auto c = b + static_cast<std::int64_t>(random() % 5000);
    REQUIRE(line.length_cost(a, b) + line.length_cost(b, c) == line.length_cost(a, c));
    REQUIRE(intron_rules{0, {line}}.between(a, c) == 30 + line.length_cost(a, c));
  }
  CHECK((intron_rules{0, {{0, 1000}}}.between(500, 700)) == 200);
  CHECK((intron_rules{0, {{5, 0}}}.between(500, 700)) == 5);
}

TEST_CASE("an intron dearer than any score is cut off at the limit, not wrapped around") {
  const intron_rules introns{0, {{30, 1000000}}};  // 1,000 per nt
  CHECK(introns.lines.front().length_cost(0, 500000) == 500000000);
  CHECK(introns.lines.front().length_cost(0, 3000000) == spliced::score_limit);
  CHECK(introns.between(0, 5000000) == spliced::score_limit + 30);
}

TEST_CASE("chains are worth the same through the junction chain and through all edges") {
  const std::vector<interval> places = {{0, 3}, {100, 104}, {100, 140}, {2500, 2507}, {2600, 2607}, {4999, 5000}};
  const intron_rules introns{20, {{11, 137}}};
  const auto literal = all_paths(graph_of(places, literal_graph, introns));
  const auto chained = all_paths(graph_of(places, {}, introns));
  REQUIRE(literal.size() == chained.size());
  for (std::size_t k = 0; k < literal.size(); ++k) {
    CHECK(chained[k].total == literal[k].total);
    CHECK(chained[k].exons == literal[k].exons);
  }
}

TEST_CASE("chains are worth the same through the junction chains of several lines and through all edges") {
  const std::vector<interval> places = {{0, 3},     {90, 104},    {100, 104},   {100, 140},
                                        {101, 104}, {2500, 2507}, {2600, 2607}, {4999, 5000}};
  for (const std::vector<intron_line>& lines :
       {std::vector<intron_line>{{3, 30}, {11, 2}}, {{11, 2}, {3, 30}}, {{3, 30}, {7, 9}, {20, 0}}}) {
    const intron_rules introns{20, lines};
    const auto literal = all_paths(graph_of(places, literal_graph, introns));
    const auto chained = all_paths(graph_of(places, {}, introns), spliced::spelling::chains_repeat);
    REQUIRE(literal.size() == chained.size());
    for (std::size_t k = 0; k < literal.size(); ++k) {
      CHECK(chained[k].total == literal[k].total);
      CHECK(chained[k].exons == literal[k].exons);
    }
  }
}

TEST_CASE("a line that is never the least, or not in so small a region, leaves the graph as it is") {
  const std::vector<interval> places = {{0, 3}, {100, 104}, {2500, 2507}, {4999, 5000}};
  const auto shown = [&](const std::vector<intron_line>& lines) {
    const auto graph = graph_of(places, {}, {20, lines});
    std::vector<std::tuple<spliced::node_id, spliced::score, spliced::node_id>> edges;
    for (spliced::node_id v = 0; v < graph.view().size(); ++v)
      for (const auto& input : graph.view().inputs(v)) edges.emplace_back(input.source, input.weight, v);
    return edges;
  };
  CHECK(shown({{30, 5}, {60, 5}}) == shown({{30, 5}}));
  CHECK(shown({{30, 5}, {60, 1}}) == shown({{30, 5}}));  // the same from 7,500 nt on
  CHECK(shown({{30, 5}, {40, 1}}).size() > shown({{30, 5}}).size());
}

// Without knowing that they are the same chain, there would be 2^24 ways to be looked at before the second one.
TEST_CASE("chains of many introns are not searched once for each line of each intron") {
  std::vector<interval> places;
  for (std::int64_t k = 0; k < 25; ++k) places.push_back({100 * k, 100 * k + 3});
  const std::vector<intron_line> lines = {{10, 0}, {10, 5}, {9, 11}};
  std::vector<strand_exon> exons = plain(places);
  for (strand_exon& exon : exons) exon.weight = 100;
  const auto graph = build_row_graph({exons}, region_of(2500), {20, lines}, {}, {});
  const auto scoring = plain_scoring();
  const auto target = spliced::encode_dna("AAAA");
  const spliced::problem p{graph.view(), target, &scoring.substitution, scoring.gaps, true, {}};
  const testing::aligned rows(p);
  const auto found = spliced::find_best_paths(*rows, 3, spliced::spelling::chains_repeat, std::uint64_t{1} << 20);
  REQUIRE(found.size() == 3);
  CHECK(found[0].exons.size() == 25);
  CHECK(found[1].exons.size() == 24);
}

TEST_CASE("the graph of one chain has that chain alone, at what it is worth among all") {
  const std::vector<strand_exon> exons = {{{100, 103}, 5, {-1, -2, -4, -8}},
                                          {{110, 112}, -3, {-16, -32, -64, -128}},
                                          {{130, 131}, 7, {-256, -512, -1024, -2048}}};
  const intron_rules introns{5, {{10, 100}}};
  const auto paths = all_paths(build_row_graph({exons}, region_of(40, 100), introns, {}, {}));
  CHECK(paths.size() == 7);
  for (const auto& path : paths) {
    std::vector<strand_exon> chain;
    for (const auto& used : path.exons)
      for (const auto& exon : exons)
        if (exon.where.end == used.end) chain.push_back(exon);
    const auto alone = all_paths(build_path_graph(chain, {}, region_of(40, 100), introns, {}));
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].total == path.total);
    CHECK(alone[0].exons == path.exons);
  }
}

TEST_CASE("no exon makes a graph that no chain crosses") {
  CHECK(all_paths(build_row_graph({}, region_of(5), {}, {}, {})).empty());
}

TEST_CASE("exons that are empty, unsorted, given twice or outside the region are refused") {
  const auto build = [](const std::vector<interval>& places) {
    const auto exons = plain(places);
    return build_row_graph({exons}, region_of(10, 100), {}, {}, {});
  };
  CHECK_NOTHROW(build({{100, 110}}));
  CHECK_THROWS_AS(build({{99, 105}}), std::invalid_argument);
  CHECK_THROWS_AS(build({{105, 111}}), std::invalid_argument);
  CHECK_THROWS_AS(build({{105, 105}}), std::invalid_argument);
  CHECK_THROWS_AS(build({{105, 104}}), std::invalid_argument);
  CHECK_THROWS_AS(build({{105, 106}, {101, 102}}), std::invalid_argument);
  CHECK_THROWS_AS(build({{105, 106}, {105, 106}}), std::invalid_argument);
}
