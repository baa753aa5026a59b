// The engines of the paper beside the oracle, at the edges of blocks of threads and tiles of columns. Without a usable
// GPU there is nothing to compare.
#include <algorithm>
#include <array>
#include <random>

#include "base/memory/memory_budget.hpp"
#include "catch.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "spliced/aligned.hpp"
#include "spliced/random_problem.hpp"
#include "usable_gpu.hpp"

namespace exonweave::testing {
namespace {

using gpu::diagonal_layout;
using gpu::parallelism;

// Exons of random bases, some that overlap, each behind up to four of those before it.
small_problem chained_exons(std::mt19937_64& random, std::size_t n_exons, std::uint32_t longest,
                            std::size_t target_length) {
  small_problem problem(random_bases(random, longest + 50), random_bases(random, target_length));
  choose_scoring(random, problem);
  problem.gaps.open = 0;
  problem.residue_ends.reset();
  std::vector<spliced::node_id> ends;
  std::vector<spliced::edge> into_sink;
  for (std::size_t k = 0; k < n_exons; ++k) {
    const auto length = static_cast<std::uint32_t>(k == 0 ? longest : 1 + random() % longest);
    std::vector<spliced::edge> inputs;
    if (k == 0 || random() % 3 == 0) inputs.push_back({0, static_cast<spliced::score>(random() % 9)});
    for (std::size_t n = random() % 4; n > 0 && !ends.empty(); --n)
      inputs.push_back({ends[random() % ends.size()], static_cast<spliced::score>(random() % 9) - 6});
    const std::uint64_t start = random() % 50;
    const auto run = problem.graph.add_run(start, length, static_cast<std::int64_t>(100 * k + 100), inputs);
    ends.push_back(
        problem.graph.add_junction(static_cast<std::int64_t>(100 * k + 100), std::vector<spliced::edge>{{run, 1}}));
    if (random() % 2 == 0) into_sink.push_back({ends.back(), 0});
  }
  into_sink.push_back({ends.back(), 2});
  problem.graph.add_junction(static_cast<std::int64_t>(100 * n_exons + 200), into_sink);
  return problem;
}

void check_rows(const spliced::problem& p, const spliced::engine& engine) {
  const aligned expected(p, "sequential"), found(p, engine);
  REQUIRE(found->end().total == expected->end().total);
  REQUIRE(found->end().column == expected->end().column);
  for (spliced::node_id v = 0; v < p.graph.size(); ++v) {
    const auto there = expected->row(expected->last_row(v));
    const std::vector<spliced::score> requested(there.begin(), there.end());
    const auto here = found->row(found->last_row(v));
    INFO("node " << v);
    REQUIRE(std::ranges::equal(here, requested, [](spliced::score a, spliced::score b) {
      return a == b || !(spliced::is_reachable(a) || spliced::is_reachable(b));
    }));
  }
}

template <class Check>
void for_each_variant(const Check& check) {
  for (const auto layout :
       {diagonal_layout::conventional, diagonal_layout::left_aligned, diagonal_layout::right_aligned})
    check(*gpu::make_literal_engine(parallelism::intra, layout));
  for (const auto layout : {diagonal_layout::left_aligned, diagonal_layout::right_aligned})
    check(*gpu::make_literal_engine(parallelism::inter, layout));
}

}  // namespace

TEST_CASE("cuda-intra and cuda-inter make the rows of the oracle, whatever the lengths") {
  if (!has_device()) return;
  std::mt19937_64 random(1);
  for_each_variant([&](const spliced::engine& engine) {
    for (const std::size_t target : {0u, 1u, 2u, 31u, 127u, 128u, 500u})
      for (const std::uint32_t longest : {1u, 2u, 33u, 127u, 128u, 129u, 300u}) {
        const small_problem problem = chained_exons(random, 12, longest, target);
        INFO(engine.name() << ", target " << target << ", exons to " << longest);
        check_rows(problem.view(), engine);
      }
  });
}

TEST_CASE("cuda-intra and cuda-inter make the rows of the oracle of a few short exons", "[small]") {
  if (!has_device()) return;
  std::mt19937_64 random(3);
  for_each_variant([&](const spliced::engine& engine) {
    for (const auto& [longest, target] : {std::pair{33u, 1u}, {70u, 40u}, {40u, 90u}})
      check_rows(chained_exons(random, 4, longest, target).view(), engine);
  });
}

TEST_CASE("and around the largest block and the edges of tiles") {
  if (!has_device()) return;
  std::mt19937_64 random(2);
  for_each_variant([&](const spliced::engine& engine) {
    for (const auto& [longest, target] :
         {std::pair{1023u, 300u}, {1024u, 4095u}, {1025u, 4096u}, {2049u, 40u}, {5u, 8192u}, {1030u, 8200u}}) {
      const small_problem problem = chained_exons(random, 4, longest, target);
      INFO(engine.name() << ", target " << target << ", exons to " << longest);
      check_rows(problem.view(), engine);
    }
  });
}

TEST_CASE("many problems at once end as each alone, and what is wrong with one is its own") {
  if (!has_device()) return;
  std::mt19937_64 random(4);
  std::vector<small_problem> problems;
  for (const std::size_t target : {1u, 40u, 300u, 4097u, 700u, 2u, 900u})
    for (const std::size_t n_exons : {1u, 30u}) problems.push_back(chained_exons(random, n_exons, 200, target));
  // One scoring for all.
  for (small_problem& each : problems) {
    each.substitution = problems.front().substitution;
    each.gaps = problems.front().gaps;
    each.free_target_ends = problems.front().free_target_ends;
  }
  for_each_variant([&](const spliced::engine& engine) {
    std::vector<spliced::row_schedule> schedules;
    for (const small_problem& each : problems)
      schedules.push_back(
          spliced::make_schedule(each.view().graph, each.view().residue_ends, engine.schedule(each.view())));
    std::vector<spliced::alignment_job> jobs;
    for (std::size_t k = 0; k < problems.size(); ++k)
      jobs.push_back({problems[k].view(), &schedules[k], k == 3 ? 1 : std::uint64_t{1} << 40});
    auto started = engine.start(jobs);
    for (std::size_t k = 0; k < problems.size(); ++k) {
      INFO(engine.name() << ", problem " << k);
      if (k == 3) {
        REQUIRE_THROWS_AS(started[k].get(), memory_exceeded);
        continue;
      }
      const auto found = started[k].get();
      REQUIRE(found->end().total == aligned(problems[k].view(), "sequential")->end().total);
    }
  });
}

TEST_CASE("what they do not take they refuse in words") {
  if (!has_device()) return;
  const auto engine = gpu::make_literal_engine(parallelism::intra);
  std::mt19937_64 random(3);
  small_problem problem = chained_exons(random, 2, 5, 5);
  CHECK(engine->refusal(problem.view()).empty());
  problem.gaps.open = 1;
  CHECK_FALSE(engine->refusal(problem.view()).empty());
  CHECK_THROWS_AS(aligned(problem.view(), *engine), std::invalid_argument);
}

TEST_CASE("without a usable GPU an engine cannot be made, and says why") {
  const std::string none = gpu::discover().why_none;
  if (none.empty()) return;
  try {
    (void)gpu::make_literal_engine(parallelism::inter);
    FAIL("an engine without a device");
  } catch (const gpu::device_failure& error) {
    CHECK(none == error.what());
  }
}

}  // namespace exonweave::testing
