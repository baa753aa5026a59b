#include <cmath>
#include <vector>

#include "catch.hpp"
#include "exons/gene_finding/gene_parameters.hpp"

using namespace exonweave;

namespace {

double sum_of(const intron_lengths& lengths, std::int64_t last) {
  double sum = 0;
  for (std::int64_t n = 0; n <= last; ++n)
    if (is_possible(lengths.at(n))) sum += std::exp2(to_bits(lengths.at(n)));
  return sum;
}

}  // namespace

TEST_CASE("intron lengths are shares that add up to about 1, with none or many introns") {
  std::vector<std::int64_t> many;
  for (std::int64_t n = 0; n < 500; ++n) many.push_back(50 + n % 40);
  for (std::int64_t n = 0; n < 20; ++n) many.push_back(1500 + 100 * n);
  for (const auto& lengths : {std::vector<std::int64_t>{}, std::vector<std::int64_t>{60}, many})
    CHECK(sum_of(intron_lengths::learn(lengths), 200'000) == Approx(1).margin(0.03));
}

TEST_CASE("intron lengths that were seen are likelier than others") {
  const auto lengths = intron_lengths::learn(std::vector<std::int64_t>(100, 60));
  CHECK(lengths.least() == 58);
  CHECK(lengths.at(57) == impossible);
  CHECK(lengths.at(60) > lengths.at(70));
  CHECK(lengths.at(70) > lengths.at(300));
  CHECK(is_possible(lengths.at(300)));
}

TEST_CASE("without introns their lengths are those of the prior") {
  const auto lengths = intron_lengths::learn({});
  CHECK(lengths.least() == intron_lengths::shortest);
  CHECK(lengths.at(30) > lengths.at(300));
  CHECK(lengths.at(300) > lengths.at(3000));
}

TEST_CASE("beyond the table intron lengths lie on a line") {
  const intron_lengths lengths({impossible_place, -5, -7}, -20, -3);
  CHECK(lengths.at(0) == impossible);
  CHECK(lengths.at(1) == -5);
  CHECK(lengths.at(2) == -7);
  CHECK(lengths.at(3) == -20);
  CHECK(lengths.at(5) == -26);
}
