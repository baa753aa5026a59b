// Chains of one protein where another one has a far better chain.
#include "catch.hpp"
#include "exons/loci/outscored_chains.hpp"

using namespace exonweave;

namespace {

segment_chain chain(std::uint32_t target, double score, std::vector<interval> segments) {
  segment_chain made;
  made.target = target;
  made.score = score;
  made.segments = std::move(segments);
  return made;
}

search_window window(std::uint32_t target, strand on = strand::forward, std::size_t sequence = 0) {
  return {sequence, on, {0, 100'000}, target};
}

constexpr outscored_rules all{.keeps_best = false};

// What is left of chains, one for each window.
std::vector<std::size_t> left_of(const std::vector<search_window>& windows, const std::vector<segment_chain>& one_each,
                                 const outscored_rules& rules) {
  std::vector<std::vector<segment_chain>> chains;
  for (const segment_chain& each : one_each) chains.push_back({each});
  std::size_t n_erased = 0;
  for (const std::uint32_t n : erase_outscored(windows, chains, 3, rules)) n_erased += n;
  std::vector<std::size_t> left;
  for (std::size_t w = 0; w < chains.size(); ++w)
    if (!chains[w].empty()) left.push_back(w);
  CHECK(left.size() + n_erased == windows.size());
  return left;
}

}  // namespace

TEST_CASE("a chain goes where that of another target scores twice as much") {
  const std::vector<search_window> both{window(0), window(1)};
  const std::vector<interval> here{{3'200, 6'400}};
  CHECK(left_of(both, {chain(0, 100, here), chain(1, 200, here)}, all) == std::vector<std::size_t>{1});
  CHECK(left_of(both, {chain(0, 101, here), chain(1, 200, here)}, all) == std::vector<std::size_t>{0, 1});
  CHECK(left_of(both, {chain(0, 300, here), chain(1, 200, here)}, {.ratio = 1.5, .keeps_best = false}) ==
        std::vector<std::size_t>{0});
  CHECK(left_of({window(1), window(1)}, {chain(1, 100, here), chain(1, 200, here)}, all) ==
        std::vector<std::size_t>{0, 1});  // copies, or one on the way of the other
}

TEST_CASE("a chain stays on another strand or sequence, and within an intron of a better one") {
  const std::vector<interval> here{{3'200, 6'400}};
  for (const auto& other : {window(1, strand::reverse), window(1, strand::forward, 1)})
    CHECK(left_of({window(0), other}, {chain(0, 100, here), chain(1, 900, here)}, all).size() == 2);
  CHECK(
      left_of({window(0), window(1)}, {chain(0, 100, here), chain(1, 900, {{0, 3'200}, {6'400, 9'600}})}, all).size() ==
      2);
}

TEST_CASE("most of a chain has to be outscored, by whichever targets") {
  const std::vector<search_window> three{window(0), window(1), window(2)};
  const auto mine = chain(0, 100, {{0, 3'200}, {6'400, 9'600}});  // 200 bins
  CHECK(left_of(three, {mine, chain(1, 900, {{0, 3'200}}), chain(2, 300, {{8'320, 9'600}})}, all) ==
        std::vector<std::size_t>{1, 2});
  CHECK(left_of(three, {mine, chain(1, 900, {{0, 3'200}}), chain(2, 300, {{8'352, 9'600}})}, all).size() == 3);
}

TEST_CASE("a chain goes where chains of too many other targets score more") {
  const std::vector<search_window> three{window(0), window(1), window(2)};
  const std::vector<interval> here{{3'200, 6'400}};
  const auto left = [&](double first, double second, double third, std::size_t max_better) {
    const std::vector<segment_chain> chains{chain(0, first, here), chain(1, second, here), chain(2, third, here)};
    return left_of(three, chains, {.max_better = max_better, .keeps_best = false});
  };
  CHECK(left(100, 101, 102, 2) == std::vector<std::size_t>{0, 1, 2});
  CHECK(left(100, 101, 102, 1) == std::vector<std::size_t>{1, 2});
  CHECK(left(100, 101, 102, 0) == std::vector<std::size_t>{2});
  CHECK(left(102, 100, 101, 1) == std::vector<std::size_t>{0, 2});
  CHECK(left(100, 100, 102, 0) == std::vector<std::size_t>{2});
  CHECK(left(102, 100, 102, 0) == std::vector<std::size_t>{0, 2});  // equal scores stay
  CHECK(left(100, 100, 100, 0) == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("several chains of one target count once") {
  const std::vector<interval> here{{3'200, 6'400}};
  const std::vector<search_window> three{window(0), window(1), window(1)};
  const std::vector<segment_chain> chains{chain(0, 100, here), chain(1, 120, here), chain(1, 140, here)};
  CHECK(left_of(three, chains, {.max_better = 1, .keeps_best = false}) == std::vector<std::size_t>{0, 1, 2});
  CHECK(left_of(three, chains, {.max_better = 0, .keeps_best = false}) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("the best chain of a target stays where this is asked for") {
  const std::vector<search_window> three{window(0), window(0), window(1)};
  const std::vector<interval> here{{3'200, 6'400}}, there{{32'000, 35'200}};
  const std::vector<segment_chain> chains{chain(0, 90, here), chain(0, 80, there), chain(1, 900, {here[0], there[0]})};
  CHECK(left_of(three, chains, {}) == std::vector<std::size_t>{0, 2});
  CHECK(left_of(three, chains, all) == std::vector<std::size_t>{2});
}
