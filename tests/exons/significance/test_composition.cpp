// What a score counts for by the amino acids of both sides.
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/significance/score_statistics.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

namespace {

// Of aligned codons, between codons of an end that are not.
gene_model model_of(const std::string& protein, const std::string& end = "") {
  gene_model model;
  model.kind = molecule::protein;
  std::vector<aligned_symbol> columns;
  for (const char residue : end) columns.push_back({{}, residue, true, {}});
  for (const char residue : protein) columns.push_back({columns.size(), residue, false, {}});
  model.alignment = aligned_columns(columns);
  return model;
}

std::string repeated(const std::string& part, int n) {
  std::string made;
  while (n-- > 0) made += part;
  return made;
}

// A protein of about 1,000 residues with the frequencies of all.
std::string average_protein() {
  const std::string all_kinds = "ARNDCQEGHILKMFPSTWYV";
  std::string made;
  for (std::size_t k = 0; k < all_kinds.size(); ++k) made += std::string(residue_frequencies[k] / 100, all_kinds[k]);
  return made;
}

double factor(const gene_model& model, const std::string& target) {
  return composition_factor(model, target, *spliced::named_protein_matrix("BLOSUM62"));
}

}  // namespace

TEST_CASE("average proteins score as they are") {
  CHECK(factor(model_of(average_protein()), average_protein()) == Approx(1).margin(0.01));
  CHECK(factor(model_of(repeated("S", 100)), repeated("W", 100)) == 1);  // unlike each other: never more than 1
}

TEST_CASE("a score counts for less where both sides have much of the same amino acids") {
  const std::string rich = average_protein() + repeated("SSSSSSSSNNNNNN", 20);
  const double both = factor(model_of(rich), rich);
  CHECK(both < 0.9);
  CHECK(both > 0.4);
  CHECK(factor(model_of(rich), average_protein()) > both);
  CHECK(factor(model_of(average_protein()), rich) > both);
  CHECK(factor(model_of(average_protein() + repeated("S", 1000)), repeated("S", 100)) == 0.4);
}

// With 1 for equal and -1 for other amino acids, of which a pair is equal with a chance of q, lambda is the logarithm
// of (1 - q) / q: q of eight equally frequent ones is 1/8, that of average proteins the sum of squares.
TEST_CASE("the factor is the square of the ratio of lambdas") {
  spliced::substitution_matrix plain(spliced::n_amino_codes);
  for (std::size_t a = 0; a < plain.n_codes(); ++a)
    for (std::size_t b = 0; b < plain.n_codes(); ++b)
      plain.at(static_cast<spliced::residue_code>(a), static_cast<spliced::residue_code>(b)) = a == b ? 1 : -1;
  double all = 0, squares = 0;
  for (const double n : residue_frequencies) {
    all += n;
    squares += n * n;
  }
  const double q = squares / (all * all);
  const double found = composition_factor(model_of(repeated("ACDEFGHI", 20'000)), "ACDEFGHI", plain);
  const double ratio = std::log(7) / std::log((1 - q) / q);
  CHECK(found == Approx(ratio * ratio).epsilon(2e-3));
}

TEST_CASE("where no residue of the target may gain the factor is the least") {
  spliced::substitution_matrix scores = *spliced::named_protein_matrix("BLOSUM62");
  for (std::size_t a = 0; a < scores.n_codes(); ++a)
    scores.at(static_cast<spliced::residue_code>(a), spliced::amino_code('W')) = -1;
  CHECK(composition_factor(model_of(repeated("A", 1000)), repeated("W", 100), scores) == 0.4);
}

TEST_CASE("where chance pairs gain in the mean the factor is the least") {
  CHECK(factor(model_of(repeated("L", 1000)), repeated("LK", 100)) == 0.4);  // 4 and -2
}

TEST_CASE("what is not aligned at the ends of a model counts for nothing, nor do letters that are no amino acids") {
  const std::string rich = average_protein() + repeated("S", 300);
  CHECK(factor(model_of(rich, repeated("W", 50)), rich) == factor(model_of(rich), rich));
  CHECK(factor(model_of(rich + "XX"), rich + "X*") == factor(model_of(rich), rich));
  CHECK(factor(model_of(rich), "XXX") == 1);
}

TEST_CASE("nothing is known of targets that are no proteins") {
  gene_model model = model_of("SSSS");
  model.kind = molecule::dna;
  CHECK(factor(model, "SSSS") == 1);
}
