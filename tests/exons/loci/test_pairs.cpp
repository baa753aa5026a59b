// Rows of a pairs table become pairs; everything wrong with them is told at once.
#include <catch.hpp>
#include <filesystem>
#include <string>

#include "base/files/temporary_file.hpp"
#include "contains.hpp"
#include "exons/loci/pairs.hpp"
#include "exons/sequences/genome.hpp"
#include "real_data.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const std::string header = "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n";

struct outcome {
  std::vector<alignment_task> pairs;
  report problems;
};

outcome read(const std::string& table, molecule kind = molecule::dna) {
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  sequences.add("chr2", 50);
  const target_set targets{{"targets.fa"}, kind, {{"t1", "ACGT", 1}, {"t2", "ACGT", 3}}};
  const temporary_file file(table);
  outcome result;
  result.pairs = read_pairs(file.path(), sequences, targets, result.problems);
  return result;
}

std::string only_error(const std::string& table) {
  const auto result = read(table);
  CHECK(result.problems.error_count() == 1);
  return result.problems.errors().empty() ? "" : result.problems.errors()[0].text();
}

}  // namespace

TEST_CASE("columns are found by name in any order, others are ignored") {
  const auto result = read(
      "note\ttarget_id\tstrand\tregion_end0\tregion_start0\tregion_seqid\r\nx "
      "y\tt2\t-\t50\t0\tchr2\r\n\r\n\tt1\t+\t1000\t999\tchr1");
  result.problems.throw_if_errors();
  REQUIRE(result.pairs.size() == 2);
  CHECK(result.pairs[0].sequence == 1);
  CHECK(result.pairs[0].region == interval{0, 50});
  CHECK(result.pairs[0].on == strand::reverse);
  CHECK(result.pairs[0].target == 1);
  CHECK(result.pairs[1].region == interval{999, 1000});
  CHECK(result.pairs[1].on == strand::forward);
}

TEST_CASE("equal pairs are one") {
  CHECK(read(header + "chr1\t1\t9\t+\tt1\nchr1\t1\t9\t-\tt1\nchr1\t1\t9\t+\tt1\n").pairs.size() == 2);
}

TEST_CASE("rows for targets of the other kind are passed over") {
  const std::string table =
      "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\ttarget_kind\n"
      "chr1\t0\t9\t+\tpeptide\tprotein\nchr1\t0\t9\t+\tt1\tcds\nchr1\t0\t9\t+\tt2\tdna\n";
  const auto result = read(table);
  result.problems.throw_if_errors();
  CHECK(result.pairs.size() == 2);
  CHECK(read(table, molecule::protein).problems.error_count() == 1);  // 'peptide' is not in the set
}

TEST_CASE("a bad header is told column by column") {
  const auto result = read("region_seqid\tregion_start\tregion_end0\tstrand\tstrand\n");
  REQUIRE(result.problems.error_count() == 3);
  CHECK_THAT(result.problems.errors()[0].text(), contains(":1: duplicate column in the header (got 'strand')"));
  CHECK_THAT(result.problems.errors()[1].text(),
             contains(":1: no column region_start0 in the header (got 'region_start'"));
  CHECK_THAT(result.problems.errors()[2].text(), contains(":1: no column target_id in the header"));
}

TEST_CASE("each bad field is an error that says what is needed") {
  CHECK_THAT(only_error(header + "chr1\t0\t9\t+\n"),
             contains(":2: another number of columns than in the header (got '4', need 5)"));
  CHECK_THAT(only_error(header + "chr9\t0\t9\t+\tt1\n"),
             contains(":2: unknown sequence (got 'chr9', need a sequence of the genome). Hint: did you mean "
                      "'chr1', 'chr2'?"));
  CHECK_THAT(only_error(header + "chr1\t0\t9\t+\tt3\n"),
             contains(":2: unknown target (got 't3', need a record of targets.fa). Hint: did you mean 't1', 't2'?"));
  CHECK_THAT(only_error(header + "chr1\t0\t9\t*\tt1\n"), contains(":2: bad strand (got '*', need +, - or . for both)"));
  CHECK_THAT(only_error(header + "chr1\t9\t9\t+\tt1\n"), contains(":2: the region is empty"));
  CHECK_THAT(only_error(header + "chr2\t50\t51\t+\tt1\n"),
             contains(":2: the region lies beyond the sequence (got '50..51', need region_start0 < 50)"));
  for (const char* bad : {"1e3", "+5", "-1", "010", "", " 1", "1.0", "0x1", "99999999999999999999", "nan"})
    CHECK_THAT(only_error(header + "chr1\t" + bad + "\t999\t+\tt1\n"),
               contains(std::string(":2: region_start0 is not a position")));
}

TEST_CASE("all bad rows are told at once") {
  const auto result = read(header + "chr1\tx\ty\t?\tt9\nchr1\t0\t9\t+\tt1\nchrX\t0\t9\t+\tt1\n");
  CHECK(result.problems.error_count() == 5);
  CHECK(result.problems.errors()[4].where.line == 4);
}

TEST_CASE("a table without a pair to do is a warning") {
  CHECK_THAT(read(header).problems.warnings().at(0), contains("a header without pairs"));
  const std::string table =
      "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\ttarget_kind\nchr1\t0\t9\t+\tp\tprotein\n";
  CHECK_THAT(read(table).problems.warnings().at(0), contains("no pair is for targets of this kind (got 'dna')"));
}

TEST_CASE("real loci: genome, targets and pairs read without a problem") {
  const std::string folder = std::string(EXONWEAVE_SHARED_DIR) + "/data/loci/hg38globin/";
  if (exonweave::testing::is_missing(folder)) return;
  report problems;
  const genome g = genome::open(folder + "genome.fa", problems);
  CHECK(g.catalog().length(0) == 210155);
  const auto targets = read_targets({folder + "targets.mouse.cds.fa"}, target_type::recognise, problems);
  CHECK(targets.kind == molecule::dna);
  const auto pairs = read_pairs(folder + "pairs.tsv", g.catalog(), targets, problems);
  problems.throw_if_errors();
  CHECK(pairs.size() == 7);
  CHECK(read_targets({folder + "targets.mouse.pep.fa"}, target_type::recognise, problems).kind == molecule::protein);
}
