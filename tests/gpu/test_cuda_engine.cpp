// The engine `cuda`, on devices that the host plays: of candidates with linear gaps devices score and the CPU makes
// rows; all else the CPU does.
#include <algorithm>

#include "gpu/started_batch.hpp"

namespace exonweave::testing {

TEST_CASE("of candidates with linear gaps a device finds the ends, and the CPU makes rows when they are wanted") {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    INFO("exons_for_strips, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem problem = exons_for_strips(random, {.n_exons = 3 + random() % 8, .longest = 80});
    played_devices played(2);
    const started_batch batch(problem, *played.engine, random_targets(random, 6, 120));
    auto started = played.engine->start(batch.jobs);
    CHECK(played.devices[0].n_jobs + played.devices[1].n_jobs == 6);
    for (std::size_t k = 0; k < started.size(); ++k) {
      const auto pass = started[k].get();
      const auto expected = aligned(batch.jobs[k].input, "sequential");
      REQUIRE(pass->end().total == expected->end().total);
      REQUIRE(pass->end().column == expected->end().column);
      const std::uint64_t on_device = pass->cells_computed();
      CHECK(on_device > 0);
      check_pass(*pass);
      if (!batch.jobs[k].input.target.empty()) CHECK(pass->cells_computed() > on_device);
    }
    CHECK(played.warnings.empty());
  }
}

TEST_CASE("a pass of which the end is not wanted no device makes") {
  std::mt19937_64 random(1);
  const small_problem problem = exons_for_strips(random, {.longest = 100});
  played_devices played;
  started_batch batch(problem, *played.engine, random_targets(random, 4, 100));
  for (spliced::alignment_job& job : batch.jobs) job.wants_end = false;
  check_all(*played.engine, batch);
  CHECK(played.devices[0].n_launches == 0);
}

TEST_CASE("strips that do not fit a device's memory go in smaller launches, else the CPU does them") {
  std::mt19937_64 random(2);
  const small_problem problem = exons_for_strips(random, {.n_exons = 8, .longest = 100});
  played_devices played;
  const started_batch batch(problem, *played.engine, random_targets(random, 8, 80));
  std::size_t max_launches = 0;
  for (std::size_t room = std::size_t{1} << 20; room > 512; room /= 2) {
    const std::size_t before = played.devices[0].n_launches;
    played.devices[0].memory = room;
    check_all(*played.engine, batch);
    max_launches = std::max(max_launches, played.devices[0].n_launches - before);
  }
  CHECK(max_launches > 1);
  REQUIRE(!played.warnings.empty());
  CHECK(played.warnings.front() == "no room for rows; the CPU does the rest");
}

TEST_CASE("a device that is lost leaves strips to the CPU") {
  std::mt19937_64 random(2);
  const small_problem problem = exons_for_strips(random, {.longest = 100});
  played_devices played;
  const started_batch batch(problem, *played.engine, random_targets(random, 5, 60));
  played.devices[0].is_lost = true;
  check_all(*played.engine, batch);
  REQUIRE(played.warnings.size() == 1);
  CHECK(played.warnings.front().find("the device is lost") != std::string::npos);
}

TEST_CASE("a run that is told to stop launches nothing more") {
  std::mt19937_64 random(7);
  const small_problem problem = exons_for_strips(random, {.longest = 100});
  played_devices played;
  started_batch batch(problem, *played.engine, random_targets(random, 8, 80));
  run_control control;
  for (spliced::alignment_job& job : batch.jobs) job.control = &control;
  played.devices[0].on_launch = [&] { control.stop(); };
  (void)played.engine->start(batch.jobs);
  CHECK_THROWS_AS(played.engine->start(batch.jobs), run_stopped);
  CHECK(played.devices[0].n_launches == 1);
  CHECK(played.warnings.empty());
}

TEST_CASE("jobs are divided among devices") {
  std::mt19937_64 random(3);
  const small_problem problem = exons_for_strips(random, {.n_exons = 6, .longest = 60});
  played_devices played(3);
  check_all(*played.engine, started_batch(problem, *played.engine, random_targets(random, 12, 60)));
  for (const plain_device& each : played.devices) CHECK(each.n_jobs > 0);
}

TEST_CASE("what has no strips, or has to be exact, the CPU does, as many at once as `simd` takes") {
  played_devices played;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    INFO("exons_for_rows, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem problem = exons_for_rows(random, {.n_exons = 3 + random() % 12}, 0);
    CHECK(played.engine->batch_size(problem.view()) == 1);
    check_all(*played.engine, started_batch(problem, *played.engine, random_targets(random, 3, 100)));
  }
  std::mt19937_64 random(4);
  const small_problem problem = exons_for_strips(random, {.n_exons = 6, .longest = 60});
  CHECK(played.engine->batch_size(problem.view()) > 1);
  started_batch batch(problem, *played.engine, random_targets(random, 2, 60));
  batch.jobs[0].is_exact = true;
  batch.jobs[1].compiled = nullptr;
  check_all(*played.engine, batch);
  CHECK(played.devices[0].n_launches == 0);
  CHECK(played.engine->facts().may_sweep);
}

namespace {

// Before, what lanes had raised counted as unreached, and so did the whole chain.
void check_poor_chains(const spliced::engine& on) {
  small_problem problem("AAAA", "");
  problem.substitution = spliced::dna_matrix(spliced::match_mismatch(1, -120));
  problem.gaps = {0, 40};
  problem.add_sink({{problem.add_exon(0, 4, {{0, 0}}), 0}});
  std::vector<std::vector<spliced::residue_code>> targets;
  for (const std::size_t length : {100u, 500u, 1000u, 1500u})
    targets.push_back(std::vector<spliced::residue_code>(length, spliced::dna_code('C')));
  const started_batch batch(problem, on, targets);
  auto started = on.start(batch.jobs);
  for (std::size_t k = 0; k < started.size(); ++k)
    CHECK(started[k].get()->end().total == -40 * (static_cast<spliced::score>(targets[k].size()) + 4));
}

}  // namespace

TEST_CASE("a chain that is worth less than narrow lanes hold has its score all the same") {
  played_devices played;
  check_poor_chains(*played.engine);
}

TEST_CASE("a chain that is worth less than narrow lanes hold has its score on a device") {
  if (const auto engine = engine_on_device()) check_poor_chains(*engine);
}

}  // namespace exonweave::testing
