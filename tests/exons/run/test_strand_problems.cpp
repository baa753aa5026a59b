// The problem of a strand is made once, whoever asks for it and how often.
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "exons/one_strand.hpp"
#include "exons/run/locus_solver.hpp"
#include "exons/run/small_job.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::case_on;
using exonweave::testing::plain_scoring;
using exonweave::testing::small_job;

namespace {

const auto simd = spliced::cpu_engines().make("simd");

shared_problem small_problem() {
  return std::make_shared<region_problem>(case_on("ACGT", {{{0, 4}, 0, {}}}), plain_scoring(),
                                          solver_settings{simd.get()}, memory_budget({.usable = ample_memory}));
}

}  // namespace

TEST_CASE("each strand's problem is made once, on whatever threads targets ask for it") {
  strand_problems problems;
  std::atomic<int> n_made = 0;
  const auto make = [&] {
    ++n_made;
    return small_problem();
  };
  std::vector<shared_problem> seen(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < seen.size(); ++t)
      threads.emplace_back([&, t] { seen[t] = problems.on(t % 2 == 0 ? strand::forward : strand::reverse, make); });
  }
  CHECK(n_made == 2);
  for (std::size_t t = 2; t < seen.size(); ++t) CHECK(seen[t] == seen[t - 2]);
  CHECK(seen[0] != seen[1]);
}

TEST_CASE("a problem that could not be made is tried again by the next who asks") {
  strand_problems problems;
  const auto fail = []() -> shared_problem { throw std::range_error("no score"); };
  CHECK_THROWS_AS(problems.on(strand::forward, fail), std::range_error);
  CHECK(problems.on(strand::forward, small_problem) != nullptr);
}

TEST_CASE("a problem for which the memory does not do is tried again with more, not with as much") {
  strand_problems problems;
  int n_tried = 0;
  const auto fail = [&]() -> shared_problem {
    ++n_tried;
    throw not_enough_memory(problem_report{.what = "too little", .need = std::to_string(n_tried)});
  };
  const auto need_reported = [&](std::uint64_t memory) {
    try {
      (void)problems.on(strand::forward, fail, memory);
    } catch (const not_enough_memory& error) {
      return error.problems().front().need;
    }
    return std::string("nothing");
  };
  CHECK(need_reported(100) == "1");
  CHECK(need_reported(100) == "1");
  CHECK(need_reported(99) == "1");
  CHECK(need_reported(101) == "2");
  CHECK(need_reported(100) == "2");
  CHECK(n_tried == 2);
  CHECK(problems.bytes(false) == 0);
  CHECK(problems.on(strand::reverse, small_problem, 1) != nullptr);  // a strand of its own
  const shared_problem made = problems.on(strand::forward, small_problem, 200);
  CHECK(problems.on(strand::forward, fail, 1) == made);
  CHECK(problems.bytes(true) == 2 * made->bytes(true));
}

TEST_CASE("a problem that was let go lives while somebody has it, and is made again after that") {
  strand_problems problems;
  const auto refuse = []() -> shared_problem { throw std::logic_error("made a second time"); };
  shared_problem first = problems.on(strand::forward, small_problem);
  problems.let_go();
  CHECK(problems.on(strand::forward, refuse) == first);
  problems.let_go();
  problems.let_go();
  const std::weak_ptr<const region_problem> seen = first;
  first.reset();
  CHECK(seen.expired());
  CHECK_THROWS_AS(problems.on(strand::forward, refuse), std::logic_error);
  CHECK(problems.on(strand::forward, small_problem) != nullptr);
}

TEST_CASE("all targets of a region are solved on one problem for each strand") {
  small_job job("TTTTTTTTTTACGGATTTTTTTTTTATCCGTTTTTTTTTT", {{{10, 16}, strand::forward}, {{25, 31}, strand::reverse}},
                {"ACGGAT", "ACGG", "GGAT"});
  const prediction_input input = job.input();
  locus_solver solver(input, job.options);
  strand_problems problems;
  std::vector<shared_problem> first;
  const auto refuse = []() -> shared_problem { throw std::logic_error("made a second time"); };
  for (const locus_target& each : split_by_target(job.cases)) {
    const auto result = solver.solve(each, target_reading::nucleotides, problems, ample_memory);
    CHECK(result.outcome == locus_outcome::model);
    for (const strand on : {strand::forward, strand::reverse}) first.push_back(problems.on(on, refuse));
  }
  REQUIRE(first.size() == 6);
  for (std::size_t n = 2; n < first.size(); ++n) CHECK(first[n] == first[n - 2]);
}
