// Columns come back as they were packed.
#include <random>
#include <vector>

#include "catch.hpp"
#include "exons/models/aligned_columns.hpp"

using namespace exonweave;

namespace {

std::vector<aligned_symbol> again(const std::vector<aligned_symbol>& columns) {
  return aligned_columns(columns).unpack();
}

// Codons with introns within and between, unaligned symbols and residues, on either strand.
std::vector<aligned_symbol> random_columns(std::mt19937_64& random, bool is_protein) {
  std::vector<aligned_symbol> columns;
  std::size_t symbol = random() % 3;
  std::int64_t base = static_cast<std::int64_t>(random() % 10'000'000'000) + 100'000;
  const std::int64_t step = random() % 2 == 0 ? 1 : -1;
  const auto next_base = [&] {
    base += step * (random() % 20 == 0 ? static_cast<std::int64_t>(random() % 90) + 1 : 1);
    return base;
  };
  for (std::size_t n = random() % 60; n > 0; --n) {
    aligned_symbol column;
    const auto kind = random() % 8;
    if (kind != 0) column.in_target = symbol++;
    if (kind != 1) {
      column.residue = static_cast<char>('A' + random() % 26);
      for (std::size_t b = 0; b < (is_protein ? 3 : 1); ++b) column.bases[b] = next_base();
    }
    column.is_end = kind == 0 && random() % 2 == 0;
    columns.push_back(column);
  }
  return columns;
}

}  // namespace

TEST_CASE("columns come back as they were, of either strand and kind") {
  std::mt19937_64 random(1);
  for (int k = 0; k < 2'000; ++k) {
    const auto columns = random_columns(random, k % 2 == 0);
    REQUIRE(again(columns) == columns);
  }
}

TEST_CASE("no columns are nothing, and one is something") {
  CHECK(aligned_columns().empty());
  CHECK(aligned_columns(std::vector<aligned_symbol>{}).empty());
  CHECK_FALSE(aligned_columns(std::vector<aligned_symbol>{{}}).empty());
  CHECK(again({{}, {}}) == std::vector<aligned_symbol>{{}, {}});
}

TEST_CASE("the places of the first base, and of codons whose bases stand in any order") {
  const std::vector<aligned_symbol> columns{{7, 'M', false, {0, 1, 2}},  {8, 'K', false, {2, 1, 0}},
                                            {3, 'A', true, {5, -1, 9}},  {{}, 'C', false, {-1, 4, -1}},
                                            {1, 0, false, {-1, -1, -1}}, {2, 'D', false, {3, 4, 5}}};
  CHECK(again(columns) == columns);
}
