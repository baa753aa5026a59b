#include <cmath>

#include "catch.hpp"
#include "exons/comparison/made_genes.hpp"

using namespace exonweave;
using exonweave::testing::single;
using exonweave::testing::transcript;

namespace {

std::vector<std::uint64_t> counts(const level_accuracy& level) {
  return {level.n_a, level.n_b, level.shared_a, level.shared_b};
}

}  // namespace

TEST_CASE("each level counts what both sets have, each item once") {
  const auto a = make_coding_set({single("g1", '+', {{0, 30}, {60, 90}, {120, 150}}),  //
                                  single("g2", '+', {{300, 330}}), single("g3", '-', {{300, 330}})});
  const auto b = make_coding_set(
      {transcript("t1", "h1", '+', {{0, 30}, {60, 90}, {120, 156}}), transcript("t2", "h1", '+', {{0, 30}, {60, 90}}),
       transcript("t3", "h2", '+', {{300, 330}}), transcript("t4", "h3", '+', {{300, 330}})});
  const auto levels = measure_accuracy(a, b);
  REQUIRE(levels.size() == 6);
  CHECK(levels[0].level == "Base");
  CHECK(counts(levels[0]) == std::vector<std::uint64_t>{150, 126, 120, 120});
  CHECK(levels[1].level == "Exon");
  CHECK(counts(levels[1]) == std::vector<std::uint64_t>{5, 4, 3, 3});
  CHECK(levels[2].level == "Intron");
  CHECK(counts(levels[2]) == std::vector<std::uint64_t>{2, 2, 2, 2});
  CHECK(levels[3].level == "Intron chain");
  CHECK(counts(levels[3]) == std::vector<std::uint64_t>{1, 2, 1, 1});
  CHECK(levels[4].level == "Transcript");
  CHECK(counts(levels[4]) == std::vector<std::uint64_t>{3, 3, 1, 1});
  CHECK(levels[5].level == "Locus");
  CHECK(counts(levels[5]) == std::vector<std::uint64_t>{3, 3, 1, 2});
  CHECK(levels[5].sensitivity() == 2.0 / 3);
  CHECK(levels[5].precision() == 1.0 / 3);
}

TEST_CASE("nothing of nothing is no share") {
  const auto levels = measure_accuracy(make_coding_set({}), make_coding_set({single("g", '+', {{0, 30}})}));
  CHECK(levels[0].sensitivity() == 0);
  CHECK(std::isnan(levels[0].precision()));
}
