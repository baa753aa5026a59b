// Threads that a machine has use for.
#include <sched.h>

#include <algorithm>

#include "catch.hpp"
#include "cli/options.hpp"
#include "predict/run_rules.hpp"

using namespace exonweave::apps;

TEST_CASE("a quota of processor time is so many processors, a part of one counts") {
  CHECK(processors_of_quota("200000 100000") == 2);
  CHECK(processors_of_quota("150000 100000") == 2);
  CHECK(processors_of_quota("50000 100000") == 1);
  for (const char* none : {"max 100000", "-1 100000", "0 100000", "200000", "200000 0", ""})
    CHECK(processors_of_quota(none) == 0);
}

TEST_CASE("no more threads work than there are processors, and as few as are asked for") {
  CHECK(n_processors() >= 1);
  constexpr unsigned processors = 4;
  for (const auto place : {run_place::here, run_place::elsewhere}) {
    CHECK(resolve_threads(std::nullopt, place, processors).of_run == 4);
    CHECK(resolve_threads(std::nullopt, place, processors).here == 4);
    CHECK(resolve_threads(1, place, processors).of_run == 1);
    CHECK(resolve_threads(1, place, processors).here == 1);
  }
  CHECK(resolve_threads(64, run_place::here, processors).of_run == 4);
  CHECK(resolve_threads(64, run_place::here, processors).here == 4);
}

TEST_CASE("a run that is estimated has all threads that are asked for") {
  const auto threads = resolve_threads(64, run_place::elsewhere, 4);
  CHECK(threads.of_run == 64);
  CHECK(threads.here == 4);
}

TEST_CASE("an estimate for a larger machine is not bound by the memory of this one") {
  constexpr std::uint64_t gigabyte = std::uint64_t{1} << 30;
  predict_options options;
  options.threads = resolve_threads(4096, run_place::elsewhere, 2);
  options.role.is_estimate = true;
  CHECK(run_rules{.memory = memory_terms_of(options)}.max_memory() == 4096 * gigabyte);
  options.role.is_estimate = false;  // a plan is made here
  CHECK(run_rules{.memory = memory_terms_of(options)}.max_memory() == std::min(half_of_memory(), 2 * gigabyte));
  options.threads = resolve_threads(4096, run_place::here, 2);
  CHECK(run_rules{.memory = memory_terms_of(options)}.max_memory() == std::min(half_of_memory(), 2 * gigabyte));
  options.memory = 7;
  CHECK(run_rules{.memory = memory_terms_of(options)}.max_memory() == 7);
}

TEST_CASE("a process that may run on one processor has one") {
  cpu_set_t before;
  REQUIRE(::sched_getaffinity(0, sizeof before, &before) == 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
  const unsigned n = n_processors();
  REQUIRE(::sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(n == 1);
}
