// A curator's marks: what a table of them says, what is wrong with it, and what becomes of the genes.
#include <string>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/gene_review.hpp"

using namespace exonweave;
using exonweave::testing::chromosomes;
using exonweave::testing::exon;
using exonweave::testing::model;
using exonweave::testing::temporary_file;

namespace {

const std::string review_head = "gene_id\tsequence\tstart\tend\tstrand\tmark\tnote\n";

struct read_marks {
  gene_review review;
  report problems;
  [[nodiscard]] std::string said() const { return problems.error_count() == 0 ? "" : problems.errors().front().text(); }
};

read_marks marks_of(const std::string& text) {
  const temporary_file file(text);
  read_marks made;
  made.review = read_gene_review(file.path(), chromosomes(), made.problems);
  return made;
}

locus_models gene(interval where, strand on = strand::forward) { return {model({exon(where, {0, 3}, 0)}, on)}; }

}  // namespace

TEST_CASE("marks are those of the genes at their places") {
  const auto made = marks_of(review_head + "g1\tchr1\t11\t40\t+\taccept\tfine\r\ng2\tchr1\t11\t40\t-\treject\t\n" +
                             "g3\tchr2\t1\t9\t+\tlook again\t\ng4\tchr2\t3\t9\t+\t.\ta note alone\n\n");
  CHECK(made.said().empty());
  CHECK(made.review.marks.size() == 3);
  CHECK(made.review.has(gene({10, 40}), review_mark::accept));
  CHECK(made.review.has(gene({10, 40}, strand::reverse), review_mark::reject));
  CHECK_FALSE(made.review.has(gene({10, 41}), review_mark::accept));
  CHECK_FALSE(made.review.has(gene({10, 40}), review_mark::reject));
}

TEST_CASE("columns of marks may have any order and others beside them") {
  const auto made = marks_of("mark\tmore\tstrand\tend\tstart\tsequence\nreject\tx\t+\t9\t1\tchr2\n");
  CHECK(made.said().empty());
  CHECK(made.review.marks.size() == 1);
}

TEST_CASE("each bad line of marks is told with its line and what is accepted") {
  const auto refuses = [](const std::string& row, const std::string& said) {
    INFO(row);
    const auto made = marks_of(review_head + row + "\n");
    CHECK(made.problems.error_count() == 1);
    CHECK(made.said().find(":2: " + said) != std::string::npos);
  };
  refuses("g\tchr1\t1\t9\t+\tkeep\t", "not a mark (got 'keep', need accept, reject, look again, or '.')");
  refuses("g\tchr1\t1\t9\t*\treject\t", "not a strand (got '*', need + or -)");
  refuses("g\tchr3\t1\t9\t+\treject\t", "unknown sequence");
  refuses("g\tchr1\t0\t9\t+\treject\t", "start is 0");
  refuses("g\tchr1\t5\t4\t+\treject\t", "end lies before start");
  refuses("g\tchr1\t5\t1001\t+\treject\t", "end lies beyond the sequence");
  refuses("g\tchr1\t5\t9\t+\treject", "another number of columns than in the header (got '6', need 7)");
  CHECK(marks_of("").said().find("no table of marks") != std::string::npos);
  CHECK(marks_of("a\tb\n").said().find(":1: no column sequence in the header of the marks") != std::string::npos);
  const auto twice = marks_of(review_head + "g\tchr1\t5\t9\t+\treject\t\nh\tchr1\t5\t9\t+\taccept\t\n");
  CHECK(twice.said().find(":3: another mark for the gene of line 2") != std::string::npos);
  CHECK(marks_of(review_head + "g\tchr1\t5\t9\t+\treject\t\nh\tchr1\t5\t9\t+\treject\t\n").said().empty());
}

TEST_CASE("rejected genes go with their isoforms, and marks without a gene are counted") {
  const auto made = marks_of(review_head + "a\tchr1\t11\t60\t+\treject\t\nb\tchr1\t71\t90\t+\taccept\t\n" +
                             "c\tchr1\t72\t90\t+\treject\t\nd\tchr1\t73\t90\t+\tlook again\t\n");
  locus_models isoforms = gene({10, 40});
  isoforms.push_back(gene({20, 60}).front());
  std::vector<locus_models> genes = {isoforms, gene({70, 90})};
  const auto warning = unmatched_marks(made.review, genes, chromosomes());
  REQUIRE(warning);
  CHECK(warning->what == "1 of 3 marked genes are not in this run");
  CHECK(warning->got == "chr1:72-90 +");
  CHECK(warning->where.line == 4);
  CHECK(drop_rejected(made.review, genes) == 1);
  REQUIRE(genes.size() == 1);
  CHECK(genes.front().front().span() == interval{70, 90});
  CHECK_FALSE(unmatched_marks({}, genes, chromosomes()));
}
