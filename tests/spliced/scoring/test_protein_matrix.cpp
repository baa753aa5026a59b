// Scores between amino acids: published values, and letters that a matrix does not state.
#include "catch.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave::spliced;

namespace {

score score_of(const substitution_matrix& matrix, char genomic, char in_target) {
  return matrix(amino_code(genomic), amino_code(in_target));
}

substitution_matrix named(const char* name) {
  const auto matrix = named_protein_matrix(name);
  REQUIRE(matrix);
  return *matrix;
}

// 5 on the diagonal; elsewhere 1 below it (row after column) and -2 above.
stated_scores lopsided(const std::string& letters) {
  stated_scores stated{letters, {}};
  for (std::size_t row = 0; row < letters.size(); ++row)
    for (std::size_t column = 0; column < letters.size(); ++column)
      stated.scores.push_back(row == column ? 5 : row > column ? 1 : -2);
  return stated;
}

}  // namespace

TEST_CASE("the matrices have their published scores") {
  const auto blosum62 = named("BLOSUM62");
  CHECK(score_of(blosum62, 'W', 'W') == 11);
  CHECK(score_of(blosum62, 'A', 'A') == 4);
  CHECK(score_of(blosum62, 'I', 'V') == 3);
  CHECK(score_of(blosum62, 'V', 'Y') == -1);
  CHECK(score_of(blosum62, 'C', 'E') == -4);
  CHECK(score_of(blosum62, 'B', 'D') == 4);
  CHECK(score_of(blosum62, 'Z', 'Q') == 4);
  CHECK(score_of(blosum62, 'X', 'W') == -1);
  CHECK(blosum62.largest() == 11);
  CHECK(blosum62.smallest() == -4);
  const auto blosum45 = named("BLOSUM45");
  CHECK(score_of(blosum45, 'W', 'W') == 15);
  CHECK(score_of(blosum45, 'C', 'C') == 12);
  CHECK(score_of(blosum45, 'V', 'I') == 3);
  const auto blosum80 = named("BLOSUM80");
  CHECK(score_of(blosum80, 'W', 'W') == 11);
  CHECK(score_of(blosum80, 'A', 'A') == 5);
  CHECK(score_of(blosum80, 'D', 'W') == -6);
}

TEST_CASE("sums over the tables, so that no entry is mistyped") {
  const auto sum = [](const substitution_matrix& matrix) {
    score total = 0, weighted = 0;
    for (residue_code u = 0; u < 23; ++u)
      for (residue_code v = 0; v <= u; ++v) {
        total += matrix(u, v);
        weighted += matrix(u, v) * (u * 23 + v);
      }
    return std::pair(total, weighted);
  };
  CHECK(sum(named("BLOSUM45")) == std::pair(-152, -66086));
  CHECK(sum(named("BLOSUM62")) == std::pair(-208, -83343));
  CHECK(sum(named("BLOSUM80")) == std::pair(-320, -120500));
}

TEST_CASE("the named matrices are symmetric") {
  for (const auto& name : protein_matrix_names()) {
    const auto matrix = named(name.c_str());
    for (residue_code u = 0; u < n_amino_codes; ++u)
      for (residue_code v = 0; v < u; ++v) CHECK(matrix(u, v) == matrix(v, u));
  }
  CHECK_FALSE(named_protein_matrix("blosum62"));
  CHECK_FALSE(named_protein_matrix(""));
}

TEST_CASE("J is the mean of I and L rounded down, U is C, O is K") {
  const auto matrix = named("BLOSUM62");
  for (const char other : twenty_amino_acids) {
    CAPTURE(other);
    const score sum = score_of(matrix, other, 'I') + score_of(matrix, other, 'L');
    CHECK(score_of(matrix, other, 'J') == floor_divide(sum, 2));
    CHECK(score_of(matrix, other, 'U') == score_of(matrix, other, 'C'));
    CHECK(score_of(matrix, 'O', other) == score_of(matrix, 'K', other));
  }
  CHECK(score_of(matrix, 'M', 'J') == 1);   // 1 and 2
  CHECK(score_of(matrix, 'A', 'J') == -1);  // -1 and -1
  CHECK(score_of(matrix, 'J', 'J') == 3);   // 4, 2, 2, 4
  CHECK(score_of(matrix, 'U', 'U') == 9);
  CHECK(score_of(matrix, 'U', 'C') == 9);
  CHECK(score_of(matrix, 'K', 'O') == 5);
}

TEST_CASE("a stop is never worth aligning, not even to a stop") {
  for (const auto& [name, worst] : {std::pair("BLOSUM45", -5), {"BLOSUM62", -4}, {"BLOSUM80", -6}}) {
    const auto matrix = named(name);
    for (const char other : amino_letters) {
      CHECK(score_of(matrix, '*', other) == worst);
      CHECK(score_of(matrix, other, '*') == worst);
    }
  }
  const std::string twenty(twenty_amino_acids);
  CHECK(score_of(protein_matrix(lopsided(twenty)), '*', 'A') == -2);
  auto stated = lopsided(twenty + "*");
  stated.scores[3] = -9;            // not about stops
  stated.scores[20 * 21 + 4] = -7;  // a genomic stop against C
  CHECK(score_of(protein_matrix(stated), 'W', '*') == -7);
}

TEST_CASE("rows are the genome's, columns the target's") {
  const auto matrix = protein_matrix(lopsided(std::string(twenty_amino_acids)));
  CHECK(score_of(matrix, 'R', 'A') == 1);
  CHECK(score_of(matrix, 'A', 'R') == -2);
}

TEST_CASE("B, Z and X have the mean of what they stand for when they have no row") {
  const auto matrix = protein_matrix(lopsided(std::string(twenty_amino_acids)));
  CHECK(score_of(matrix, 'N', 'B') == 1);  // N-N 5, N-D -2
  CHECK(score_of(matrix, 'D', 'B') == 3);  // D-N 1, D-D 5
  CHECK(score_of(matrix, 'A', 'Z') == -2);
  CHECK(score_of(matrix, 'A', 'X') == -2);  // (5 - 19 * 2) / 20 = -1.65
  CHECK(score_of(matrix, 'V', 'X') == 1);   // (5 + 19) / 20 = 1.2
}
