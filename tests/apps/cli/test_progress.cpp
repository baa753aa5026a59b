// Progress lines say what is known and no more.
#include "catch.hpp"
#include "cli/progress.hpp"

using namespace exonweave::apps;
using std::chrono::seconds;

TEST_CASE("progress tells the share, the time spent and the time left") {
  CHECK(progress_text("aligning", "pairs", 100, 400, seconds{10}) ==
        "aligning: 100 of 400 pairs (25%), 10 s, about 30 s left");
}

TEST_CASE("progress tells large numbers in the unit that suits the largest") {
  const auto text = [](std::uint64_t done, std::uint64_t total) {
    return progress_text("aligning", "cells", done, total, seconds{12});
  };
  CHECK(text(1'200'000'000, 4'000'000'000) == "aligning: 1.2 of 4.0 Gcells (30%), 12 s, about 28 s left");
  CHECK(text(0, 999) == "aligning: 0 of 999 cells (0%), 12 s");
  CHECK(text(0, 1000) == "aligning: 0.0 of 1.0 kcells (0%), 12 s");
  CHECK(text(0, 999'900) == "aligning: 0.0 of 999.9 kcells (0%), 12 s");
  CHECK(text(0, 1'000'000) == "aligning: 0.0 of 1.0 Mcells (0%), 12 s");
  CHECK(text(3'000'000'000'000, 0) == "aligning: 3.0 Tcells, 12 s");
  CHECK(text(0, 12'000'000'000'000'000'000u) == "aligning: 0.0 of 12000.0 Pcells (0%), 12 s");
}

TEST_CASE("progress promises no time before anything is done, and in the first second") {
  CHECK(progress_text("aligning", "pairs", 1, 4, seconds{0}) == "aligning: 1 of 4 pairs (25%), 0 s");
  CHECK(progress_text("aligning", "pairs", 0, 4, seconds{10}) == "aligning: 0 of 4 pairs (0%), 10 s");
}

TEST_CASE("progress knows that what was done before took none of the time") {
  CHECK(progress_text("scanning", "pairs", 300, 400, seconds{10}, 200) ==
        "scanning: 300 of 400 pairs (75%), 10 s, about 10 s left");
  CHECK(progress_text("scanning", "pairs", 200, 400, seconds{10}, 200) == "scanning: 200 of 400 pairs (50%), 10 s");
}

TEST_CASE("progress of what is not counted tells the time") {
  CHECK(progress_text("formatting", "", 0, 0, seconds{12}) == "formatting: 12 s");
}

TEST_CASE("progress in no unit that people read tells its share alone") {
  CHECK(progress_text("aligning", "", 3'000'000, 10'000'000, seconds{12}) == "aligning: 30%, 12 s, about 28 s left");
  CHECK(progress_text("aligning", "", 0, 10, seconds{12}) == "aligning: 0%, 12 s");
}

TEST_CASE("progress of unknown size only counts") {
  CHECK(progress_text("reading", "records", 7, 0, seconds{3}) == "reading: 7 records, 3 s");
}

TEST_CASE("a line on a terminal has a bar, the share and the time left, as far as they are known") {
  const auto line = [](std::uint64_t done, std::uint64_t total, seconds elapsed, std::size_t columns = 0) {
    return progress_line("step 2 of 8: searching", done, total, elapsed, 0, columns);
  };
  CHECK(line(100, 400, seconds{10}) == "step 2 of 8: searching  [#####---------------]  25%  ETA 30 s");
  CHECK(line(1, 40, seconds{10}) == "step 2 of 8: searching  [--------------------]  2%  ETA 6.5 min");
  CHECK(line(400, 400, seconds{10}) == "step 2 of 8: searching  [####################]  100%  ETA 0 s");
  CHECK(line(500, 400, seconds{10}) == line(400, 400, seconds{10}));
  CHECK(line(0, 400, seconds{10}) == "step 2 of 8: searching  [--------------------]  0%");
  CHECK(line(7, 0, seconds{12}) == "step 2 of 8: searching  12 s");
  CHECK(line(100, 400, seconds{10}, 31) == "step 2 of 8: searching  [#####");  // the last column stays free
  CHECK(line(100, 400, seconds{10}, 9) == "step 2 o");
}

TEST_CASE("a stage ends at once, whenever it is asked how far it is") {
  const auto before = std::chrono::steady_clock::now();
  {
    const progress stage("aligning", "pairs", 2000, [] { return 1000; });
  }
  CHECK(std::chrono::steady_clock::now() - before < seconds{4});  // not after the 5 seconds of a line
}
