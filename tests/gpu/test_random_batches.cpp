// Random batches of all kinds through `cuda`, against `sequential`: some on a device that the host plays. On a real one
// for as many seconds as EXONWEAVE_RANDOM_BATCHES says, from the seed of tests on.
#include <chrono>
#include <cstdlib>

#include "gpu/started_batch.hpp"
#include "seed.hpp"

namespace exonweave::testing {
namespace {

constexpr std::uint64_t n_kinds = 5;

std::uint64_t number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

small_problem problem_of_kind(std::mt19937_64& random, std::uint64_t kind) {
  switch (kind) {
    case 0:
      return random_problem(random, 4 + random() % 60);
    case 1:
      return weighted_exons(random,
                            {.n_exons = 1 + random() % 30, .largest_weight = 1 + static_cast<int>(random() % 9000)}, 0);
    case 2:
      return weighted_exons(random, {.n_exons = 1 + random() % 20, .longest = 60, .is_protein = true}, 0);
    case 3:
      return exons_for_rows(random, {.n_exons = 1 + random() % 20, .longest = 200}, 0);
    default:
      return exons_for_strips(
          random, {.n_exons = 1 + random() % 60, .longest = static_cast<std::uint32_t>(1 + random() % 600)});
  }
}

std::vector<std::vector<spliced::residue_code>> targets_of_kind(std::mt19937_64& random, std::uint64_t kind) {
  const std::size_t n = 1 + random() % 12, longest = random() % 3 == 0 ? 1500 : 200;
  if (kind != 2) return random_targets(random, n, longest);
  std::vector<std::vector<spliced::residue_code>> made;
  for (std::size_t k = 0; k < n; ++k) made.push_back(random_protein(random, random() % (longest + 1)));
  return made;
}

// All ends, and all rows of one of them.
void check_batch(const spliced::engine& on, std::uint64_t seed) {
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const std::uint64_t kind = seed % n_kinds;
  const small_problem problem = problem_of_kind(random, kind);
  const started_batch batch(problem, on, targets_of_kind(random, kind));
  auto started = on.start(batch.jobs);
  const std::size_t read = random() % started.size();
  for (std::size_t k = 0; k < started.size(); ++k) {
    INFO("target " << k << ", " << batch.jobs[k].input.target.size() << " symbols");
    const auto pass = started[k].get();
    const auto expected = aligned(batch.jobs[k].input, "sequential");
    REQUIRE(spliced::is_reachable(pass->end().total) == spliced::is_reachable(expected->end().total));
    if (spliced::is_reachable(expected->end().total)) {
      REQUIRE(pass->end().total == expected->end().total);
      REQUIRE(pass->end().column == expected->end().column);
    }
    if (k == read && batch.jobs[k].input.target.size() < 300) check_pass(*pass);
  }
}

}  // namespace

TEST_CASE("random batches on a played device") {
  played_devices played(2);
  for (std::uint64_t seed = 0; seed < 3 * n_kinds; ++seed) check_batch(*played.engine, seed);
  CHECK(played.warnings.empty());
}

// Rows that nobody reads were not kept: junctions that lead nowhere. Strips waited for one another, over others that
// had grown. What narrow lanes had raised counted as unreached.
TEST_CASE("batches on a played device that were wrong once") {
  played_devices played;
  for (const std::uint64_t seed :
       {1103u, 10'001'034u, 100'001'577u, 110'001'222u, 1774u, 150'001'454u, 20'002'061u, 40'001'826u, 20'002'465u})
    check_batch(*played.engine, seed);
}

TEST_CASE("random batches on a device") {
  const auto engine = engine_on_device();
  if (!engine) return;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(number_in("EXONWEAVE_RANDOM_BATCHES"));
  std::uint64_t seed = 1'000'000 * (seed_of_tests() - 1), n_batches = 0;
  do {
    check_batch(*engine, seed++);
    ++n_batches;
  } while (n_batches < 50 || std::chrono::steady_clock::now() < end);
  WARN(n_batches << " batches agree");
}

}  // namespace exonweave::testing
