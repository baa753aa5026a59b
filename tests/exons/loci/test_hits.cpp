// Hits of other programs become regions; everything wrong with them is told at once.
#include <algorithm>
#include <catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/files/line_reader.hpp"
#include "base/files/temporary_file.hpp"
#include "contains.hpp"
#include "exons/loci/column_names.hpp"
#include "exons/loci/hits.hpp"
#include "seed.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

struct outcome {
  std::vector<alignment_task> regions;
  report problems;
};

outcome read(const std::string& text, std::int64_t flank = 0) {
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  sequences.add("chr2", 500);
  sequences.add("none", 0);
  sequences.add("long", 3'000'000);
  target_set targets{{"targets.fa"}, molecule::protein, {{"p1", std::string(100, 'A'), 1}, {"p2", "MA", 3, 0, true}}};
  targets.without_residues = {"empty"};
  const temporary_file file(text);
  outcome result;
  result.regions = read_hits(file.path(), flank, sequences, targets, result.problems);
  return result;
}

std::vector<alignment_task> sound(const std::string& text, std::int64_t flank = 0) {
  const outcome result = read(text, flank);
  result.problems.throw_if_errors();
  CHECK(result.problems.warnings().empty());
  return result.regions;
}

std::string only_error(const std::string& text) {
  const outcome result = read(text);
  CAPTURE(text);
  CHECK(result.problems.error_count() == 1);
  return result.problems.errors().empty() ? "" : result.problems.errors()[0].text();
}

std::string only_warning(const std::string& text) {
  const outcome result = read(text);
  result.problems.throw_if_errors();
  CHECK(result.regions.empty());
  return result.problems.warnings().at(0);
}

// A row of PAF without its ends: a protein on a place.
std::string paf(const std::string& target, const std::string& on, const std::string& place) {
  return target + "\t100\t0\t50\t" + on + "\t" + place + "\t120\t150\t0\tAS:i:99\n";
}

std::string blast(const std::string& query, const std::string& subject, const std::string& positions) {
  return query + "\t" + subject + "\t40.0\t50\t30\t0\t" + positions + "\t1e-9\t55.5\n";
}

// Words as fields between tabs.
std::string tabs(std::string words) {
  std::ranges::replace(words, ' ', '\t');
  return words;
}

const std::vector<alignment_task> both_strands = {{0, {300, 450}, strand::forward, 0},
                                                  {1, {0, 150}, strand::reverse, 0}};

}  // namespace

TEST_CASE("rows of PAF are regions") {
  CHECK(sound(paf("p1", "+", "chr1\t1000\t300\t450") + paf("p1", "-", "chr2\t500\t0\t150")) == both_strands);
  CHECK(sound("# by hand\n\np2\t3\t0\t3\t+\tchr1\t1000\t5\t14\t6\t9\t0\r\n").size() == 1);  // its stop counts
}

TEST_CASE("a query without a hit is no hit") {
  CHECK_THAT(only_warning("p1\t100\t0\t0\t*\t*\t0\t0\t0\t0\t0\t0\n"), contains("a file without hits"));
}

TEST_CASE("a GFF3 of miniprot is read by its PAF lines, and by mRNA rows that say of other hits") {
  const std::string head = "##gff-version 3\n";
  const std::string rows =
      "chr1\tminiprot\tmRNA\t301\t450\t99\t+\t.\tID=MP1;Rank=1;Target=p1 1 50\n"
      "chr1\tminiprot\tCDS\t301\t450\t99\t+\t0\tParent=MP1;Target=nobody 1 50\n"
      "chr2\tminiprot\tmRNA\t1\t150\t99\t-\t.\tID=MP2;Target=p1 1 50 +\n";
  CHECK(sound(head + rows) == both_strands);
  CHECK(sound(rows) == both_strands);
  const std::string lines =
      "##PAF\t" + paf("p1", "+", "chr1\t1000\t303\t450") + "##PAF\t" + paf("p2", "*", "*\t0\t0\t0");
  const alignment_task of_line = {0, {303, 450}, strand::forward, 0};
  const std::vector<alignment_task> with_other = {of_line, both_strands[1]};
  CHECK(sound(head + lines + rows) == with_other);
  CHECK(sound(lines + rows) == with_other);
  CHECK(sound(head + rows + lines) == both_strands);  // as two files one behind the other are: none is lost
}

TEST_CASE("a GFF3 of scan is read by its protein_match rows") {
  const std::string rows =
      "##gff-version 3\n##sequence-region chr1 1 1000\n"
      "chr1\texonweave\tprotein_match\t301\t450\t99\t+\t.\tID=match1;Target=p1 1 50;e_value=1e-9\n"
      "chr2\texonweave\tprotein_match\t1\t150\t99\t-\t.\tID=match2;Target=p1 1 50\n";
  CHECK(sound(rows) == both_strands);
  CHECK_THAT(only_error("##gff-version 3\nchr1\tx\tprotein_match\t1\t9\t9\t.\t.\tTarget=p1 1 3\n"),
             contains(":2: bad strand (got '.', need + or -). Hint: matches of scan with a database"));
}

TEST_CASE("either side of a BLAST table may be the target") {
  CHECK(sound(blast("p1", "chr1", "1\t50\t301\t450") + blast("p1", "chr2", "1\t50\t150\t1")) == both_strands);
  CHECK(sound(blast("chr1", "p1", "301\t450\t1\t50") + blast("chr2", "p1", "150\t1\t1\t50")) == both_strands);
  CHECK(sound(blast("chr1", "p1", "301\t450\t1\t50") + blast("p1", "chr2", "1\t50\t150\t1")) == both_strands);
  CHECK(sound(blast("chr2", "p1", "1\t150\t50\t1")) == std::vector<alignment_task>{{1, {0, 150}, strand::reverse, 0}});
}

TEST_CASE("a BLAST table may name its columns, in a row or in comments") {
  const std::string hits = blast("p1", "chr1", "1\t50\t301\t450") + blast("p1", "chr2", "1\t50\t150\t1");
  const std::string mmseqs = tabs("query target fident alnlen mismatch gapopen qstart qend tstart tend evalue bits");
  const std::vector<std::string> heads = {
      mmseqs + "\n", mmseqs + "\tqlen\r\n",
      tabs("qseqid sseqid pident length mismatch gapopen qstart qend sstart send evalue bitscore") + "\n",
      "# TBLASTN 2.14.0+\n# Query: p1\n# Fields: query acc.ver, subject acc.ver, % identity, alignment "
      "length, "
      "mismatches, gap opens, q. start, q. end, s. start, s. end, evalue, bit score\n# 2 hits found\n",
      "# DIAMOND v2.1.9\n# Fields: Query ID, Subject ID, Percentage of identical matches, Alignment length, "
      "Number of mismatches, Number of gap openings, Start of alignment in query, End of alignment in query, "
      "Start of alignment in subject, End of alignment in subject, Expected value, Bit score\n"};
  for (const std::string& head : heads) {
    CAPTURE(head);
    CHECK(sound(head + hits) == both_strands);
    CHECK(sound(head + hits + head + hits) == both_strands);  // two files, one behind the other
    CHECK_THAT(only_warning(head), contains("a file without hits"));
  }
}

TEST_CASE("a BLAST table with other columns is an error that says which are needed") {
  const std::vector<std::string> heads = {
      tabs("query target fident alnlen mismatch gapopen"), tabs("query target evalue qstart qend tstart tend"),
      tabs("query target fident alnlen mismatch gapopen tstart tend qstart qend evalue bits"),
      "# Fields: query acc.ver, subject acc.ver, evalue",
      "# Fields: query id, subject id, % identity, alignment length, mismatches, gap opens, s. start, s. "
      "end, "
      "q. start, q. end, evalue, bit score"};
  for (const std::string& head : heads) {
    const std::string error = only_error(head + "\n" + blast("p1", "chr1", "1\t50\t301\t450"));
    CHECK_THAT(error, contains(":1: a table of hits with other columns"));
    CHECK_THAT(error, contains("need the 12 standard columns first: query target fident alnlen"));
  }
}

TEST_CASE("a hit whose names are those of columns is a hit") {
  const std::string_view hit = "query\ttarget\t40.0\t50\t30\t0\t1\t50\t301\t450\t1e-9\t55.5";
  CHECK(names_in_row(split_at_tabs(hit)) == column_names::none);
}

TEST_CASE("hits of one target and strand that overlap with their flanks are one region") {
  const std::string hits = blast("p1", "chr1", "1\t9\t101\t130") + blast("p1", "chr1", "9\t20\t201\t230") +
                           blast("p1", "chr1", "9\t20\t130\t101") + blast("p2", "chr1", "1\t2\t111\t116") +
                           blast("p1", "chr2", "1\t9\t474\t500");
  CHECK(sound(hits, 35).size() == 5);
  const std::vector<alignment_task> expected = {{0, {64, 166}, strand::reverse, 0},
                                                {0, {64, 266}, strand::forward, 0},
                                                {0, {74, 152}, strand::forward, 1},
                                                {1, {437, 500}, strand::forward, 0}};
  CHECK(sound(hits, 36) == expected);
  CHECK(sound(paf("p1", "+", "chr1\t1000\t300\t450"), 1'000'000'000) ==
        std::vector<alignment_task>{{0, {0, 1000}, strand::forward, 0}});
}

TEST_CASE("regions of a row of hits that were too long together end halfway between the hits") {
  std::string hits;
  for (const std::string place : {"100000\t101000", "600000\t601000", "1100000\t1101000"})
    hits += paf("p1", "+", "long\t3000000\t" + place);
  const std::vector<alignment_task> expected = {{3, {0, 851'000 - 500}, strand::forward, 0},
                                                {3, {851'000 - 500, 1'401'000}, strand::forward, 0}};
  CHECK(sound(hits, 300'000) == expected);
}

TEST_CASE("the order of rows changes nothing") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::vector<std::string> rows;
  for (int n = 0; n < 40; ++n) {
    const auto first = 1 + random() % 900;
    const auto last = first + random() % 60;
    const std::string ends[] = {std::to_string(first), std::to_string(last)};
    const bool is_back = random() % 2 == 0;
    rows.push_back(blast(random() % 2 == 0 ? "p1" : "p2", "chr1",
                         "1\t2\t" + ends[is_back ? 1 : 0] + "\t" + ends[is_back ? 0 : 1]));
  }
  const auto regions = [&] {
    std::string text;
    for (const auto& row : rows) text += row;
    return sound(text, 10);
  };
  const auto expected = regions();
  CHECK(!expected.empty());
  for (int n = 0; n < 5; ++n) {
    std::ranges::shuffle(rows, random);
    CHECK(regions() == expected);
  }
}

TEST_CASE("unknown names are told with the nearest ones") {
  CHECK_THAT(only_error(paf("p3", "+", "chr1\t1000\t300\t450")),
             contains(":1: unknown target (got 'p3', need a record of targets.fa). Hint: did you mean 'p1'"));
  CHECK_THAT(only_error(blast("p1", "chr3", "1\t50\t301\t450")),
             contains(":1: unknown sequence (got 'chr3', need a sequence of the genome). Hint: did you mean"));
  CHECK_THAT(only_error(blast("chr9", "p1", "301\t450\t1\t50")), contains("unknown sequence (got 'chr9'"));
  CHECK_THAT(only_error(blast("chr1", "p9", "301\t450\t1\t50")), contains("unknown target (got 'p9'"));
  CHECK(read(blast("a", "b", "1\t50\t301\t450")).problems.error_count() == 2);
  CHECK_THAT(only_error("##gff-version 3\nchr1\tm\tmRNA\t1\t9\t.\t+\t.\tTarget=p9 1 2\n"),
             contains(":2: unknown target (got 'p9'"));
}

TEST_CASE("each bad value of a hit is an error that says what is needed") {
  const std::string good = paf("p1", "+", "chr1\t1000\t300\t450");
  CHECK_THAT(only_error(good + "p1\t100\t0\t50\t+\tchr1\t1000\t300\t450\n"),
             contains(":2: too few columns (got '9', need 12 or more)"));
  CHECK_THAT(only_error(good + paf("p1", ".", "chr1\t1000\t300\t450")), contains(":2: bad strand (got '.'"));
  CHECK_THAT(only_error(paf("p1", "+", "chr1\t1000\t3e2\t450")),
             contains(":1: column 8, start in the sequence, is not a position (got '3e2', need a whole number "
                      ">= 0, digits only)"));
  CHECK_THAT(only_error(paf("p1", "+", "chr1\t1001\t300\t450")),
             contains("the sequence has another length in the genome (got '1001', need 1000)"));
  CHECK_THAT(only_error(paf("p1", "+", "chr1\t1000\t300\t300")),
             contains("the hit is empty on its sequence: its end lies before its start (got '301..300'"));
  CHECK_THAT(only_error(paf("p1", "+", "chr1\t1000\t300\t1001")),
             contains("the hit ends beyond its sequence (got '301..1001', need 1..1000 at most). Hint"));
  CHECK_THAT(only_error("p2\t3\t0\t50\t+\tchr1\t1000\t300\t450\t120\t150\t0\n"),
             contains("the hit ends beyond its target (got '1..50', need 1..3 at most)"));
  CHECK_THAT(only_error(paf("p2", "+", "chr1\t1000\t300\t450")),
             contains(":1: the target has another length in its file (got '100', need 2)"));
  CHECK_THAT(only_error(blast("p1", "chr1", "0\t50\t301\t450")),
             contains("column 7, start in the query, is not a position (got '0', need a whole number >= 1"));
  CHECK_THAT(only_error("p1\tchr1\t40.0\t50\t30\t0\t1\t50\t301\n"), contains("too few columns (got '9'"));
  const std::string gff = "##gff-version 3\nchr1\tm\tmRNA\t";
  CHECK_THAT(only_error(gff + "0\t9\t.\t+\t.\tTarget=p1 1 2\n"), contains(":2: column 4, start, is not a"));
  CHECK_THAT(only_error(gff + "1\t9\t.\t?\t.\tTarget=p1 1 2\n"), contains(":2: bad strand (got '?'"));
  for (const char* bad : {"ID=x", "ID=x;Target=p1", "Target=p1 1", "Target=p1 0 4", "Target=p1 1 x"})
    CHECK_THAT(only_error(gff + "1\t9\t.\t+\t.\t" + bad + "\n"), contains(":2: mRNA without its target"));
}

TEST_CASE("a file of another format is an error that says which are read") {
  for (const char* bad :
       {">p1\nMA\n", "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n", "p1 chr1 40.0 50\n"})
    CHECK_THAT(only_error(bad), contains(":1: not a file of hits (got '"));
  CHECK_THAT(only_error(">p1\n"), contains("Hint: This looks like FASTA"));
  CHECK_THAT(only_error("##gff-version 3\nchr1\tm\tgene\t1\t9\t.\t+\t.\tID=g\n"),
             contains("no hit in a GFF3 with features"));
}

TEST_CASE("a file without hits, and hits of records without residues, are warnings") {
  for (const char* empty : {"", "\n", "##gff-version 3\n"})
    CHECK_THAT(only_warning(empty), contains("a file without hits"));
  CHECK_THAT(only_warning("# BLASTP 2.14\n# 0 hits found\n"), contains("a file without hits"));
  CHECK_THAT(only_warning(paf("empty", "+", "chr1\t1000\t300\t450")),
             contains(":1: hit of a target without residues: it is skipped (got 'empty')"));
  CHECK_THAT(only_warning(blast("none", "p1", "1\t9\t1\t3")),
             contains(":1: hit of a sequence without residues: it is skipped (got 'none')"));
}
