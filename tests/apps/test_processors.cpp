// Threads that a machine has use for.
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
