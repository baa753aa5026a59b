// Scores by chance follow the law that is fitted to others of them.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/significance/score_statistics.hpp"

using namespace exonweave;

namespace {

// The default scoring of proteins, with a slope of intron costs.
struct protein_search {
  explicit protein_search(written_score intron) : options(sloped(intron)) {}

  static scoring_options sloped(written_score intron) {
    scoring_options made = *preset_scoring("default", molecule::protein);
    made.introns = {{intron, 0.25}};
    return made;
  }

  [[nodiscard]] chance_search at(std::uint32_t gc) const {
    return {scoring, sites, *score_unit::halves().inside(options.min_site), gc};
  }

  report problems;
  genetic_code code;
  scoring_options options;
  site_scorer sites{read_splice_model(first_model_name(options.splice_model), problems), options.sites,
                    score_unit::halves()};
  chain_scoring scoring = make_chain_scoring(options, read_protein_matrix(options.protein_matrix, problems), &code);
};

// The largest distance between the cumulative of a sample and that of the law (Kolmogorov and Smirnov).
double distance(std::vector<double> sample, const score_law& law, double space) {
  std::ranges::sort(sample);
  double largest = 0;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    if (k + 1 < sample.size() && sample[k + 1] == sample[k]) continue;  // scores are whole numbers: steps are high
    const double expected = std::exp(-law.e_value(sample[k], space));
    const double observed = static_cast<double>(k + 1) / static_cast<double>(sample.size());
    largest = std::max(largest, std::abs(observed - expected));
  }
  return largest;
}

double mean_of(const std::vector<double>& scores) {
  return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

// Beyond it two samples of one continuous distribution are apart with a probability of 1%.
double max_by_chance(std::size_t n, std::size_t m) {
  return 1.63 * std::sqrt(1.0 / static_cast<double>(n) + 1.0 / static_cast<double>(m));
}

constexpr std::uint32_t usual_gc = 410'000;
constexpr written_score usual_intron = 30;

}  // namespace

TEST_CASE("a law that is fitted to searches predicts others, of the same size and of four times the space") {
  const protein_search proteins(usual_intron);
  const chance_search search = proteins.at(usual_gc);
  const auto made_of = GENERATE(chance_sequence::bases, chance_sequence::genes);
  CAPTURE(static_cast<int>(made_of));
  const chance_sample fitted_to{60, 4, 10'000, 200, 1};
  const auto law = fit_score_law(search, made_of, fitted_to);
  REQUIRE(law);
  CAPTURE(law->lambda, law->k);
  const std::size_t n = fitted_to.n_regions * fitted_to.targets_per_region;
  for (const chance_sample& other : {chance_sample{60, 4, 10'000, 200, 2}, chance_sample{20, 4, 20'000, 400, 3}}) {
    const auto scores = best_scores_by_chance(search, made_of, other);
    CAPTURE(other.region_length);
    REQUIRE(scores.size() == other.n_regions * other.targets_per_region);
    CHECK(distance(scores, *law, other.space()) < max_by_chance(n, scores.size()));
    CHECK(distance(scores, {1.5 * law->lambda, law->k}, other.space()) > max_by_chance(n, scores.size()));
    CHECK(distance(scores, *law, 4 * other.space()) > max_by_chance(n, scores.size()));
  }
}

TEST_CASE("scores by chance depend on the seed and on nothing else") {
  const protein_search proteins(usual_intron);
  const chance_sample small{2, 3, 3'000, 60, 7};
  for (const auto made_of : {chance_sequence::bases, chance_sequence::genes}) {
    const auto scores = best_scores_by_chance(proteins.at(usual_gc), made_of, small);
    CHECK(best_scores_by_chance(proteins.at(usual_gc), made_of, small) == scores);
    chance_sample other = small;
    other.seed = 8;
    CHECK(best_scores_by_chance(proteins.at(usual_gc), made_of, other) != scores);
  }
}

TEST_CASE("high scores are more frequent in genes than in independent bases") {
  const chance_sample many{200, 3, 6'000, 200, 1};
  const auto law = fit_score_statistics(protein_search(usual_intron).at(usual_gc), many).value();
  CHECK(law.coding_fraction == 0);
  CHECK(law.coding.lambda < law.random.lambda);
  const double space = 1e8, score = law.random.score_of(1e-3, space);
  CHECK(law.coding.e_value(score, space) > 2e-3);
}

TEST_CASE("the law is that of the scoring and of the bases in use") {
  const chance_sample small{8, 8, 10'000, 100, 1};
  const protein_search proteins(usual_intron), with_cheap_introns(10);
  const auto usual = fit_score_statistics(proteins.at(usual_gc), small).value();
  const auto floor = [](const score_statistics& law) { return law.lowest_score(1, 1e6); };
  // More G and C: fewer stop codons, longer open frames.
  CHECK(floor(fit_score_statistics(proteins.at(600'000), small).value()) > floor(usual) + 4);
  const auto mean = [&](const protein_search& searched) {
    return mean_of(best_scores_by_chance(searched.at(usual_gc), chance_sequence::bases, small));
  };
  CHECK(mean(with_cheap_introns) > mean(proteins) + 2);
  CHECK(usual.gc == Approx(0.41));
}

TEST_CASE("a scoring that allows hardly any chain has no law") {
  const protein_search proteins(usual_intron);
  const chance_sample tiny{4, 2, 6, 20, 1};  // regions of six bases
  CHECK(best_scores_by_chance(proteins.at(usual_gc), chance_sequence::bases, tiny).empty());
  CHECK_FALSE(fit_score_statistics(proteins.at(usual_gc), tiny));
}
