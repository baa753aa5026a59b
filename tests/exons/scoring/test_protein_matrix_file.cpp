// Matrix files in NCBI's format mean what they say or are refused with the line that does not.
#include <fmt/format.h>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/scoring/scoring_file.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const std::string twenty(spliced::twenty_amino_acids);

// A matrix file over `letters`: 4 on the diagonal, -1 elsewhere.
std::string file_of(const std::string& letters) {
  std::string text = "# a comment\n  ";
  for (const char letter : letters) text += fmt::format("  {}", letter);
  for (std::size_t row = 0; row < letters.size(); ++row) {
    text += fmt::format("\n{}", letters[row]);
    for (std::size_t column = 0; column < letters.size(); ++column)
      text += fmt::format(" {:>2}", row == column ? 4 : -1);
  }
  return text + "\n";
}

std::string replaced(std::string text, const std::string& old_text, const std::string& new_text) {
  return text.replace(text.find(old_text), old_text.size(), new_text);
}

std::string only_error(const std::string& text) {
  const temporary_file file(text);
  report problems;
  read_protein_matrix(file.path(), problems);
  INFO(text);
  CHECK(problems.error_count() == 1);
  return problems.errors().empty() ? "" : problems.errors()[0].text();
}

spliced::score score_of(const std::string& text, char genomic, char in_target) {
  const temporary_file file(text);
  report problems;
  const auto matrix = read_protein_matrix(file.path(), problems);
  problems.throw_if_errors();
  return matrix(spliced::amino_code(genomic), spliced::amino_code(in_target));
}

}  // namespace

TEST_CASE("a name gives the matrix of that name, any other word is a path") {
  report problems;
  CHECK(read_protein_matrix("BLOSUM80", problems)(18, 18) == 7);
  CHECK_THROWS_WITH(
      read_protein_matrix("BLOSUM63", problems),
      contains("neither a matrix nor a file (got 'BLOSUM63', need BLOSUM45, BLOSUM62, BLOSUM80 or a path)"));
  CHECK_THROWS_AS(read_protein_matrix("no/such/file", problems), missing_input);
}

TEST_CASE("rows may stand in any order, in either case, and letters without a row follow the rules") {
  std::string backwards(twenty.rbegin(), twenty.rend());
  for (const auto& text : {file_of(twenty), file_of(backwards), file_of("arndcqeghilkmfpstwyv"),
                           replaced(file_of(twenty), "\nA", "\r\nA")}) {
    CHECK(score_of(text, 'W', 'W') == 4);
    CHECK(score_of(text, 'W', 'A') == -1);
    CHECK(score_of(text, 'J', 'L') == 1);
    CHECK(score_of(text, 'U', 'C') == 4);
    CHECK(score_of(text, 'A', '*') == -1);
  }
  CHECK(score_of(file_of(twenty + "JX*"), 'J', 'J') == 4);
  CHECK(score_of(file_of(twenty + "*"), '*', '*') == -1);
}

TEST_CASE("rows are the genome's, and the two triangles may differ") {
  const auto text = replaced(file_of(twenty), "\nA  4 -1", "\nA  4  3");
  CHECK(score_of(text, 'A', 'R') == 3);
  CHECK(score_of(text, 'R', 'A') == -1);
}

TEST_CASE("a file that is no matrix is refused") {
  CHECK_THAT(only_error(""), contains("not a protein matrix: the file is empty"));
  CHECK_THAT(only_error("# nothing\n\n"), contains("not a protein matrix: the file is empty"));
  CHECK_THAT(only_error("preset: default\n"), contains(":1: not a protein matrix: a column that is not an amino acid "
                                                       "(got 'preset:', need a first line of letters"));
  CHECK_THAT(only_error("A R 1\n"), contains(":1: not a protein matrix: a column that is not an amino acid (got '1'"));
  CHECK_THAT(only_error("A R A\n"), contains(":1: a column twice (got 'A')"));
}

TEST_CASE("wrong rows are refused with their line") {
  const auto good = file_of(twenty);
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR x")), contains(":4: a score that is no whole number (got 'x'"));
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR 1.5")),
             contains(":4: a score that is no whole number (got '1.5'"));
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR 04")), contains("no whole number (got '04'"));
  CHECK_THAT(
      only_error(replaced(good, "\nR -1", "\nR -10001")),
      contains(":4: a score that is out of range (got '-10001', need digits for a number from -10000 to 10000)"));
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR")),
             contains(":4: a row of another length (got '19 scores', need 20"));
  CHECK_THAT(only_error(good + "R 1\n"), contains(":23: a row twice (got 'R')"));
  CHECK_THAT(only_error(good + "B 1\n"),
             contains(":23: a row without a column of its letter (got 'B', need one of " + twenty));
}

TEST_CASE("each of the 20 amino acids, and each column, needs its row") {
  CHECK_THAT(only_error(file_of("ARNDCQEGHILKMFPST")),
             contains("letters without a row (got 'WYV', need a row and a column"));
  const auto good = file_of(twenty);
  CHECK_THAT(only_error(good.substr(0, good.rfind("\nV") + 1)), contains("letters without a row (got 'V'"));
}

TEST_CASE("all wrong rows are told at once") {
  const temporary_file file(replaced(replaced(file_of(twenty), "\nR -1", "\nR x"), "\nN -1", "\nN y"));
  report problems;
  read_protein_matrix(file.path(), problems);
  CHECK(problems.error_count() == 2);
}
