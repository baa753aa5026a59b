// Regions as users of samtools write them.
#include "base/files/report.hpp"
#include "catch.hpp"
#include "cli/data_options.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

sequence_catalog some_sequences() {
  sequence_catalog sequences;
  sequences.add("c1", 2'000'000);
  sequences.add("HLA:A", 500);
  sequences.add("c1:7", 30);
  return sequences;
}

interval part(const std::string& text, std::size_t sequence) {
  CAPTURE(text);
  const auto region = parse_region("--region", text, some_sequences());
  CHECK(region.sequence == sequence);
  return region.where;
}

std::string refusal(const std::string& text) {
  try {
    parse_region("--region", text, some_sequences());
  } catch (const bad_usage& problem) {
    return problem.what();
  }
  return "";
}

}  // namespace

TEST_CASE("an end of a region that is left out is that of its sequence") {
  CHECK(part("c1", 0) == interval{0, 2'000'000});
  CHECK(part("c1:500", 0) == interval{499, 2'000'000});
  CHECK(part("c1:500-", 0) == interval{499, 2'000'000});
  CHECK(part("c1:-700", 0) == interval{0, 700});
  CHECK(part("c1:500-700", 0) == interval{499, 700});
  CHECK(part("c1:2000000", 0) == interval{1'999'999, 2'000'000});
}

TEST_CASE("commas may divide digits in groups of three") {
  CHECK(part("c1:1,000-1,700", 0) == interval{999, 1700});
  CHECK(part("c1:1,000,000", 0) == interval{999'999, 2'000'000});
  CHECK(part("c1:-100,000", 0) == interval{0, 100'000});
  for (const char* bad : {"1,00", "1000,000", ",100", "1,,000", "1,0000", "100,", "1,000000", ",", "1,00a"})
    CHECK_THAT(refusal(std::string("c1:") + bad), contains("--region: not a range of the sequence"));
}

TEST_CASE("a name that holds a colon is taken whole where the genome has it") {
  CHECK(part("HLA:A", 1) == interval{0, 500});
  CHECK(part("HLA:A:5-9", 1) == interval{4, 9});
  CHECK(part("HLA:A:5", 1) == interval{4, 500});
  CHECK(part("c1:7", 2) == interval{0, 30});
  CHECK(part("c1:7-", 0) == interval{6, 2'000'000});
}

TEST_CASE("what is no region of the genome is refused with what is") {
  for (const char* bad : {"", "-", "0", "0-9", "9-3", "2000001", "-2000001", "x", "5-x", "5-6-7", "1e3", " 5", "+5"})
    CHECK_THAT(refusal(std::string("c1:") + bad),
               contains("--region: not a range of the sequence") && contains("within 1-2000000"));
  CHECK_THAT(refusal("c9:5-9"), contains("--region: unknown sequence (got 'c9'"));
  CHECK_THAT(refusal("c9"), contains("did you mean c1"));
}
