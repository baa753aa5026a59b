// Threads, what they hand on and in which order, which failure counts, and who has how much memory.
#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "exons/run/workers.hpp"

using namespace exonweave;

namespace {

constexpr std::size_t n_targets = 40;

// Two regions with 20 targets each, in units of three.
struct many_targets {
  many_targets() {
    for (std::size_t n = 0; n < n_targets; ++n) cases.push_back({n / 20, {0, 9}, strand::forward, n});
  }
  [[nodiscard]] std::vector<work_unit> units() const {
    std::vector<target_reading> readings;
    for (std::size_t n = 0; n < n_targets; ++n)
      readings.push_back(n % 3 == 0 ? target_reading::coding_sequence : target_reading::nucleotides);
    return plan_work(split_by_target(cases), readings, 3);
  }
  std::vector<alignment_task> cases;
};

locus_result result_of(const locus_target& requested) {
  locus_result made;
  made.locus = requested.cases.front();
  return made;
}

not_enough_memory too_little() { return not_enough_memory(problem_report{.what = "too little"}); }

struct seen_run {
  std::vector<std::size_t> targets;  // handed on
  std::string failure = "none";
};

seen_run run(
    const worker_options& options, const target_solver& solve,
    const std::function<void(const locus_result&)>& on_result = [](const locus_result&) {}) {
  const many_targets many;
  seen_run seen;
  try {
    solve_units(many.units(), options, solve, [&](locus_result&& result) {
      on_result(result);
      seen.targets.push_back(result.locus.target);
    });
  } catch (const std::exception& error) {
    seen.failure = error.what();
  }
  return seen;
}

std::vector<std::size_t> up_to(std::size_t end) {
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n < end; ++n) all.push_back(n);
  return all;
}

}  // namespace

TEST_CASE("results come in the order of their places whatever takes how long") {
  for (const std::size_t n_threads : {1u, 2u, 7u}) {
    const auto seen = run({n_threads, 100, 100}, [](const locus_target& requested, auto, auto&, auto) {
      std::this_thread::sleep_for(std::chrono::microseconds((requested.place * 7919) % 400));
      return result_of(requested);
    });
    CHECK(seen.failure == "none");
    CHECK(seen.targets == up_to(n_targets));
  }
}

TEST_CASE("of several failures the first by place counts, and all before it is handed on") {
  for (const std::size_t n_threads : {1u, 2u, 4u}) {
    const auto seen = run({n_threads, 100, 100}, [](const locus_target& requested, auto, auto&, auto) {
      if (requested.place == 13) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (requested.place == 13 || requested.place == 14 || requested.place == 33)
        throw std::runtime_error(std::to_string(requested.place));
      return result_of(requested);
    });
    CHECK(seen.failure == "13");
    CHECK(seen.targets == up_to(13));
  }
}

TEST_CASE("a sink that fails ends the run") {
  for (const std::size_t n_threads : {1u, 3u}) {
    const auto seen = run(
        {n_threads, 100, 100},
        [](const locus_target& requested, auto, auto&, auto) {
          if (requested.place == 30) throw std::runtime_error("later");
          return result_of(requested);
        },
        [](const locus_result& result) {
          if (result.locus.target == 5) throw std::runtime_error("disk full");
        });
    CHECK(seen.failure == "disk full");
    CHECK(seen.targets == up_to(5));
  }
}

TEST_CASE("a target that a share of the memory does not do for has all of it afterwards, alone") {
  for (const std::size_t n_threads : {1u, 4u}) {
    std::atomic<int> n_running = 0;
    std::atomic<bool> was_alone = true;
    const auto seen = run({n_threads, 100, 100}, [&](const locus_target& requested, auto, auto&, std::uint64_t memory) {
      const int n_before = n_running++;
      if (memory == 100 && n_before > 0) was_alone = false;
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      --n_running;
      if (requested.place % 10 == 0 && memory < 100) throw too_little();
      return result_of(requested);
    });
    CHECK(seen.failure == "none");
    CHECK(seen.targets == up_to(n_targets));
    CHECK(was_alone);
  }
}

TEST_CASE("no more than may wait does so behind a target that is solved afterwards") {
  std::atomic<bool> is_deferred = false;
  std::atomic<std::size_t> n_solved = 0;
  std::size_t n_before = 0;  // when the first target was solved
  std::uint64_t bytes = 0;
  const auto solve = [&](const locus_target& requested, auto, auto&, std::uint64_t memory) {
    if (requested.place == 0 && memory < 100) throw too_little();
    if (requested.place == 0) n_before = n_solved;
    if (requested.place == 3) is_deferred = true;  // of its unit
    while (!is_deferred) std::this_thread::yield();
    locus_result made = result_of(requested);
    made.models.resize(1);
    if (requested.place == 0) bytes = bytes_of_models(made);
    ++n_solved;
    return made;
  };
  worker_options options{2, 100, 100};
  CHECK(run(options, solve).targets == up_to(n_targets));
  CHECK(n_before == n_targets - 1);
  is_deferred = false;
  n_solved = 0;
  options.max_waiting = 3 * bytes;
  CHECK(run(options, solve).targets == up_to(n_targets));
  CHECK(n_before <= 3 + 2 * 3);  // and the units that two threads have begun
}

TEST_CASE("who is told results may keep their models") {
  const many_targets many;
  std::atomic<int> n_reported = 0;
  int n_handed_on = 0;
  result_log log;
  log.has_models = true;
  log.note = [&](std::size_t, const locus_result& result) { n_reported += static_cast<int>(result.models.size()); };
  log.known.push_back({0, result_of(split_by_target(many.cases).front())});
  log.known.front().result.models.resize(1);
  auto units = many.units();
  units.front().targets.erase(units.front().targets.begin());
  solve_units(
      std::move(units), {2, 100, 100},
      [](const locus_target& requested, auto, auto&, auto) {
        locus_result made = result_of(requested);
        made.models.resize(1);
        return made;
      },
      [&](locus_result&& result) { n_handed_on += result.models.empty() ? 1 : 100; }, std::move(log));
  CHECK(n_reported == n_targets - 1);
  CHECK(n_handed_on == n_targets);
}

TEST_CASE("targets of one locus that are solved afterwards share their problems as well") {
  std::vector<std::size_t> places, made;
  const auto seen = run({2, 100, 100}, [&](const locus_target& requested, auto, auto& problems, auto memory) {
    if (memory < 100 && requested.place < 20) throw too_little();
    if (memory == 100) {
      places.push_back(requested.place);
      const auto make = [&]() -> shared_problem {
        made.push_back(requested.place);
        return std::make_shared<region_problem>(region_material{}, chain_scoring{}, solver_settings{},
                                                memory_budget({}));
      };
      CHECK(problems.on(strand::forward, make) != nullptr);
    }
    return result_of(requested);
  });
  CHECK(seen.targets == up_to(n_targets));
  CHECK(places.size() == 20);
  CHECK(made == std::vector<std::size_t>{0, 1});  // the first of each reading
}

TEST_CASE("problems that targets share count once for all threads") {
  constexpr std::uint64_t of_problems = 40, of_rows = 30, all = 100;
  const auto make = []() -> shared_problem {
    region_material letters;
    letters.region.residues.resize(of_problems);
    return std::make_shared<region_problem>(std::move(letters), chain_scoring{}, solver_settings{}, memory_budget({}));
  };
  std::atomic<int> n_running = 0, n_alone = 0;
  std::atomic<bool> was_shared = false;
  const auto seen = run({2, all, all}, [&](const locus_target& requested, auto, auto& problems, auto memory) {
    if (memory < of_problems + of_rows) throw too_little();
    (void)problems.on(strand::forward, make);
    if (memory == all) ++n_alone;
    if (++n_running > 1) was_shared = true;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (memory < all && !was_shared && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    --n_running;
    return result_of(requested);
  });
  CHECK(seen.failure == "none");
  CHECK(seen.targets == up_to(n_targets));
  CHECK(was_shared);
  CHECK(n_alone == 4);  // of each locus the first one
}

TEST_CASE("what all of the memory does not do for is the failure, unless one comes before it") {
  for (const std::size_t n_threads : {1u, 2u}) {
    const auto solve = [](std::size_t bad) {
      return [bad](const locus_target& requested, auto, auto&, auto) {
        if (requested.place == 7) throw too_little();
        if (requested.place == bad) throw std::runtime_error("bad");
        return result_of(requested);
      };
    };
    CHECK(run({n_threads, 100, 100}, solve(8)).failure == "too little");
    CHECK(run({n_threads, 100, 100}, solve(6)).failure == "bad");
  }
}

TEST_CASE("a run that is told to stop throws that, whatever else fails, and does no more") {
  for (const std::size_t n_threads : {1u, 3u}) {
    run_control control;
    std::atomic<int> n_solved = 0;
    const auto seen = run({n_threads, 100, 100, &control}, [&](const locus_target& requested, auto, auto&, auto) {
      if (++n_solved == 10) control.stop();
      if (requested.place == 12) throw std::runtime_error("bad");
      return result_of(requested);
    });
    CHECK(seen.failure == run_stopped().what());
    CHECK(n_solved < 10 + static_cast<int>(n_threads));
  }
}

TEST_CASE("problems go with the last unit of their locus") {
  const many_targets many;
  auto units = many.units();
  std::vector<std::weak_ptr<strand_problems>> of_first_region;
  for (const work_unit& each : units)
    if (each.targets.front().place < 20) of_first_region.push_back(each.problems);
  bool are_gone = true;
  solve_units(
      std::move(units), {1, 100, 100},
      [&](const locus_target& requested, auto, auto&, auto) {
        if (requested.place >= 20)
          for (const auto& each : of_first_region) are_gone &= each.expired();
        return result_of(requested);
      },
      [](locus_result&&) {});
  CHECK(are_gone);
}
