// How much of a device's memory rows take: fewer checkpoints where there is little left.
#include <array>

#include "catch.hpp"
#include "gpu/schedule/rows_plan.hpp"
#include "gpu/weighted_exons.hpp"
#include "spliced/engine/checkpoints.hpp"

namespace exonweave::testing {
namespace {

// One target on a graph, in blocks so small that there are many checkpoints.
struct planned_job {
  planned_job() : random(1), of(weighted_exons(random, {.n_exons = 30, .longest = 60}, 100)) {
    schedule = spliced::make_schedule(of.view().graph, of.view().residue_ends,
                                      {.block_rows = 2, .steps_at_once = 1});
    program = gpu::make_program(of.view().graph, schedule, of.view().gaps, of.view().residue_ends, 1);
    jobs[0] = {of.view(), &schedule, &program};
    std::vector<std::size_t> wide;
    shaped = gpu::shape_jobs(jobs, wide).begin()->second;
  }

  std::mt19937_64 random;
  small_problem of;
  spliced::row_schedule schedule;
  gpu::device_program program;
  std::array<gpu::device_job, 1> jobs;
  std::vector<gpu::shaped_job> shaped;
};

}  // namespace

TEST_CASE("of checkpoints that are kept one in two goes each time, all else stays where it is") {
  const planned_job of;
  gpu::rows_plan plan(of.jobs, of.shaped);
  std::vector<std::byte> memory(plan.bytes());
  const auto all = plan.places(memory.data()).front();
  const auto n_saved = [&] { return gpu::saved_rows_before(of.jobs[0], plan.save_every()).back(); };
  const gpu::schedule_shape& shape = of.shaped[0].shape;
  const std::size_t row_bytes = std::size_t{shape.n_tiles} * shape.row_words() * sizeof(std::uint32_t);
  const std::size_t bytes_before = plan.bytes() - n_saved() * row_bytes;
  for (const std::uint32_t save_every : {2u, 4u, 8u, 16u, 32u, 64u}) {
    const std::size_t before = plan.bytes();
    REQUIRE(plan.keep_fewer());
    CHECK(plan.save_every() == save_every);
    CHECK(plan.bytes() == bytes_before + n_saved() * row_bytes);
    CHECK(plan.bytes() < before);
    const auto fewer = plan.places(memory.data()).front();
    CHECK(fewer.saved == all.saved);
    CHECK(fewer.best == all.best);
    CHECK(fewer.bounds == all.bounds);
  }
  const std::size_t least = plan.bytes();
  CHECK_FALSE(plan.keep_fewer());
  CHECK(plan.save_every() == 64);
  CHECK(plan.bytes() == least);
}

TEST_CASE("as many checkpoints are kept as the room for them holds") {
  const planned_job of;
  gpu::rows_plan fourth(of.jobs, of.shaped);
  fourth.keep_fewer(), fourth.keep_fewer();
  gpu::rows_plan plan(of.jobs, of.shaped);
  plan.keep_within(plan.bytes());
  CHECK(plan.save_every() == 1);
  plan.keep_within(fourth.bytes());
  CHECK(plan.save_every() == 4);
  plan.keep_within(0);
  CHECK(plan.save_every() == 64);
}

TEST_CASE("however many launches hold rows, there is room for those of one more, and for all else") {
  constexpr std::size_t memory = 1'000'000;
  CHECK(gpu::room_for_rows(memory, 0) == 400'000);
  CHECK(gpu::room_for_rows(memory, 400'000) == 200'000);
  CHECK(gpu::room_for_rows(memory, 800'000) == 0);
  CHECK(gpu::room_for_rows(memory, 900'000) == 0);
}

}  // namespace exonweave::testing
