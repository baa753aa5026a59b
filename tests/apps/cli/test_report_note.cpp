// A page without its libraries is no surprise.
#include "catch.hpp"
#include "cli/report_note.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

TEST_CASE("one line says that the page has no charts, where the program was built without their library") {
  const std::string note = report_note(nullptr);
  CHECK_THAT(note, contains("exonweave: the report has tables instead of charts, and no genome browser"));
  CHECK(note.find('\n') == note.size() - 1);
  const report_libraries libraries{};
  CHECK(report_note(&libraries).empty());
}
