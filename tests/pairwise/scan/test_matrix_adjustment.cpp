#include <cmath>

#include "catch.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

namespace {

double sum_of_row(const residue_pairs& pairs, std::size_t row) {
  double sum = 0;
  for (const double each : pairs[row]) sum += each;
  return sum;
}

double sum_of_column(const residue_pairs& pairs, std::size_t column) {
  double sum = 0;
  for (const residue_shares& row : pairs) sum += row[column];
  return sum;
}

double entropy_of(const residue_pairs& pairs, const residue_shares& rows, const residue_shares& columns) {
  double sum = 0;
  for (std::size_t i = 0; i < n_kinds_of_residues; ++i)
    for (std::size_t j = 0; j < n_kinds_of_residues; ++j)
      sum += pairs[i][j] * std::log(pairs[i][j] / (rows[i] * columns[j]));
  return sum;
}

// What is to be the least.
double divergence(const residue_pairs& pairs, const residue_pairs& prior) {
  double sum = 0;
  for (std::size_t i = 0; i < n_kinds_of_residues; ++i)
    for (std::size_t j = 0; j < n_kinds_of_residues; ++j) sum += pairs[i][j] * std::log(pairs[i][j] / prior[i][j]);
  return sum;
}

residue_shares random_shares(std::mt19937_64& random) {
  residue_shares made;
  double sum = 0;
  for (double& each : made) sum += each = 1 + static_cast<double>(random() % 100);
  for (double& each : made) each /= sum;
  return made;
}

}  // namespace

TEST_CASE("the matrices imply target frequencies whose sums are the compositions", "[scan]") {
  for (const std::string& name : spliced::protein_matrix_names()) {
    INFO(name);
    const auto implied = implied_frequencies(*spliced::named_protein_matrix(name));
    REQUIRE(implied);
    for (std::size_t k = 0; k < n_kinds_of_residues; ++k) {
      CHECK(sum_of_row(implied->pairs, k) == Approx(implied->sequence[k]));
      CHECK(sum_of_column(implied->pairs, k) == Approx(implied->query[k]));
      CHECK(implied->sequence[k] == Approx(implied->query[k]));  // the matrices are symmetric
    }
    CHECK(entropy_of(implied->pairs, implied->sequence, implied->query) == Approx(implied->relative_entropy));
  }
  // Altschul et al. 2005 have 0.44 nats; and the shares of Henikoff and Henikoff 1992, but that scores are rounded.
  const auto implied = implied_frequencies(*spliced::named_protein_matrix("BLOSUM62"));
  CHECK(implied->relative_entropy == Approx(0.44).epsilon(0.005));
  CHECK(implied->query[0] == Approx(0.074).epsilon(0.06));   // A
  CHECK(implied->query[17] == Approx(0.013).epsilon(0.10));  // W
}

TEST_CASE("adjusted frequencies have the sums and the relative entropy that are wanted, and are the nearest",
          "[scan]") {
  std::mt19937_64 random(2006);
  const auto implied = *implied_frequencies(*spliced::named_protein_matrix("BLOSUM62"));
  for (int round = 0; round < 20; ++round) {
    const residue_shares rows = random_shares(random), columns = random_shares(random);
    const auto found = adjusted_frequencies(implied, rows, columns, 0.44);
    REQUIRE(found);
    const residue_pairs& made = *found;
    for (std::size_t k = 0; k < n_kinds_of_residues; ++k) {
      CHECK(sum_of_row(made, k) == Approx(rows[k]).epsilon(1e-4));
      CHECK(sum_of_column(made, k) == Approx(columns[k]).epsilon(1e-4));
    }
    CHECK(entropy_of(made, rows, columns) == Approx(0.44).epsilon(1e-4));
    // A little exchange of two rows' shares in two columns keeps the sums. Of exchanges the gradient of the divergence
    // must be that of the relative entropy, times one factor for all: so nothing is gained at the same relative
    // entropy.
    std::optional<double> factor;
    for (int exchange = 0; exchange < 50; ++exchange) {
      const std::size_t i = random() % 20, j = random() % 20, k = (i + 1 + random() % 19) % 20,
                        l = (j + 1 + random() % 19) % 20;
      const auto gradient = [&](const residue_pairs& reference, auto fraction_of) {
        return std::log(fraction_of(i, j) / reference[i][j]) - std::log(fraction_of(i, l) / reference[i][l]) -
               std::log(fraction_of(k, j) / reference[k][j]) + std::log(fraction_of(k, l) / reference[k][l]);
      };
      const auto made_fraction = [&](std::size_t row, std::size_t column) { return made[row][column]; };
      residue_pairs apart;
      for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
        for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
          apart[row][column] = rows[row] * columns[column];
      const double of_divergence = gradient(implied.pairs, made_fraction), of_entropy = gradient(apart, made_fraction);
      if (std::abs(of_entropy) < 0.05) continue;
      if (!factor) factor = of_divergence / of_entropy;
      CHECK(of_divergence / of_entropy == Approx(*factor).epsilon(1e-3).margin(1e-3));
    }
  }
}

TEST_CASE("frequencies stay where compositions and relative entropy do", "[scan]") {
  const auto implied = *implied_frequencies(*spliced::named_protein_matrix("BLOSUM80"));
  const auto made = adjusted_frequencies(implied, implied.sequence, implied.query, implied.relative_entropy);
  REQUIRE(made);
  CHECK(divergence(*made, implied.pairs) < 1e-6);
}

TEST_CASE("pairs of nearly one residue have no frequencies with as much relative entropy", "[scan]") {
  const auto implied = *implied_frequencies(*spliced::named_protein_matrix("BLOSUM62"));
  for (const double fraction : {0.88, 0.95, 0.999}) {
    residue_shares rich;
    rich.fill((1 - fraction) / 19);
    rich[5] = fraction;  // Q
    CHECK_FALSE(adjusted_frequencies(implied, rich, implied.query, 0.44));
    CHECK_FALSE(adjusted_frequencies(implied, implied.sequence, rich, 0.44));
    // Two of them may share what else they have.
    const auto both = adjusted_frequencies(implied, rich, rich, 0.44);
    CHECK(both.has_value() == (fraction < 0.9));
    if (both) CHECK(entropy_of(*both, rich, rich) == Approx(0.44).epsilon(1e-4));
  }
}
