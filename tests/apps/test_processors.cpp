// Threads that a machine has use for.
#include <sched.h>

#include "catch.hpp"
#include "processors.hpp"

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
  CHECK(working_threads(1) == 1);
  CHECK(working_threads(65536) == n_processors());
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
