// What counts say about sites: frequencies after the bases before, and how well held-back sites are foretold.
#include <catch.hpp>
#include <cmath>
#include <random>
#include <string>

#include "exons/sites/training.hpp"
#include "spliced/scoring/alphabet.hpp"

using namespace exonweave;

namespace {

constexpr site_window window = {3, 6};  // and GT behind the border
constexpr std::size_t A = 0, C = 1, G = 2, T = 3;

void add_true(site_evidence& evidence, const std::string& residues, std::size_t fold = 0) {
  evidence.add_true({0, spliced::encode_dna(residues)}, 5, fold);
}

// `n` sites, in all folds, the two bases from index 2 on as `next` makes the second of the first.
template <class Next>
site_evidence evidence_of(std::size_t n, const Next& next) {
  std::mt19937 random(3);
  site_evidence evidence(window, 3, 2);
  for (std::size_t i = 0; i < n; ++i) {
    const char first = "ACGT"[random() % 4];
    add_true(evidence, std::string("AC") + first + next(first, random) + "CGTA", i % n_folds);
  }
  return evidence;
}

}  // namespace

TEST_CASE("frequencies are the counts, drawn to those of the order below") {
  row_counts counts{};
  counts[0][weight_index(0, 0, A)] = 5;
  counts[0][weight_index(0, 0, T)] = 3;
  counts[1][weight_index(0, C, A)] = 4;
  counts[2][weight_index(G, C, A)] = 1;
  counts[2][weight_index(G, C, T)] = 1;
  const double alone = 6.0 / 12, after_c = (4 + 40 * alone) / 44, after_gc = (1 + 40 * after_c) / 42;
  CHECK(frequencies(counts, 0)[weight_index(G, C, A)] == alone);
  CHECK(frequencies(counts, 1)[weight_index(G, C, A)] == Approx(after_c));
  CHECK(frequencies(counts, 1)[weight_index(A, C, A)] == Approx(after_c));
  CHECK(frequencies(counts, 2)[weight_index(G, C, A)] == Approx(after_gc));
  CHECK(frequencies(counts, 2)[weight_index(T, C, A)] == Approx(after_c));
  CHECK(frequencies(counts, 2)[weight_index(G, T, A)] == Approx(alone));
}

TEST_CASE("frequencies after any bases sum up to 1") {
  const auto counts = [] {
    std::mt19937 random(1);
    row_counts made{};
    for (auto& order : made)
      for (double& count : order) count = static_cast<double>(random() % 9);
    return made;
  }();
  for (const std::size_t order : {0u, 1u, 2u}) {
    const auto shares = frequencies(counts, order);
    for (std::size_t i = 0; i < shares.size(); i += 4)
      CHECK(shares[i] + shares[i + 1] + shares[i + 2] + shares[i + 3] == Approx(1));
  }
}

TEST_CASE("a base that copies the one before it is foretold by it, and the base before that adds next to nothing") {
  const auto copied = evidence_of(4000, [](char first, std::mt19937&) { return first; });
  const auto likelihoods = copied.held_back_likelihoods();
  CHECK(likelihoods[1] - likelihoods[0] == Approx(2).margin(0.1));  // bits: four bases, then one
  CHECK(std::abs(likelihoods[2] - likelihoods[1]) < 0.1);
}

TEST_CASE("bases that depend on none before them are hardly foretold any better by these") {
  const auto free = evidence_of(1000, [](char, std::mt19937& random) { return "ACGT"[random() % 4]; });
  const auto likelihoods = free.held_back_likelihoods();
  CHECK(std::abs(likelihoods[1] - likelihoods[0]) < 0.02);
}

TEST_CASE("a site is foretold by sites of other folds only") {
  site_evidence one(window, 3, 2), two(window, 3, 2);
  for (int i = 0; i < 10; ++i) {
    add_true(one, "ACAACGTA", 1);
    add_true(two, "ACAACGTA", i % 2 == 0 ? 1 : 2);
  }
  CHECK(one.held_back_likelihoods()[0] == Approx(4 * std::log2(0.25)));  // no other site says anything
  CHECK(two.held_back_likelihoods()[0] == Approx(4 * std::log2(6.0 / 9)));
}

TEST_CASE("bits compare true sites with decoys, and what all sites share weighs 0") {
  site_evidence evidence(window, 3, 2);
  for (int i = 0; i < 36; ++i) add_true(evidence, "ACAACGTA");
  for (int i = 0; i < 16; ++i) evidence.add_decoy({0, spliced::encode_dna("ACAATGTA")}, 5);
  CHECK(evidence.n_true() == 36);
  CHECK(evidence.n_decoys() == 16);
  const auto bits = evidence.bits(0);
  CHECK(bits[2][weight_index(0, 0, C)] == Approx(std::log2(37.0 / 40 * 20)).margin(0.0006));
  CHECK(bits[2][weight_index(0, 0, T)] == Approx(std::log2(1.0 / 40 * 20 / 17)).margin(0.0006));
  CHECK(bits[3] == weight_row{});
  CHECK(bits[4] == weight_row{});
  CHECK(order_of(evidence.bits(1)[2]) == 1);
}

TEST_CASE("ambiguous bases and those beyond the region do not count, nor does what stands behind them") {
  site_evidence evidence(window, 3, 2), cut(window, 3, 2);
  for (int i = 0; i < 40; ++i) {
    add_true(evidence, "ACANCGTA");
    cut.add_true({4, spliced::encode_dna("CGTA")}, 5, 0);
  }
  CHECK(evidence.bits(0)[1] == weight_row{});             // N
  CHECK(evidence.bits(0)[2][weight_index(0, 0, C)] > 1);  // behind N, by itself
  CHECK(order_of(evidence.bits(1)[2]) == 0);              // but not given N
  CHECK(cut.bits(0)[1] == weight_row{});
  CHECK(cut.bits(0)[2] == evidence.bits(0)[2]);
}
