// Scores of sites from a table: where they count, and what a table must be.
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/sites/splice_scores.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr score_unit unit = score_unit::halves();

sequence_catalog two_sequences() {
  sequence_catalog made;
  made.add("chr1", 100);
  made.add("chr2", 50);
  return made;
}

struct read_table {
  explicit read_table(const std::string& text) {
    const temporary_file file(text, ".tsv");
    place_sample sample;
    scores = read_splice_scores(file.path(), sequences, unit, sample, problems);
  }
  sequence_catalog sequences = two_sequences();
  report problems;
  splice_scores scores{sequences, unit};
};

std::string only_error(const std::string& text) {
  const read_table table(text);
  INFO(text);
  CHECK(table.problems.error_count() == 1);
  return table.problems.errors().empty() ? "" : table.problems.errors()[0].text();
}

}  // namespace

TEST_CASE("a site adds its score by strand, end and boundary, and one that is not listed loses something") {
  const read_table table("# made\nchr1\t30\t+\tD\t13\n\nchr1\t30\t-\tA\t-5\nchr2\t0\t+\tA\t2\nchr1\t30\t+\tA\t4\n");
  REQUIRE(table.problems.error_count() == 0);
  const auto unlisted = unit.inside(unlisted_score);
  CHECK(table.scores.size() == 4);
  CHECK(table.scores.at(0, strand::forward, splice_end::donor, 30) == 26);
  CHECK(table.scores.at(0, strand::forward, splice_end::acceptor, 30) == 8);
  CHECK(table.scores.at(0, strand::reverse, splice_end::acceptor, 70) == -10);
  CHECK(table.scores.at(0, strand::reverse, splice_end::acceptor, 30) == unlisted);
  CHECK(table.scores.at(1, strand::forward, splice_end::acceptor, 0) == 4);
  CHECK(table.scores.at(1, strand::forward, splice_end::donor, 30) == unlisted);
}

TEST_CASE("sites of the major family are added to, whatever the order of the table") {
  const read_table table(
      "chr1\t70\t+\tD\t5\nchr1\t10\t+\tD\t1\nchr1\t40\t+\tD\t3\nchr1\t40\t+\tD\t2\nchr1\t41\t+\tD\t9\n");
  strand_sites sites;
  sites.donors = {{20, 100, splice_family::major},
                  {40, 100, splice_family::major},
                  {40, 100, splice_family::minor},
                  {70, 100, splice_family::major}};
  table.scores.add_to(sites, 0, strand::forward);
  const auto weight = [&](std::size_t k) { return sites.donors[k].weight - 100; };
  CHECK(weight(0) == unit.inside(unlisted_score));
  CHECK(weight(1) == 6);  // the larger of two
  CHECK(weight(2) == 0);
  CHECK(weight(3) == 10);
}

TEST_CASE("a table that is none is refused with its line") {
  CHECK_THAT(only_error("chr1\t30\t+\tD\n"), contains(":1: not a line of a table of splice scores"));
  CHECK_THAT(only_error("chr1\t30\t+\tD\t1\tx\n"), contains(":1: not a line of a table of splice scores"));
  CHECK_THAT(only_error("#\nch1\t30\t+\tD\t1\n"),
             contains(":2: unknown sequence (got 'ch1')") && contains("did you mean 'chr1"));
  CHECK_THAT(only_error("chr1\t101\t+\tD\t1\n"), contains("need a whole number from 0 to 100"));
  CHECK_THAT(only_error("chr1\t-1\t+\tD\t1\n"), contains("an offset outside its sequence (got '-1'"));
  CHECK_THAT(only_error("chr1\t1\t.\tD\t1\n"), contains("no strand (got '.', need + or -)"));
  CHECK_THAT(only_error("chr1\t1\t+\tE\t1\n"), contains("neither donor nor acceptor (got 'E', need D or A)"));
  for (const char* bad : {"1.5", "x", "", "10001", "-10001"})
    CHECK_THAT(only_error(std::string("chr1\t1\t+\tD\t") + bad + "\n"), contains("not a score"));
  const read_table empty("# nothing\n");
  CHECK(empty.problems.error_count() == 0);
  CHECK(empty.problems.warnings().size() == 1);
}

TEST_CASE("places that are no splice sites of the genome are refused, with their share") {
  // GT at 4, GC at 8, AG before 14; on the other strand GT before 24 (AC) and AG behind 26 (CT).
  const temporary_file fasta(">chr1\nTTTTGTTTGCTTAGTTTTTTTTACTTCTNNTTT\n", ".fa");
  const auto reported = [&](const std::string& rows) {
    report problems;
    auto sequences = genome::open(fasta.path(), problems);
    const temporary_file table(rows, ".tsv");
    read_checked_splice_scores(table.path(), sequences, unit, problems);
    return problems.errors().empty() ? "" : problems.errors()[0].text();
  };
  const std::string good =
      "chr1\t4\t+\tD\t1\nchr1\t8\t+\tD\t1\nchr1\t14\t+\tA\t1\nchr1\t24\t-\tD\t1\nchr1\t26\t-\tA\t1\n";
  const std::string bad = "chr1\t5\t+\tD\t1\nchr1\t15\t+\tA\t1\nchr1\t25\t-\tD\t1\nchr1\t25\t-\tA\t1\n";
  CHECK(reported(good).empty());
  CHECK(reported(good + bad).empty());
  CHECK_THAT(reported(bad), contains("the scores do not lie on splice sites of this genome (got '0% of 4 places"));
  CHECK_THAT(reported(good + bad + "chr1\t0\t+\tD\t1\n"), contains("got '50% of 10 places with GT, GC or AG'"));
  CHECK(reported("chr1\t0\t+\tA\t1\nchr1\t33\t+\tD\t1\nchr1\t28\t+\tD\t1\n").empty());  // beyond the sequence, in N
}

TEST_CASE("of a long table some thousand places are looked at, from its whole length") {
  place_sample sample;
  for (std::int64_t k = 0; k < 100'000; ++k) sample.add({0, strand::forward, splice_end::donor, k});
  CHECK(sample.places().size() > 1'000);
  CHECK(sample.places().size() < 4'000);
  CHECK(sample.places().front().boundary == 0);
  CHECK(sample.places().back().boundary > 99'000);
}
