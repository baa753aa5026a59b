// Progress lines say what is known and no more.
#include "catch.hpp"
#include "progress.hpp"

using namespace exonweave::apps;
using std::chrono::seconds;

TEST_CASE("progress tells the share, the time spent and the time left") {
  CHECK(progress_text("aligning", "pairs", 1000, 4000, seconds{10}) ==
        "aligning: 1000 of 4000 pairs (25%), 10 s, about 30 s left");
}

TEST_CASE("progress promises no time before anything is done") {
  CHECK(progress_text("aligning", "pairs", 0, 4, seconds{10}) == "aligning: 0 of 4 pairs (0%), 10 s");
}

TEST_CASE("progress of unknown size only counts") {
  CHECK(progress_text("reading", "records", 7, 0, seconds{3}) == "reading: 7 records, 3 s");
}

TEST_CASE("a stage ends at once, counted by several threads") {
  const auto before = std::chrono::steady_clock::now();
  {
    progress stage("aligning", "pairs", 2000);
    std::thread other([&stage] {
      for (int i = 0; i < 1000; ++i) stage.add();
    });
    for (int i = 0; i < 1000; ++i) stage.add();
    other.join();
  }
  CHECK(std::chrono::steady_clock::now() - before < seconds{4});  // not after the 5 seconds of a line
}
