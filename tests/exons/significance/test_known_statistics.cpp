// The constants of the usual scorings against fresh searches, and when they hold.
#include <cmath>

#include "catch.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/significance/score_statistics.hpp"

using namespace exonweave;

namespace {

scoring_options usual(const std::string& model) {
  scoring_options options = *preset_scoring("default", molecule::protein);
  options.splice_model = model;
  return options;
}

double mean_by_chance(const scoring_options& options, std::uint32_t gc, chance_sequence made_of,
                      const chance_sample& sample) {
  report problems;
  const genetic_code code;
  const site_scorer sites{read_splice_model(options.splice_model, problems), options.sites, score_unit::halves()};
  const chain_scoring scoring =
      make_chain_scoring(options, read_protein_matrix(options.protein_matrix, problems), &code);
  const auto scores =
      best_scores_by_chance({scoring, sites, *score_unit::halves().inside(options.min_site), gc}, made_of, sample);
  double sum = 0;
  for (const double each : scores) sum += each;
  return sum / static_cast<double>(scores.size());
}

// Of a Gumbel distribution: its location, and Euler's constant times its scale.
double mean_of(const score_law& law, double space) { return (std::log(law.k * space) + 0.5772) / law.lambda; }

}  // namespace

// Where this fails, the scoring or a model has changed: bench_chance_statistics makes the constants again.
TEST_CASE("the known constants are those of the built-in models and of the usual scoring") {
  const chance_sample fresh{40, 2, 10'000, 200, 77};
  for (const auto& model : built_in_splice_models()) {
    CAPTURE(model);
    const auto law = known_statistics(usual(model), 1, 0.4);
    REQUIRE(law);
    // The standard deviation is 1.28 / lambda; of means of searches that share regions about a sixth of that.
    const double in_bases = mean_by_chance(usual(model), 400'000, chance_sequence::bases, fresh);
    CHECK(std::abs(in_bases - mean_of(law->random, fresh.space())) < 3 * 1.28 / law->random.lambda / 6);
    const chance_sample longer{20, 2, 40'000, 400, 77};  // as these are fitted to; of half as many regions
    const double in_genes = mean_by_chance(usual(model), 400'000, chance_sequence::genes, longer);
    CHECK(std::abs(in_genes - mean_of(law->coding, longer.space())) < 3 * 1.28 / law->coding.lambda / 4);
  }
}

TEST_CASE("constants lie between those of the shares of G and C beside them") {
  const auto law = [](double gc) { return *known_statistics(usual("vertebrate"), 1, gc); };
  const auto between = law(0.42), low = law(0.4), high = law(0.45);
  for (const auto part : {&score_statistics::random, &score_statistics::coding}) {
    const score_law &made = between.*part, &a = low.*part, &b = high.*part;
    CHECK(made.lambda == Approx(a.lambda + 0.4 * (b.lambda - a.lambda)));
    CHECK(std::log(made.k) == Approx(std::log(a.k) + 0.4 * (std::log(b.k) - std::log(a.k))));
    CHECK((law(0.1).*part).lambda == (law(0.3).*part).lambda);
    CHECK((law(0.9).*part).k == (law(0.6).*part).k);
  }
  CHECK(between.gc == 0.42);
}

TEST_CASE("a limit of introns that no simulated region is longer than changes nothing") {
  scoring_options options = usual("fly");
  const double k = known_statistics(options, 1, 0.4).value().random.k;
  options.max_intron = 10'000;
  CHECK(known_statistics(options, 1, 0.4).value().random.k == k);
  options.max_intron = 9'999;
  CHECK_FALSE(known_statistics(options, 1, 0.4));
}

TEST_CASE("nothing is known of another scoring, model or code") {
  CHECK(known_statistics(usual("fly"), 1, 0.4));
  CHECK_FALSE(known_statistics(usual("none"), 1, 0.4));
  CHECK_FALSE(known_statistics(usual("mine.yaml"), 1, 0.4));
  CHECK_FALSE(known_statistics(usual("fly"), 4, 0.4));
  scoring_options other = usual("fly");
  other.introns.front().cost = 29;
  CHECK_FALSE(known_statistics(other, 1, 0.4));
  CHECK_FALSE(known_statistics(*preset_scoring("global", molecule::protein), 1, 0.4));
}
