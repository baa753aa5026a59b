#include <array>
#include <cmath>

#include "base/statistics/random_source.hpp"
#include "catch.hpp"
#include "pairwise/scan/local_statistics.hpp"
#include "pairwise/scan/scan_statistics.hpp"

using namespace exonweave;

namespace {

const local_statistics usual = *published_statistics("BLOSUM62", {11, 1});

}  // namespace

TEST_CASE("in long sequences nothing is left out at their ends", "[scan]") {
  CHECK(usual.area(60, 1e7, 1e8) == Approx(1e15).epsilon(1e-4));
  CHECK(usual.e_value(60, 1e7, 1e8, 1e8) == Approx(usual.k * 1e15 * std::exp(-0.267 * 60)).epsilon(1e-4));
}

TEST_CASE("the area is what integrals over the lengths say", "[scan]") {
  // Lengths are normal: the mean of (m - length)+ and of (n - length)+, and the covariance where both are above 0.
  const double m = 250, n = 140;
  const int score = 50;
  const double length = 1.9 * score + 24 * (0.7916 - 1.9), variance = 42.6028 * score + 24 * (4.96466 - 42.6028);
  const double covariance = 43.6362 * score + 24 * (4.96466 - 43.6362);
  const auto integral = [&](double size, const auto& f) {
    double sum = 0;
    constexpr double step = 0.01;
    for (double x = length - 12 * std::sqrt(variance); x < size; x += step)
      sum += f(size - x) * std::exp(-(x - length) * (x - length) / (2 * variance)) * step;
    return sum / std::sqrt(2 * 3.14159265358979 * variance);
  };
  const auto left = [](double x) { return x; };
  const auto one = [](double) { return 1.0; };
  CHECK(usual.area(score, m, n) ==
        Approx(integral(m, left) * integral(n, left) + covariance * integral(m, one) * integral(n, one)).epsilon(1e-3));
}

TEST_CASE("without a growth of lengths all of m n is left", "[scan]") {
  const local_statistics plain{0.3, 0.1};
  CHECK(plain.area(100, 30, 40) == 1200);
  CHECK(plain.e_value(100, 30, 40, 4000) == Approx(0.1 * 30 * 4000 * std::exp(-30.0)));
}

TEST_CASE("E-values fall with the score, and lie above 0", "[scan]") {
  for (const double m : {1.0, 10.0, 100.0, 10000.0})
    for (const double n : {1.0, 30.0, 400.0, 30000.0})
      for (int score = 1; score < 2000; ++score) {
        CHECK(usual.e_value(score, m, n, 1e7) >= usual.e_value(score + 1, m, n, 1e7));
        CHECK(usual.e_value(score, m, n, 1e7) >= 0);
      }
}

TEST_CASE("no sequence has a rare alignment below the least score", "[scan]") {
  random_source random(2012, 0);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint32_t> lengths;
    for (std::uint32_t n = 1 + static_cast<std::uint32_t>(random.below(30)); n < 5000;
         n += 1 + static_cast<std::uint32_t>(random.below(n)))
      lengths.push_back(n);
    const double m = static_cast<double>(1 + random.below(2000)),
                 n_residues = std::pow(10, 3.0 + static_cast<double>(random.below(8)));
    const double most = std::pow(10, 1.0 - static_cast<double>(random.below(12)));
    const spliced::score least = least_score(usual, most, m, lengths, n_residues, 11);
    CAPTURE(m, n_residues, most, least);
    bool is_met = false;
    for (const std::uint32_t n : lengths) {
      // What it can score at all, and below the least.
      const auto reached = std::min<std::int64_t>(least - 1, 11 * std::int64_t{n});
      if (reached >= 1) CHECK(usual.e_value(static_cast<spliced::score>(reached), m, n, n_residues) > most);
      is_met = is_met || usual.e_value(least, m, n, n_residues) <= most;
    }
    CHECK((is_met || least == spliced::score_limit));
  }
}

TEST_CASE("bits are scores in a unit of their own", "[scan]") {
  CHECK(local_statistics{0.267, 0.041}.bits(506) == Approx(199.5).margin(0.05));
}
