// Tracks of other programs: their formats, what is wrong with them, and how a page holds them.
#include <string>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/tracks/track_file.hpp"

namespace exonweave::testing {
namespace {

struct read_of_track {
  track_file track;
  report problems;
  std::string said;
};

read_of_track read(const std::string& text) {
  const temporary_file file(text);
  read_of_track made;
  made.track = read_track(file.path(), {"chr1", "chr 2"}, made.problems);
  if (made.problems.error_count() > 0) made.said = made.problems.errors().front().text();
  return made;
}

std::string gff(const std::string& attributes, const std::string& place = "1\t9") {
  return "##gff-version 3\nchr1\tx\texon\t" + place + "\t.\t+\t.\t" + attributes + "\n";
}

TEST_CASE("the format of a track is told by its rows") {
  const auto format = [](const std::string& text) {
    const auto made = read(text);
    CHECK(made.said.empty());
    return word_of(made.track.format);
  };
  CHECK(format("chr1\t0\t9\n") == "bed");
  CHECK(format("track name=x\n#c\nchr1\t5\t9\tname\t0\t+\nchrUn\t1\t2\n") == "bed");
  CHECK(format(gff("ID=a")) == "gff3");
  CHECK(format("chr%202\tx\texon\t1\t9\t.\t+\t.\tID=b\n##FASTA\n>x\nACGT\n") == "gff3");
  CHECK(format(gff("gene_id \"a\"; transcript_id \"b\";")) == "gtf");
  CHECK(format(std::string("\x26\xfc\x8f\x88", 4) + "rest") == "bigwig");
}

TEST_CASE("bad tracks are errors, line by line") {
  CHECK(read("").said.find("not a supported track format (got 'no row', need BED, GFF3, GTF, BAM or bigWig)") !=
        std::string::npos);
  CHECK(read("a b c\n").said.find(":1: not a supported track format") != std::string::npos);
  const auto two = read("chr1\t5\t9\nchr1\t9\t5\nchr1\tx\t5\n");
  CHECK(two.problems.error_count() == 2);
  CHECK(two.said.find(":2: not an interval (got '9 to 5', need 0 <= start <= end)") != std::string::npos);
  CHECK(read(gff("ID=a", "0\t9")).said.find(":2: not an interval (got '0 to 9', need 1") != std::string::npos);
  CHECK(read("c1\t5\t9\nc2\t5\t9\n").said.find(":1: no row of this track is on a sequence of the run (got 'c1'") !=
        std::string::npos);
}

TEST_CASE("references of a BAM file are read, and a header that ends early is an error whatever lengths it states") {
  const auto number = [](std::uint32_t value) {
    std::string bytes;
    for (int k = 0; k < 4; ++k, value >>= 8U) bytes += static_cast<char>(value & 255U);
    return bytes;
  };
  const auto bam = [&](const std::string& name) {
    return "BAM\1" + number(3) + "@HD" + number(1) + number(static_cast<std::uint32_t>(name.size()) + 1) + name +
           std::string(1, '\0') + number(9);
  };
  CHECK(read(bam("chr1")).said.empty());
  CHECK(read(bam("other")).said.find("no reference sequence of this BAM file is a sequence of the run (got 'other'") !=
        std::string::npos);
  const std::string huge = number(0xfffffff0);
  for (const std::string& bytes :
       {"BAM\1" + huge, "BAM\1" + number(0) + huge, "BAM\1" + number(0) + number(1) + huge, bam("chr1").substr(0, 21)})
    CHECK_THROWS_AS(read(bytes), io_failure);
}

TEST_CASE("a track beyond the limit is not held, which is a warning") {
  std::string text;
  while (text.size() <= max_track_bytes) text += "chr1\t5\t9\t" + std::string(10'000, 'n') + "\n";
  const auto made = read(text);
  CHECK(made.said.empty());
  CHECK_FALSE(made.track.is_held());
  CHECK(made.track.bytes == text.size());
  CHECK(made.problems.warnings().size() == 1);
}

TEST_CASE("other formats than text are held as they are") {
  const temporary_file file(std::string("\x26\xfc\x8f\x88", 4));
  report problems;
  std::string held;
  write_track(read_track(file.path(), {}, problems), [&held](std::string_view text) { held += text; });
  CHECK(held == "JvyPiA==");
}

}  // namespace
}  // namespace exonweave::testing
