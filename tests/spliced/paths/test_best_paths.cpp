// The k best chains, on graphs small enough to list them all by hand.
#include "catch.hpp"
#include "spliced/kept_pass.hpp"
#include "spliced/paths/best_paths.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::kept_pass;
using exonweave::testing::small_problem;

namespace {

constexpr node_id source = graph_view::source();

// "total: start-end start-end" of each path.
std::vector<std::string> best(const small_problem& problem, std::size_t k) {
  kept_pass pass(problem.view());
  std::vector<std::string> lines;
  for (const auto& path : find_best_paths(pass, k, spelling::each_chain_once, std::uint64_t{1} << 30)) {
    std::string line = std::to_string(path.total) + ":";
    for (const auto& exon : path.exons) line += " " + std::to_string(exon.begin) + "-" + std::to_string(exon.end);
    lines.push_back(line);
  }
  return lines;
}

// Exons AC [0, 2), G [2, 3) and T [3, 4), each of which may follow the ones before it.
small_problem three_exons(std::string_view target) {
  small_problem made("ACGT", target);
  const auto ac = made.add_exon(0, 2, {{source, 0}});
  const auto g = made.add_exon(2, 3, {{source, 0}, {ac, 0}});
  const auto t = made.add_exon(3, 4, {{source, 0}, {ac, 0}, {g, 0}});
  made.add_sink({{ac, 0}, {g, 0}, {t, 0}});
  return made;
}

}  // namespace

TEST_CASE("all chains come in the order of their scores, equal ones with the later last exon first") {
  const std::vector<std::string> all = {"8: 0-2 2-3 3-4", "3: 0-2 3-4", "3: 0-2 2-3", "-2: 2-3 3-4",
                                        "-2: 0-2",        "-7: 3-4",    "-7: 2-3"};
  CHECK(best(three_exons("ACGT"), 100) == all);
  CHECK(best(three_exons("ACGT"), 7) == all);
  CHECK(best(three_exons("ACGT"), 3) == std::vector<std::string>(all.begin(), all.begin() + 3));
  CHECK(best(three_exons("ACGT"), 1) == std::vector<std::string>{all.front()});
}

TEST_CASE("each chain that is found is told as its share of those that are asked for") {
  const small_problem problem = three_exons("ACGT");
  kept_pass pass(problem.view());
  std::vector<double> shares;
  (void)find_best_paths(pass, 4, spelling::each_chain_once, std::uint64_t{1} << 30,
                        [&shares](double fraction) { shares.push_back(fraction); });
  CHECK(shares == std::vector{0.25, 0.5, 0.75, 1.0});
}

TEST_CASE("no chain is asked for and none is given") { CHECK(best(three_exons("ACGT"), 0).empty()); }

TEST_CASE("of equal chains with the same end the later start comes first") {
  small_problem problem("TA", "A");
  const auto longer = problem.add_exon(0, 2, {{source, 3}});
  const auto shorter = problem.add_exon(1, 2, {{source, 0}});
  problem.add_sink({{longer, 0}, {shorter, 0}});
  CHECK(best(problem, 2) == std::vector<std::string>{"2: 1-2", "2: 0-2"});
}

TEST_CASE("an exon that begins inside the rows of an equal one comes before it") {
  small_problem problem("TA", "A");
  const auto head = problem.graph.add_run(0, 1, 1, std::vector<edge>{{source, 3}});
  const auto tail = problem.graph.add_run(1, 1, 2, std::vector<edge>{{head, 0}, {source, 0}});
  problem.add_sink({{problem.graph.add_junction(2, std::vector<edge>{{tail, 0}}), 0}});
  CHECK(best(problem, 2) == std::vector<std::string>{"2: 1-2", "2: 0-2"});
}

TEST_CASE("free target ends count for each chain by itself") {
  auto problem = three_exons("ACGT");
  problem.free_target_ends = true;
  const auto lines = best(problem, 100);
  REQUIRE(lines.size() == 7);
  CHECK(lines[0] == "8: 0-2 2-3 3-4");
  CHECK(lines[1] == "6: 0-2 2-3");
  CHECK(lines[2] == "4: 2-3 3-4");
  CHECK(lines[3] == "4: 0-2");
  CHECK(lines[4] == "3: 0-2 3-4");  // G left out between
}

TEST_CASE("a graph that no chain crosses has no best chain") {
  small_problem problem("ACGT", "AC");
  problem.add_sink({});
  CHECK(best(problem, 3).empty());
}
