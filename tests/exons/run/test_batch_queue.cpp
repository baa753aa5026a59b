// What units hold while they wait for a batch: no more than batches count.
#include <memory>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "exons/run/batch_queue.hpp"
#include "exons/run/locus_solver.hpp"
#include "exons/run/small_job.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::equal_targets;

namespace {

// Targets on one region, to be put into a queue by hand.
struct queued_targets : equal_targets {
  explicit queued_targets(std::size_t n) : equal_targets(n), given(input()), solver(given, options) {}

  [[nodiscard]] std::vector<work_unit> units() const {
    const std::vector<target_reading> readings(targets.targets.size(), target_reading::nucleotides);
    return plan_work(split_by_target(cases), readings, targets.targets.size());
  }
  prepared_target prepare(const to_prepare& task) {
    return solver.prepare(task.requested(), task.unit.unit.reading, *task.unit.unit.problems, ample_memory);
  }

  prediction_input given;
  locus_solver solver;
};

to_prepare next_to_prepare(batch_queue& queue) { return std::get<to_prepare>(queue.next()); }

}  // namespace

TEST_CASE("a target that waits for more room leaves no problems behind") {
  queued_targets job(1);
  strand_problems elsewhere;
  const auto units = job.units();
  const std::uint64_t bytes = target_batch().bytes_of(
      job.solver.prepare(units[0].targets[0], target_reading::nucleotides, elsewhere, ample_memory));
  batch_queue queue(units, 1, 3 * (bytes - 1), 100);
  to_prepare task = next_to_prepare(queue);
  prepared_target made = job.prepare(task);
  std::vector<std::weak_ptr<const region_problem>> problems;
  for (const prepared_strand& each : made.strands) problems.emplace_back(each.problem);
  REQUIRE(problems.size() == 2);
  CHECK(queue.add(std::move(task), std::move(made)));
  for (const auto& each : problems) CHECK(each.expired());

  task = next_to_prepare(queue);
  CHECK(task.memory == bytes - 1);
  CHECK(task.requested().place == 0);
  made = job.prepare(task);
  CHECK_FALSE(queue.add(std::move(task), std::move(made)));
  CHECK(std::holds_alternative<all_done>(queue.next()));
}

TEST_CASE("a target that waits for more room finds the problems that a batch has") {
  queued_targets job(2);
  strand_problems elsewhere;
  const auto units = job.units();
  const prepared_target like =
      job.solver.prepare(units[0].targets[0], target_reading::nucleotides, elsewhere, ample_memory);
  const std::uint64_t bytes = target_batch().bytes_of(like), rows = 2 * like.min_rows;
  batch_queue queue(units, 1000, 3 * (bytes + rows - 1), 100);
  to_prepare task = next_to_prepare(queue);
  prepared_target made = job.prepare(task);
  const shared_problem first = made.strands[0].problem, second = made.strands[1].problem;
  CHECK(queue.add(std::move(task), std::move(made)));
  for (int attempt = 0; attempt < 2; ++attempt) {  // beside others, and in all that is left
    task = next_to_prepare(queue);
    CHECK(task.requested().place == 1);
    made = job.prepare(task);
    CHECK(made.strands[0].problem == first);
    CHECK(made.strands[1].problem == second);
    CHECK(queue.add(std::move(task), std::move(made)));
  }
  CHECK(std::get<to_start>(queue.next()).batch.n_jobs() == 2);
  task = next_to_prepare(queue);
  made = job.prepare(task);
  CHECK(made.strands[0].problem == first);
  CHECK(queue.add(std::move(task), std::move(made)));
}
