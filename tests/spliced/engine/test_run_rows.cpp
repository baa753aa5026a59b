// The rows inside a run: the same values, whether all are held or blocks are recomputed.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "seed.hpp"
#include "spliced/engine/last_rows_pass.hpp"
#include "spliced/engine/recurrence.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::small_problem;

namespace {

std::string random_bases(std::mt19937_64& random, std::size_t length) {
  std::string bases(length, 'A');
  for (char& base : bases) base = "ACGT"[random() % 4];
  return bases;
}

struct long_run {
  long_run(std::uint64_t seed, std::size_t n_rows, std::size_t n_columns, bool in_planes = false) : random(seed) {
    problem = small_problem(random_bases(random, n_rows), random_bases(random, n_columns - 1));
    run = problem.graph.add_run(0, static_cast<std::uint32_t>(n_rows), 0, std::vector<edge>{{0, 0}});
    if (in_planes) problem.gaps = {5, 1}, problem.residue_ends = gap_costs{4, 1};
    entry.resize(problem.view().layout().width());
    for (score& each : entry) each = -static_cast<score>(random() % 1000);
  }

  // All rows, one after the other, by the recurrence that engines share.
  [[nodiscard]] std::vector<std::vector<score>> all_rows() const {
    const target_profile profile(problem.substitution, problem.target);
    std::vector<std::vector<score>> rows = {entry};
    for (const residue_code residue : problem.graph.view().residues) {
      std::vector<score> row(entry.size());
      next_row(problem.view(), {rows.back(), profile.of(residue)}, row);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  std::mt19937_64 random;
  small_problem problem{"", ""};
  node_id run = 0;
  std::vector<score> entry;
};

// Compares every cell (few columns) or some of each row (many columns), rows from last to first.
void check_descending(const long_run& example, run_rows& rows) {
  const auto expected = example.all_rows();
  const std::size_t step = std::max<std::size_t>(1, example.entry.size() / 50);
  for (std::size_t i = expected.size(); i-- > 0;)
    for (std::size_t j = 0; j < example.entry.size(); j += step)
      if (rows.row(static_cast<std::uint32_t>(i))[j] != expected[i][j])
        FAIL("row " << i << " column " << j << ": " << rows.row(static_cast<std::uint32_t>(i))[j] << " instead of "
                    << expected[i][j]);
}

constexpr std::uint64_t ample = std::uint64_t{1} << 40;  // bytes

}  // namespace

TEST_CASE("a small run holds all its rows and computes each once") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  for (const std::size_t n_rows : {1u, 2u, 3u, 40u})
    for (const std::size_t n_columns : {1u, 2u, 17u})
      for (const bool in_planes : {false, true}) {
        const long_run example(seed, n_rows, n_columns, in_planes);
        const auto p = example.problem.view();
        const target_profile profile(example.problem.substitution, example.problem.target);
        run_rows rows(p, profile, example.run, example.entry, ample);
        check_descending(example, rows);
        check_descending(example, rows);
        CHECK(rows.rows_computed() == n_rows);
      }
}

TEST_CASE("a run that does not fit recomputes blocks, each once when rows are asked for in descending order") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  for (const std::size_t n_rows : {99u, 100u, 101u})  // around a whole number of blocks of 10
    for (const bool in_planes : {false, true}) {
      const long_run example(seed, n_rows, 30, in_planes);
      const auto p = example.problem.view();
      const target_profile profile(example.problem.substitution, example.problem.target);
      run_rows rows(p, profile, example.run, example.entry, 0);
      check_descending(example, rows);
      CHECK(rows.rows_computed() > n_rows);
      CHECK(rows.rows_computed() <= 2 * n_rows);
    }
}

TEST_CASE("one byte less than all rows take changes the way, not the values") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  const long_run example(seed, 128, 30);
  const auto p = example.problem.view();
  const auto is_computed_once = [&](std::uint64_t memory) {
    const target_profile profile(example.problem.substitution, example.problem.target);
    run_rows rows(p, profile, example.run, example.entry, memory);
    check_descending(example, rows);
    return rows.rows_computed() == 128;
  };
  // 128 rows, the entry row, a checkpoint behind the last row, two rows to work in
  constexpr std::uint64_t all_rows = (128 + 1 + 1 + 1 + 2) * 30 * sizeof(score);
  CHECK(is_computed_once(all_rows));
  CHECK_FALSE(is_computed_once(all_rows - 1));
}

TEST_CASE("blocks take far less memory than all rows") {
  CHECK(run_rows::min_memory(1'000'000, 1) <= 2005 * sizeof(score));
  CHECK(run_rows::min_memory(1, 1) <= 6 * sizeof(score));
}

TEST_CASE("rows of a long run may be asked for in any order") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  long_run example(seed, 100, 30);
  const auto p = example.problem.view();
  const auto expected = example.all_rows();
  const target_profile profile(example.problem.substitution, example.problem.target);
  run_rows rows(p, profile, example.run, example.entry, 0);
  for (int n = 0; n < 40; ++n) {
    const auto i = example.random() % 101;
    const auto j = example.random() % 30;
    REQUIRE(rows.row(static_cast<std::uint32_t>(i))[j] == expected[i][j]);
  }
}
