// Substitution scores: which letter stands against which, and how ambiguity is averaged.
#include <cmath>
#include <random>

#include "catch.hpp"
#include "seed.hpp"
#include "spliced/scoring/substitution.hpp"

using namespace exonweave::spliced;

namespace {

score between(const substitution_matrix& matrix, char genomic, char in_target) {
  return matrix(dna_code(genomic), dna_code(in_target));
}

// The rule as the header states it, in floating point.
score mean(const base_scores& scores, residue_code genomic, residue_code in_target) {
  double sum = 0, pairs = 0;
  for (std::size_t u = 0; u < 4; ++u)
    for (std::size_t v = 0; v < 4; ++v)
      if ((genomic & (1u << u)) != 0 && (in_target & (1u << v)) != 0) sum += scores[u][v], ++pairs;
  return static_cast<score>(std::floor(sum / pairs));
}

}  // namespace

TEST_CASE("match and mismatch fill the table of bases") {
  const auto matrix = dna_matrix(match_mismatch(5, -4));
  for (const char u : {'A', 'C', 'G', 'T'})
    for (const char v : {'A', 'C', 'G', 'T'}) CHECK(between(matrix, u, v) == (u == v ? 5 : -4));
}

TEST_CASE("an ambiguous letter scores the mean over its bases, rounded towards minus infinity") {
  CHECK(between(dna_matrix(match_mismatch(2, -2)), 'N', 'A') == -1);
  CHECK(between(dna_matrix(match_mismatch(2, -2)), 'N', 'N') == -1);
  CHECK(between(dna_matrix(match_mismatch(2, -3)), 'R', 'A') == -1);  // -1/2
  CHECK(between(dna_matrix(match_mismatch(3, -2)), 'A', 'R') == 0);   // 1/2
  CHECK(between(dna_matrix(match_mismatch(1, -1)), 'T', 'N') == -1);  // -2/4
  CHECK(between(dna_matrix(match_mismatch(2, -2)), 'R', 'Y') == -2);  // no base in common
}

TEST_CASE("every pair of letters follows that rule for any scores of bases") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int n = 0; n < 50; ++n) {
    base_scores scores;
    for (auto& row : scores)
      for (score& each : row) each = static_cast<score>(random() % 21) - 10;
    const auto matrix = dna_matrix(scores);
    for (residue_code u = 1; u < n_dna_codes; ++u)
      for (residue_code v = 1; v < n_dna_codes; ++v) REQUIRE(matrix(u, v) == mean(scores, u, v));
  }
}

TEST_CASE("rows are genomic and columns are of the target") {
  base_scores scores = match_mismatch(1, -1);
  scores[0][1] = 7;  // genomic A against C of the target
  const auto matrix = dna_matrix(scores);
  CHECK(between(matrix, 'A', 'C') == 7);
  CHECK(between(matrix, 'C', 'A') == -1);
  CHECK(target_profile(matrix, encode_dna("GCA")).of(dna_code('A'))[1] == 7);
  CHECK(target_profile(matrix, encode_dna("GAA")).of(dna_code('C'))[1] == -1);
}

TEST_CASE("scores given for N replace its mean against single bases and itself, and nothing else") {
  const n_scores given{{10, 11, 12, 13, 14}, {20, 21, 22, 23}};
  const auto plain = dna_matrix(match_mismatch(2, -2));
  const auto matrix = dna_matrix(match_mismatch(2, -2), given);
  const std::string bases = "ACGT";
  for (std::size_t base = 0; base < 4; ++base) {
    CHECK(between(matrix, 'N', bases[base]) == given.genomic_n[base]);
    CHECK(between(matrix, bases[base], 'N') == given.target_n[base]);
  }
  CHECK(between(matrix, 'N', 'N') == 14);
  for (residue_code u = 1; u < 15; ++u)
    for (residue_code v = 1; v < 15; ++v) CHECK(matrix(u, v) == plain(u, v));
  CHECK(between(matrix, 'N', 'R') == between(plain, 'N', 'R'));
}

TEST_CASE("the extremes of a table are found") {
  base_scores scores = match_mismatch(3, -4);
  scores[2][3] = 9;
  scores[3][0] = -11;
  CHECK(dna_matrix(scores).largest() == 9);
  CHECK(dna_matrix(scores).smallest() == -11);
}

TEST_CASE("a profile holds one score per target symbol") {
  const auto matrix = dna_matrix(match_mismatch(2, -2));
  const target_profile profile(matrix, encode_dna("ACN"));
  const auto of_a = profile.of(dna_code('A'));
  CHECK(std::vector<score>(of_a.begin(), of_a.end()) == std::vector<score>{2, -2, -1});
  CHECK(target_profile(matrix, {}).of(dna_code('A')).empty());
}
