// What is searched, and E-values in it.
#include <cmath>
#include <random>
#include <string>

#include "catch.hpp"
#include "exons/run/search_space.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "seed.hpp"

using namespace exonweave;
using exonweave::testing::small_job;

namespace {

small_job job_on(const std::string& residues, const std::vector<std::string>& targets) {
  return small_job(residues, {{{0, 6}, strand::forward}, {{6, 12}, strand::reverse}}, targets);
}

double coding_fraction_of(const std::string& residues) {
  auto job = job_on(residues, {"ACGGAT"});
  job.cases = {{0, {0, static_cast<std::int64_t>(residues.size())}, strand::forward, 0}};
  return content_of_regions(job.input(), standard_code()).coding_fraction;
}

}  // namespace

TEST_CASE("a target's search space is its residues times the nt of all that it is tried on") {
  auto job = job_on("ACGGATTTTTTT", {"ACGGAT", "ACG"});
  CHECK(search_spaces(job.input()) == std::vector<double>{2 * 12 * 6, 2 * 12 * 3});
  job.cases = {{0, {0, 12}, strand::forward, 1}, {0, {2, 7}, strand::reverse, 1}};
  CHECK(search_spaces(job.input()) == std::vector<double>{0, (12 + 5) * 3});
}

TEST_CASE("G and C are counted in every region once, without N") {
  auto job = job_on("ACGGATNNNNTTGGGG", {"ACGGAT", "ACG"});
  job.cases = {{0, {0, 12}, strand::forward, 0}, {0, {0, 12}, strand::reverse, 0}, {0, {0, 12}, strand::forward, 1}};
  CHECK(content_of_regions(job.input(), standard_code()).gc == 375'000);
  job.cases.push_back({0, {12, 16}, strand::forward, 1});
  CHECK(content_of_regions(job.input(), standard_code()).gc == 583'333);
  job.cases = {{0, {6, 10}, strand::forward, 0}};
  CHECK(content_of_regions(job.input(), standard_code()).gc == 500'000);
}

TEST_CASE("windows are spread over long regions") {
  // The first half A, the second C: each second window sees the one or the other.
  auto job = job_on(std::string(700'000, 'A') + std::string(700'000, 'C'), {"ACGGAT"});
  job.cases = {{0, {0, 1'400'000}, strand::forward, 0}};
  CHECK(content_of_regions(job.input(), standard_code()).gc == 500'000);
}

TEST_CASE("long open frames count as coding sequence") {
  std::mt19937_64 random(exonweave::testing::seed_of_tests() + 10);
  std::string bases, gene;
  for (int n = 0; n < 20'000; ++n) bases += "ACGT"[random() % 4];
  const double by_chance = coding_fraction_of(bases);
  CHECK(by_chance < 0.03);
  while (gene.size() < 6'000) {
    std::string codon;
    for (int n = 0; n < 3; ++n) codon += "ACGT"[random() % 4];
    if (!is_stop_codon(codon)) gene += codon;
  }
  const double more = 6'000.0 / 26'000;
  for (const std::string& each : {gene, reverse_complement(gene)})
    CHECK(std::abs(coding_fraction_of(bases.substr(0, 10'000) + each + bases.substr(10'000)) - by_chance - more) <
          0.03);
  CHECK(coding_fraction_of(bases + std::string(20'000, 'N')) == Approx(by_chance).margin(0.01));
}

TEST_CASE("frames have to be the longer, the fewer stop codons there are by chance") {
  std::mt19937_64 random(exonweave::testing::seed_of_tests() + 11);
  std::string rich;  // 70% G and C
  for (int n = 0; n < 100'000; ++n) rich += "ACGGGCCCGT"[random() % 10];
  CHECK(coding_fraction_of(rich) < 0.03);
}

TEST_CASE("a model has the E-value of its score in the target's search space") {
  auto job = job_on("ACGGATTTTTTT", {"ACGGAT"});
  job.options.by_chance = score_statistics{{0.5, 0.1}, 0.5};
  const double expected = job.options.by_chance->e_value(12, 2 * 12 * 6);
  auto results = job.run();
  REQUIRE(results.at(0).models.size() == 1);
  CHECK(results[0].models[0].e_value == expected);
  CHECK(results[0].search_space == 2 * 12 * 6);

  job.options.max_e_value = expected * 1.01;
  CHECK(job.run().at(0).models.size() == 1);
  job.options.max_e_value = expected * 0.99;
  results = job.run();
  CHECK(results.at(0).outcome == locus_outcome::below_min_score);
  CHECK(results[0].best_score == 12);
  CHECK(results[0].lowest_score == 13);
}

TEST_CASE("of a largest E-value and a least score the stricter one holds") {
  auto job = job_on("ACGGATTTTTTT", {"ACGGAT"});
  job.options.by_chance = score_statistics{{0.5, 0.1}, 0.5};
  job.options.max_e_value = 1000;
  job.options.min_score = 13;
  CHECK(job.run().at(0).outcome == locus_outcome::below_min_score);
}
