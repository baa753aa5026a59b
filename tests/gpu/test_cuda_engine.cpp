// The engine `cuda` on a device that the host plays, and on a real one where there is one: every row of its passes is the row of
// the recurrence, and what a device does not take, or fails to do, the CPU does.
#include <algorithm>
#include <string>

#include "gpu/started_batch.hpp"

namespace exonweave::testing {
namespace {

void check_random_problems(const spliced::engine& on, std::uint64_t n_seeds) {
  for (std::uint64_t seed = 0; seed < n_seeds; ++seed) {
    INFO("random_problem, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem of = random_problem(random, 6 + random() % 40);
    check_all(on, started_batch(of, on, random_targets(random, 3, 40)));
  }
}

void check_long_targets(const spliced::engine& on, std::uint64_t n_seeds) {
  for (std::uint64_t seed = 0; seed < n_seeds; ++seed) {
    INFO("exons_for_rows, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem of = exons_for_rows(random, {.n_exons = 3 + random() % 12}, 0);
    check_all(on, started_batch(of, on, random_targets(random, 3, 1100)));
  }
}

// Scorings that no lanes of 16 bits hold.
void check_wide(const spliced::engine& on, std::uint64_t n_seeds) {
  for (std::uint64_t seed = 0; seed < n_seeds; ++seed) {
    INFO("exons_for_rows, wide, seed " << seed);
    std::mt19937_64 random(seed);
    small_problem of = exons_for_rows(random, {.n_exons = 3 + random() % 8}, 0);
    of.substitution = spliced::dna_matrix(spliced::match_mismatch(200, -150));
    check_all(on, started_batch(of, on, random_targets(random, 2, 300)));
  }
}

}  // namespace

TEST_CASE("cuda on a played device: every row is the row of the recurrence") {
  played_devices played;
  check_random_problems(*played.engine, 300);
  CHECK(played.devices[0].n_jobs == 900);
  CHECK(played.warnings.empty());
}

TEST_CASE("cuda on a played device: targets of several tiles") {
  played_devices played;
  check_long_targets(*played.engine, 6);
}

TEST_CASE("cuda on a played device: lanes of 32 bits") {
  played_devices played;
  check_wide(*played.engine, 20);
  CHECK(played.devices[0].n_jobs == 40);
}

TEST_CASE("cuda on a device: lanes of 32 bits") {
  if (const auto engine = engine_on_device()) check_wide(*engine, 60);
}

TEST_CASE("cuda on a device: every row is the row of the recurrence") {
  if (const auto engine = engine_on_device()) check_random_problems(*engine, 300);
}

TEST_CASE("cuda on a device: targets of several tiles") {
  if (const auto engine = engine_on_device()) check_long_targets(*engine, 20);
}

TEST_CASE("where rows do not fit fewer checkpoints are kept, and then the CPU does it") {
  std::mt19937_64 random(1);
  const small_problem of = exons_for_rows(random, {.n_exons = 12}, 0);
  played_devices played;
  const started_batch batch(of, *played.engine, random_targets(random, 4, 100));
  check_all(*played.engine, batch);
  REQUIRE(played.devices[0].n_jobs == 4);
  bool has_warned = false;
  for (std::size_t room = std::size_t{1} << 20; room > 256 && !has_warned; room = room * 3 / 4) {
    INFO("memory: " << room);
    played.devices[0].memory = room;
    check_all(*played.engine, batch);
    has_warned = !played.warnings.empty();
  }
  REQUIRE(has_warned);
  CHECK(played.warnings.front().find("no room for rows") != std::string::npos);
}

TEST_CASE("rows of batches that are not done leave room for those of the next") {
  std::mt19937_64 random(8);
  const small_problem of = exons_for_rows(random, {.n_exons = 30}, 0);
  played_devices played;
  plain_device& device = played.devices[0];
  const started_batch batch(of, *played.engine, random_targets(random, 4, 60));
  check_all(*played.engine, batch);
  const std::size_t of_batch = device.most_held;
  device.memory = 3 * of_batch;  // the first one has all that it wants, the others do not
  std::vector<std::vector<spliced::started_pass>> started;
  for (int k = 0; k < 4; ++k) {
    started.push_back(played.engine->start(batch.jobs));
    CHECK(device.held < device.memory / 5 * 4);
  }
  CHECK(device.most_held > of_batch);
  for (auto& each : started)
    for (auto& one : each) check_pass(*one.get());
  started.clear();
  CHECK(device.held == 0);
  CHECK(played.warnings.empty());
}

TEST_CASE("what the CPU needs at least does, however far apart checkpoints are") {
  std::mt19937_64 random(5);
  const small_problem of = exons_for_rows(random, {.n_exons = 30}, 0);
  played_devices played;
  started_batch batch(of, *played.engine, random_targets(random, 2, 60));
  for (spliced::alignment_job& job : batch.jobs) job.memory = played.engine->least_memory(job);
  for (std::size_t room = std::size_t{1} << 20; room > 4096; room = room * 2 / 3) {
    INFO("memory: " << room);
    played.devices[0].memory = room;
    check_all(*played.engine, batch);
  }
}

TEST_CASE("shapes of a batch fail alone") {
  std::mt19937_64 random(6);
  const small_problem of = exons_for_rows(random, {.n_exons = 6}, 0);
  played_devices played;
  std::vector<std::vector<spliced::residue_code>> targets = random_targets(random, 3, 60);
  targets.push_back(spliced::encode_dna(random_bases(random, 1100)));
  const started_batch batch(of, *played.engine, targets);
  std::size_t n_jobs = 0;
  for (std::size_t room = std::size_t{1} << 22; room > 256 && played.warnings.empty(); room = room * 3 / 4) {
    n_jobs = played.devices[0].n_jobs;
    played.devices[0].memory = room;
    check_all(*played.engine, batch);
  }
  REQUIRE(played.warnings.size() == 1);
  CHECK(played.devices[0].n_jobs > n_jobs);  // of the other shape
}

TEST_CASE("a device that is lost has its batch done by the CPU, and says so") {
  std::mt19937_64 random(2);
  const small_problem of = exons_for_rows(random, {.n_exons = 6}, 0);
  for (const bool is_lost_at_launch : {true, false}) {
    INFO("at the launch: " << is_lost_at_launch);
    played_devices played;
    const started_batch batch(of, *played.engine, random_targets(random, 5, 60));
    played.devices[0].is_lost = is_lost_at_launch;
    auto started = played.engine->start(batch.jobs);
    played.devices[0].is_lost = true;
    for (auto& each : started) check_pass(*each.get());
    REQUIRE(!played.warnings.empty());
    CHECK(played.warnings.front().find("the device is lost") != std::string::npos);
  }
}

TEST_CASE("rows that are lost when they are read say so, and may be aligned once more") {
  std::mt19937_64 random(2);
  const small_problem of = exons_for_rows(random, {.n_exons = 6}, 0);
  played_devices played;
  const started_batch batch(of, *played.engine, random_targets(random, 1, 60));
  const auto pass = played.engine->align(batch.jobs[0]);
  played.devices[0].is_lost = true;
  CHECK_THROWS_AS(check_pass(*pass), spliced::rows_lost);
  REQUIRE(!played.warnings.empty());
  check_pass(*played.engine->align(batch.jobs[0]));
}

TEST_CASE("a run that is told to stop launches no further shape, on any device") {
  std::mt19937_64 random(7);
  const small_problem of = exons_for_rows(random, {.n_exons = 6}, 0);
  for (const std::size_t n_devices : {1u, 2u}) {
    INFO("devices: " << n_devices);
    played_devices played(n_devices);
    std::vector<std::vector<spliced::residue_code>> targets;
    for (const std::size_t length : {60u, 60u, 1100u, 1100u})
      targets.push_back(spliced::encode_dna(random_bases(random, length)));
    started_batch batch(of, *played.engine, targets);
    spliced::run_control control;
    for (spliced::alignment_job& job : batch.jobs) job.control = &control;
    for (plain_device& each : played.devices) each.on_launch = [&] { control.stop(); };
    CHECK_THROWS_AS(played.engine->start(batch.jobs), spliced::run_stopped);
    std::size_t n_launches = 0;
    for (const plain_device& each : played.devices) {
      CHECK(each.n_launches <= 1);
      n_launches += each.n_launches;
    }
    CHECK(n_launches >= 1);
    CHECK(played.warnings.empty());
  }
}

TEST_CASE("jobs are divided among devices") {
  std::mt19937_64 random(3);
  const small_problem of = exons_for_rows(random, {.n_exons = 6}, 0);
  played_devices played(3);
  check_all(*played.engine, started_batch(of, *played.engine, random_targets(random, 9, 60)));
  for (const plain_device& each : played.devices) CHECK(each.n_jobs > 0);
}

TEST_CASE("what is not compiled, or has to be exact, the CPU does") {
  std::mt19937_64 random(4);
  const small_problem of = exons_for_rows(random, {.n_exons = 6}, 0);
  played_devices played;
  started_batch batch(of, *played.engine, random_targets(random, 2, 60));
  batch.jobs[0].is_exact = true;
  batch.jobs[1].compiled = nullptr;
  check_all(*played.engine, batch);
  CHECK(played.devices[0].n_launches == 0);
}

// Before, what lanes had raised counted as unreached, and so did the whole chain.
void check_worthless_chains(const spliced::engine& on) {
  small_problem of("AAAA", "");
  of.substitution = spliced::dna_matrix(spliced::match_mismatch(1, -120));
  of.gaps = {0, 40};
  of.add_sink({{of.add_exon(0, 4, {{0, 0}}), 0}});
  std::vector<std::vector<spliced::residue_code>> targets;
  for (const std::size_t length : {100u, 500u, 1000u, 1500u})
    targets.push_back(std::vector<spliced::residue_code>(length, spliced::dna_code('C')));
  const started_batch batch(of, on, targets);
  auto started = on.start(batch.jobs);
  for (std::size_t k = 0; k < started.size(); ++k)
    CHECK(started[k].get()->end().total == -40 * (static_cast<spliced::score>(targets[k].size()) + 4));
}

TEST_CASE("cuda on a played device: a chain that is worth less than narrow lanes hold") {
  played_devices played;
  check_worthless_chains(*played.engine);
  CHECK(played.devices[0].n_jobs > 0);
}

TEST_CASE("cuda on a device: a chain that is worth less than narrow lanes hold") {
  if (const auto engine = engine_on_device()) check_worthless_chains(*engine);
}

}  // namespace exonweave::testing
