// What passes count for in a run's progress: exactly what was planned, bit by bit as they go on.
#include <random>

#include "catch.hpp"
#include "spliced/engine/block_pass.hpp"
#include "spliced/engines/engine_registry.hpp"
#include "spliced/random_problem.hpp"

namespace exonweave::testing {
namespace {

using spliced::score;

constexpr std::uint64_t ample = std::uint64_t{1} << 40;

// Computes nothing, and notes before each block how far the run is.
class watching_machine final : public spliced::row_machine {
 public:
  watching_machine(const run_control& run, std::vector<std::uint64_t>& seen) : run_(run), seen_(seen) {}

  void run(const spliced::schedule_block&, const spliced::row_maxima&) override { seen_.push_back(run_.cells()); }
  std::unique_ptr<spliced::kept_rows> keep(const spliced::schedule_block&, const spliced::kept_part&,
                                           const spliced::row_maxima&) override {
    return nullptr;
  }
  void save(std::span<const spliced::slot_id>, std::byte*) const override {}
  void load(std::span<const spliced::slot_id>, const std::byte*) override {}
  void decode(spliced::slot_id, std::span<score>, std::span<score>) const override {}
  void encode(spliced::slot_id, std::span<const score>, std::span<const score>) override {}
  [[nodiscard]] std::uint64_t row_bytes() const override { return 64; }
  [[nodiscard]] score exact_above() const override { return spliced::unreachable; }

 private:
  const run_control& run_;
  std::vector<std::uint64_t>& seen_;
};

}  // namespace

TEST_CASE("parts of a pass count for exactly one pass, each for about as much") {
  for (const std::uint64_t of_pass : {0ull, 1ull, 10ull, 64ull, 1'000'000'000'000'000'001ull})
    for (const std::uint64_t n : {1u, 3u, 64u, 1009u}) {
      INFO(of_pass << " in " << n);
      run_control run;
      planned_cells planned(&run, of_pass, 1);
      for (std::uint64_t k = 0; k < n; ++k) {
        const std::uint64_t before = run.cells();
        planned.add_part(k, n);
        REQUIRE(run.cells() - before >= of_pass / n);
        REQUIRE(run.cells() - before <= of_pass / n + 1);
      }
      CHECK(run.cells() == of_pass);
      planned.finish();
      CHECK(run.cells() == of_pass);
    }
}

TEST_CASE("what is finished counts in full, what is given up for nothing") {
  run_control run;
  {
    planned_cells planned(&run, 100, 4);
    planned.add_part(0, 2);
    planned.finish();
  }
  CHECK(run.cells() == 400);
  {
    planned_cells planned(&run, 100, 4);
    planned.add_part(0, 2);
    CHECK(run.cells() == 450);
  }
  CHECK(run.cells() == 400);
  planned_cells(nullptr, 100, 4).finish();  // nobody counts
}

TEST_CASE("every engine counts a pass once, and nothing when its rows are read") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    const small_problem problem = random_problem(random, 4 + random() % 30);
    const spliced::problem p = problem.view();
    const auto schedule = spliced::make_schedule(p.graph, p.residue_ends,
                                                 {random() % 2 == 0, static_cast<std::uint32_t>(1 + random() % 8)});
    for (const std::string& name : spliced::cpu_engines().names()) {
      INFO(name << ", round " << round);
      run_control run;
      planned_cells planned(&run, 1'000'003, 1);
      const auto engine = spliced::cpu_engines().make(name);
      spliced::alignment_job job{p, &schedule, 0, &run, false, &planned};
      job.memory = engine->min_memory(job);
      const auto pass = engine->align(job);
      CHECK(run.cells() == 1'000'003);
      for (auto v = static_cast<spliced::node_id>(p.graph.size()); v-- > 0;) (void)pass->row(pass->last_row(v));
      CHECK(run.cells() == 1'000'003);
      planned.finish();
    }
  }
}

TEST_CASE("a pass that is redone in wider lanes counts once") {
  small_problem problem("ACGT", std::string(1000, 'C'));
  problem.gaps = {0, 100};
  problem.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -7));
  (void)problem.add_exon(0, 4, {{0, 0}});
  problem.add_sink({{2, 0}});
  const spliced::problem p = problem.view();
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {});
  run_control run;
  planned_cells planned(&run, 1000, 1);
  const auto pass = spliced::cpu_engines().make("simd")->align({p, &schedule, ample, &run, false, &planned});
  CHECK_FALSE(spliced::is_reachable(pass->exact_above()));  // wide
  CHECK(pass->end().total < -60'000);
  CHECK(run.cells() == 1000);
  planned.finish();
}

TEST_CASE("a pass counts block by block") {
  small_problem problem(std::string(40, 'A'), "ACGT");
  (void)problem.add_exon(0, 40, {{0, 0}});
  problem.add_sink({{2, 0}});
  const spliced::problem p = problem.view();
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {true, 4});
  const std::size_t n_blocks = schedule.blocks.size();
  REQUIRE(n_blocks >= 10);
  run_control run;
  planned_cells planned(&run, 100 * n_blocks, 1);
  std::vector<std::uint64_t> seen;
  const spliced::block_pass pass(p, schedule, std::make_unique<watching_machine>(run, seen), {ample, &run, &planned});
  REQUIRE(seen.size() == n_blocks);
  for (std::size_t b = 0; b < n_blocks; ++b) CHECK(seen[b] == 100 * b);
  CHECK(run.cells() == 100 * n_blocks);
  planned.finish();
}

}  // namespace exonweave::testing
