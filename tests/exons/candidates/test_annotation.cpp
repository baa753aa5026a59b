#include <vector>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/candidates/annotation.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

namespace {

std::vector<annotated_transcript> read(const std::string& text) {
  sequence_catalog sequences;
  sequences.add("s", 1000);
  const temporary_file file(text);
  report problems;
  auto transcripts = read_annotation(file.path(), sequences, problems);
  problems.throw_if_errors();
  return transcripts;
}

std::string rows(const std::string& id, const std::string& more) {
  return "s\tx\tmRNA\t11\t40\t.\t+\t.\tID=" + id + more + "\n" + "s\tx\tCDS\t11\t40\t.\t+\t0\tParent=" + id +
         ";support=0.123\n";
}

}  // namespace

TEST_CASE("the support of a transcript is what its own row says, if that is a share") {
  const auto read_back = read("##gff-version 3\n" + rows("a", ";support=0.95") + rows("b", "") +
                              rows("c", ";support=much") + rows("d", ";support=1.5"));
  REQUIRE(read_back.size() == 4);
  CHECK(read_back[0].support == 0.95);
  for (std::size_t t = 1; t < 4; ++t) CHECK_FALSE(read_back[t].support);
}

TEST_CASE("GTF has the support of a transcript too") {
  const auto read_back = read(
      "s\tx\ttranscript\t11\t40\t.\t-\t.\tgene_id \"g\"; transcript_id \"t\"; support \"0.5\";\n"
      "s\tx\tCDS\t11\t40\t.\t-\t0\tgene_id \"g\"; transcript_id \"t\";\n");
  REQUIRE(read_back.size() == 1);
  CHECK(read_back.front().support == 0.5);
}
