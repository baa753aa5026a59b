// The last line of a run.
#include "catch.hpp"
#include "cli/messages.hpp"
#include "contains.hpp"
#include "report/page/page_frame.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

TEST_CASE("the closing line has what came out, seconds and the peak of memory") {
  CHECK(closing_text({{12, "locus", "loci"}, {15, "model", "models"}}, 3.21, 148'400'000) ==
        "12 loci, 15 models, 3.2 s, 148 MB peak");
  CHECK(closing_text({{1, "locus", "loci"}, {0, "model", "models"}}, 0.04, 499'999) ==
        "1 locus, 0 models, 0.0 s, 0 MB peak");
  CHECK(closing_text(std::vector<counted_things>{}, 3600, 2'000'000'000'000) == "3600.0 s, 2000000 MB peak");
  CHECK(closing_text({{1'234'567, "residue", "residues"}}, 1, 0) == "1,234,567 residues, 1.0 s, 0 MB peak");
  CHECK(closing_text("12 genes", 1, 5'000'000) == "12 genes; 1.0 s, 5 MB peak");
}

TEST_CASE("one line says that the page has no charts, where the program was built without their library") {
  const std::string note = report_note(nullptr);
  CHECK_THAT(note, contains("exonweave: the report has tables instead of charts, and no genome browser"));
  CHECK(note.find('\n') == note.size() - 1);
  const report_libraries libraries{};
  CHECK(report_note(&libraries).empty());
}
