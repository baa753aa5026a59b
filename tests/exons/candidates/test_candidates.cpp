// Candidate files as a whole: reading packed and long ones, and merging that depends on no order.
#include <algorithm>
#include <cmath>
#include <random>

#include "base/files/packed.hpp"
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/candidate_text.hpp"
#include "exons/candidates/candidates.hpp"
#include "real_data.hpp"
#include "seed.hpp"

namespace exonweave::testing {
namespace {

const std::string rows =
    "##gff-version 3\nchr1\tt\tCDS\t101\t200\t1.5\t+\t0\tID=a\nchr1\tt\tCDS\t301\t400\t.\t-\t1\tID=b\n";

sequence_catalog genome() { return catalog_of({{"chr1", 100000}, {"chr2", 100000}}); }

struct read_result {
  candidate_set set;
  report problems;
};

read_result read(const std::vector<std::string>& paths) {
  read_result result;
  result.set = read_candidates(paths, {}, genome(), result.problems);
  return result;
}

candidate_exon exon_at(std::int64_t start, std::int64_t end, std::uint32_t source, double score, std::string id) {
  candidate_exon exon;
  exon.where = {start, end};
  exon.source = source;
  exon.score = score;
  exon.id = std::move(id);
  return exon;
}

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Everything of a merged set as text, so that sets compare whole, missing numbers too.
std::string shown(const std::vector<merged_exon>& exons) {
  std::ostringstream out;
  for (const auto& exon : exons) {
    out << exon.sequence << ' ' << exon.where.start << ' ' << exon.where.end << to_char(exon.on) << int{exon.phase}
        << to_string(exon.type);
    for (const auto& statement : exon.statements)
      out << " [" << statement.source << ' ' << statement.score << ' ' << statement.probability << ' ' << statement.id
          << ']';
    out << '\n';
  }
  return out.str();
}

}  // namespace

TEST_CASE("candidates are read plain, gzip and BGZF, with CRLF and a byte order mark, without a last line end") {
  std::string crlf = "\xEF\xBB\xBF";
  for (const char c : rows) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  const auto content = GENERATE_COPY(values<std::string>(
      {rows, crlf, rows.substr(0, rows.size() - 1), as_gzip(rows), as_bgzf(rows), as_bgzf(rows, 20)}));
  const temporary_file file(content, ".txt");
  const auto [set, problems] = read({file.path()});
  CHECK(problems.error_count() == 0);
  CHECK(problems.warnings().empty());
  REQUIRE(set.exons.size() == 2);
  CHECK(set.exons[1].statements.at(0).id == "b");
  CHECK(set.formats == std::vector{candidate_format::gff3});
}

TEST_CASE("a truncated gzip is an I/O failure, not a shorter file") {
  const auto packed = as_gzip(rows);
  const temporary_file file(packed.substr(0, packed.size() - 10), ".gz");
  CHECK_THROWS_AS(read({file.path()}), io_failure);
}

TEST_CASE("a missing file is a missing input") { CHECK_THROWS_AS(read({"/nonexistent/candidates"}), missing_input); }

TEST_CASE("a line of five million bytes is a line") {
  const std::string note(5'000'000, 'x');
  const temporary_file file(rows + "chr1\tt\tCDS\t501\t600\t.\t+\t0\tID=c;Note=" + note + ";exon_type=Terminal\n");
  const auto [set, problems] = read({file.path()});
  CHECK(problems.error_count() == 0);
  REQUIRE(set.exons.size() == 3);
  CHECK(set.exons[2].type == exon_type::terminal);
}

TEST_CASE("exons of several files are one when place, strand, phase and type agree, and keep each source's best") {
  const auto merged =
      merge_candidates({exon_at(10, 20, 1, 3, "b"), exon_at(10, 20, 0, none, "a"), exon_at(10, 20, 0, 1, "low"),
                        exon_at(10, 20, 0, 2, "high"), exon_at(5, 20, 0, none, "first")});
  REQUIRE(merged.size() == 2);
  CHECK(merged[0].where == interval{5, 20});
  CHECK(std::isnan(merged[0].statements.at(0).score));
  REQUIRE(merged[1].statements.size() == 2);
  CHECK(merged[1].statements[0].source == 0);
  CHECK(merged[1].statements[0].score == 2);
  CHECK(merged[1].statements[0].id == "high");
  CHECK(merged[1].statements[1].id == "b");
}

TEST_CASE("each tool of a file has a statement of its own") {
  auto augustus = exon_at(10, 20, 0, 0.9, "a"), geneid = exon_at(10, 20, 0, 7, "g");
  augustus.tool = "AUGUSTUS";
  geneid.tool = "geneid";
  const auto merged = merge_candidates({geneid, augustus, geneid});
  REQUIRE(merged.size() == 1);
  REQUIRE(merged[0].statements.size() == 2);
  CHECK(merged[0].statements[0].tool == "AUGUSTUS");
  CHECK(merged[0].statements[1].tool == "geneid");
  CHECK(merged[0].statements[1].score == 7);
}

TEST_CASE("a candidate's tool is the second column, or genscan") {
  const temporary_file file("##gff-version 3\nchr1\tmy%20tool\tCDS\t1\t30\t.\t+\t0\tID=a\n");
  CHECK(read({file.path()}).set.exons.at(0).statements.at(0).tool == "my tool");
}

TEST_CASE("exons that differ in any of place, strand, phase and type stay apart") {
  auto base = exon_at(10, 20, 0, 1, "x");
  base.phase = 0;
  std::vector<candidate_exon> exons(6, base);
  exons[1].sequence = 1;
  exons[2].where.end = 21;
  exons[3].on = strand::reverse;
  exons[4].phase = no_phase;
  exons[5].type = exon_type::initial;
  CHECK(merge_candidates(exons).size() == 6);
}

namespace {

template <class Random>
std::vector<candidate_exon> random_exons(Random& random, std::uint32_t n_sources) {
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  std::vector<candidate_exon> exons;
  for (int i = 0; i < 200; ++i) {
    const int start = below(6);
    const double score = below(4) == 0 ? none : below(3);
    const auto source = static_cast<std::uint32_t>(below(static_cast<int>(n_sources)));
    auto exon = exon_at(start, start + 1 + below(3), source, score, std::string(1, static_cast<char>('a' + below(5))));
    exon.probability = below(2) == 0 ? none : 0.5;
    exon.phase = static_cast<std::int8_t>(below(4) - 1);
    exon.on = below(2) == 0 ? strand::forward : strand::reverse;
    exon.type = static_cast<exon_type>(below(5));
    exons.push_back(exon);
  }
  return exons;
}

}  // namespace

TEST_CASE("the order of rows changes nothing in the merged set") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 50; ++round) {
    auto exons = random_exons(random, 3);
    const auto expected = shown(merge_candidates(exons));
    std::shuffle(exons.begin(), exons.end(), random);
    CHECK(shown(merge_candidates(exons)) == expected);
  }
}

TEST_CASE("the order of files changes nothing but the source numbers") {
  const temporary_file first(rows + "chr2\tt\tCDS\t1\t9\t7\t+\t0\tID=c\n");
  const temporary_file second(rows + "chr2\tt\tCDS\t1\t9\t8\t+\t0\tID=d\n");
  const auto forward = read({first.path(), second.path()}).set;
  auto backward = read({second.path(), first.path()}).set;
  for (auto& exon : backward.exons) {
    for (auto& statement : exon.statements) statement.source = 1 - statement.source;
    std::reverse(exon.statements.begin(), exon.statements.end());
  }
  CHECK(shown(forward.exons) == shown(backward.exons));
  CHECK(forward.sources == std::vector{first.path(), second.path()});
}

TEST_CASE("problems of several files are told together, each with its file") {
  const temporary_file empty("");
  const temporary_file bad("##gff-version 3\nchr7\tt\tCDS\t1\t9\t7\t+\t0\t.\n");
  const auto [set, problems] = read({empty.path(), bad.path()});
  REQUIRE(problems.error_count() == 2);
  CHECK(problems.errors()[0].where.file == empty.path());
  CHECK(problems.errors()[1].where.file == bad.path());
  CHECK(problems.errors()[1].where.line == 2);
}

TEST_CASE("the published candidate sets are read whole") {
  const std::filesystem::path folder = EXONWEAVE_SHARED_DIR "/data/loci/hs33chr20";
  if (is_missing(folder)) return;
  const auto catalog = catalog_of({{"hs33_20_30249935_31254640", 1004706}});
  report problems;
  const auto set =
      read_candidates({(folder / "candidates.geneid.gff3").string(), (folder / "candidates.augustus.gff3").string(),
                       (folder / "candidates.genscan.gff3").string()},
                      {}, catalog, problems);
  CHECK(problems.error_count() == 0);
  CHECK(problems.warnings().empty());
  std::vector<std::size_t> n_of_source(3);
  for (const auto& exon : set.exons)
    for (const auto& statement : exon.statements) ++n_of_source[statement.source];
  CHECK(n_of_source == std::vector<std::size_t>{14772, 1114, 190});
}

}  // namespace exonweave::testing
