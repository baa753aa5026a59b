// The stages of a run, as its steps.
#include "catch.hpp"
#include "cli/stage_clock.hpp"

using namespace exonweave::apps;

TEST_CASE("stages are kept in their order with their times, and the process's memory") {
  stage_clock clock;
  clock.begin("read");
  clock.begin("align");
  clock.end();
  clock.end();
  REQUIRE(clock.stages().size() == 2);
  CHECK(clock.stages()[0].stage == "read");
  CHECK(clock.stages()[1].stage == "align");
  CHECK(clock.stages()[0].seconds >= 0);
  CHECK(clock.stages()[0].seconds + clock.stages()[1].seconds <= clock.total());
  CHECK(clock.stages()[1].peak_memory >= clock.stages()[0].peak_memory);
}

TEST_CASE("the table of steps adds short stages to the step before them") {
  const std::vector<timed_stage> stages = {{"read", 1.5, 1.25, 20'000'000},
                                           {"checksums", 0.5, 0.25, 30'000'000},
                                           {"choose", 240, 480, 1'200'000'000},
                                           {"gene model", 2, 4, 1'200'000'000}};
  CHECK(text_of_steps(stages) ==
        "step                 time  CPU time    memory\n"
        "reading             2.0 s     1.5 s     30 MB\n"
        "selecting genes     4 min     8 min    1.2 GB\n"
        "gene model          2.0 s     4.0 s    1.2 GB\n");
}
