// Scoring files mean what they say or are refused with the line that does not.
#include <catch.hpp>
#include <string>

#include "contains.hpp"
#include "exons/chains/scoring_file.hpp"
#include "exons/temporary_file.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

struct outcome {
  scoring_options options;
  report problems;
};

outcome read(const std::string& yaml) {
  const temporary_file file(yaml, ".yaml");
  outcome result;
  result.options = read_scoring(file.path(), result.problems);
  return result;
}

scoring_options sound(const std::string& yaml) {
  const auto result = read(yaml);
  result.problems.throw_if_errors();
  return result.options;
}

std::string only_error(const std::string& yaml) {
  const auto result = read(yaml);
  INFO(yaml);
  CHECK(result.problems.error_count() == 1);
  return result.problems.errors().empty() ? "" : result.problems.errors()[0].text();
}

const std::string four_rows =
    "matrix:\n  - [5, -4, -4, -4]\n  - [-4, 5, -4, -4]\n  - [-4, -4, 5, -4]\n  - [-4, -4, -4, 5]\n";

}  // namespace

TEST_CASE("an empty file, comments alone and preset default are the defaults") {
  for (const char* yaml : {"", "\n", "# nothing\n", "---\n", "{}", "preset: default\n", "\xef\xbb\xbf"})
    CHECK(sound(yaml) == scoring_options{});
}

TEST_CASE("keys override the preset wherever they stand") {
  const auto options =
      sound("gap: 3\npreset: paper\r\nmin_intron: 1000000000 # nt\ncandidate_weight: 0.25\n");
  CHECK(options.preset == "paper");
  CHECK(options.match == 1);
  CHECK(options.gap == 3);
  CHECK(options.intron == 0);
  CHECK(options.min_intron == 1'000'000'000);
  CHECK_FALSE(options.free_target_ends);
  CHECK(options.candidate_weight == 0.25);
}

TEST_CASE("a matrix takes the place of match and mismatch") {
  const auto options = sound(four_rows + "gap: 6\n");
  REQUIRE(options.matrix);
  CHECK(options.matrix->n_letters == 4);
  CHECK(options.matrix->scores ==
        std::vector<int>{5, -4, -4, -4, -4, 5, -4, -4, -4, -4, 5, -4, -4, -4, -4, 5});
  CHECK_THAT(only_error(four_rows + "mismatch: -3\n"), contains(":6: mismatch beside a matrix"));
}

TEST_CASE("a matrix that is no square of four or five letters is refused") {
  CHECK_THAT(only_error("matrix: 5\n"), contains(":1: matrix is not a square of letters (got '5'"));
  CHECK_THAT(only_error("matrix: [[1]]\n"),
             contains("(got '1 rows', need 4 rows (A, C, G, T) or 5 (and N))"));
  CHECK_THAT(only_error("matrix:\n  - [1, 2, 3, 4]\n  - [1, 2, 3]\n  - [1, 2, 3, 4]\n  - [1, 2, 3, 4]\n"),
             contains(":3: a matrix row of another length (got '3 numbers', need 4"));
  CHECK_THAT(only_error("matrix: [[1,2,3,4],[1,2,x,4],[1,2,3,4],[1,2,3,4]]\n"),
             contains(":1: a matrix score is not a whole number (got 'x'"));
}

TEST_CASE("duplicate and unknown keys are refused") {
  CHECK_THAT(only_error("match: 1\ngap: 2\nmatch: 1\n"),
             contains(":3: duplicate key, first on line 1 (got 'match')"));
  CHECK_THAT(only_error("mtch: 1\n"), contains(":1: unknown key (got 'mtch'). Hint: did you mean 'match'"));
  CHECK_THAT(only_error("\"match\": 1\nmatch: 1\n"), contains(":2: duplicate key"));
  for (const char* key : {"gap_open", "gap_extend", "splice_model", "splice_weight"})
    CHECK_THAT(only_error(std::string(key) + ": 1\n"),
               contains(std::string(":1: this key is not supported in this version (got '") + key));
  CHECK_THAT(only_error("? [1, 2]\n: 3\n"), contains(":1: a key that is no name (got 'a list'"));
}

TEST_CASE("whole numbers are digits alone, and in range") {
  for (const char* bad : {"010", "1e3", "+5", "1.0", "0x10", "1_000", "\"2\"", "'2'", "true", "two", "", "~",
                          "[2]", "{a: 1}", "99999999999999999999", ".inf", "1 2", "\xd9\xa2"})
    CHECK_THAT(only_error(std::string("gap: 1\nmatch: ") + bad + "\n"),
               contains(":2: match is not a whole number (got '"));
  CHECK_THAT(
      only_error("match: 10001\n"),
      contains(":1: match is out of range (got '10001', need digits for a number from -10000 to 10000)"));
  CHECK_THAT(only_error("gap: -1\n"), contains(":1: gap is out of range"));
  CHECK_THAT(only_error("min_intron: 1000000001\n"), contains(":1: min_intron is out of range"));
  CHECK(sound("match: -10000\nintron: 1000000\n").match == -10000);
}

TEST_CASE("weights are plain decimals, flags are true or false") {
  for (const char* bad : {"-1", "1e-3", "nan", ".inf", "1000000.5", "00.1", "1.2.3", "\"1\"", "1,5"})
    CHECK_THAT(only_error(std::string("candidate_weight: ") + bad + "\n"),
               contains("candidate_weight is not a weight"));
  CHECK(sound("candidate_weight: .5\n").candidate_weight == 0.5);
  for (const char* bad : {"yes", "True", "1", "\"true\"", "on"})
    CHECK_THAT(only_error(std::string("free_target_ends: ") + bad + "\n"), contains("need true or false"));
  CHECK_THAT(only_error("preset: papr\n"),
             contains(":1: unknown preset (got 'papr', need default or paper)"));
}

TEST_CASE("YAML that people do not mean is refused with its line") {
  CHECK_THAT(only_error("gap: 1\n\tmatch: 2\n"), contains(":2: tab character. Hint: use blanks"));
  CHECK_THAT(only_error("gap:\t1\n"), contains(":1: tab character"));
  CHECK(sound("gap: 1 #\ta tab in a comment\n").gap == 1);
  CHECK_THAT(only_error("gap: 1\n---\ngap: 2\n"), contains(":2: a second YAML document"));
  CHECK_THAT(only_error("gap: &a 1\nintron: *a\n"), contains(":1: YAML anchor"));
  CHECK_THAT(only_error("gap: !!int 1\n"), contains(":1: YAML tag tag:yaml.org,2002:int"));
  CHECK_THAT(only_error("gap: [1\n"), contains("not valid YAML"));
  CHECK_THAT(only_error("gap: 1\nmatch 2\n"),
             contains(":2: unknown key (got 'match 2'). Hint: did you mean 'match'?"));
  CHECK_THAT(only_error(std::string("gap: 1\n\x04match: x\n")), contains(":2: control character \\x04"));
  CHECK_THAT(only_error("- gap: 1\n"), contains(":1: not a scoring file (got 'a list'"));
}

TEST_CASE("deep nesting, alias bombs and large files are refused at once") {
  CHECK_THAT(only_error("matrix: " + std::string(30000, '[') + "\n"), contains(":1: nested too deeply"));
  std::string bomb = "a: &a [x]\n";
  for (char c = 'b'; c < 'z'; ++c)
    bomb += std::string(1, c) + ": &" + c + " [*" + char(c - 1) + ",*" + char(c - 1) + "]\n";
  CHECK_THAT(only_error(bomb), contains(":1: YAML anchor"));
  CHECK_THAT(only_error(std::string(70000, '#')), contains("larger than 65536 bytes"));
}

TEST_CASE("all wrong settings are told at once") {
  const auto result = read("match: x\nfoo: 1\ngap: -1\nfree_target_ends: no\n");
  CHECK(result.problems.error_count() == 4);
}

TEST_CASE("settings written out read back to the same value") {
  scoring_options changed = *preset_scoring("paper");
  changed.gap = 17;
  changed.candidate_weight = 0.000001234;
  scoring_options with_matrix;
  with_matrix.matrix = letter_matrix{5, std::vector<int>(25, -3)};
  for (const auto& options : {scoring_options{}, changed, with_matrix, sound(four_rows)})
    CHECK(sound(to_yaml(options)) == options);
}
