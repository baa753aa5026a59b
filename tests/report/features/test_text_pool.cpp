// Texts keep their numbers, however many come.
#include <string>

#include "catch.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave::testing {
namespace {

TEST_CASE("equal texts have the same number, and the empty one has 0") {
  text_pool pool;
  CHECK(pool.number_of("") == 0);
  CHECK(pool.number_of("a") == 1);
  CHECK(pool.number_of("ab") == 2);
  CHECK(pool.number_of("a") == 1);
  CHECK(pool.size() == 3);
  CHECK(pool[0].empty());
  CHECK(pool[2] == "ab");
}

TEST_CASE("a text that is not there has no number") {
  text_pool pool;
  CHECK_FALSE(pool.find("a"));
  CHECK(pool.find("") == 0);
  (void)pool.number_of("a");
  CHECK(pool.find("a") == 1);
  CHECK_FALSE(pool.find("b"));
}

TEST_CASE("all of many texts are found again") {
  text_pool pool;
  constexpr std::uint32_t n = 5000;
  for (std::uint32_t k = 1; k < n; ++k) REQUIRE(pool.number_of(std::to_string(k)) == k);
  for (std::uint32_t k = 1; k < n; ++k) {
    REQUIRE(pool.number_of(std::to_string(k)) == k);
    REQUIRE(pool[k] == std::to_string(k));
  }
}

}  // namespace
}  // namespace exonweave::testing
