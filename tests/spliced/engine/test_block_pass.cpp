// Every row that a block_pass gives is the row of the recurrence, whatever the blocks, the slots and the memory.
#include <functional>
#include <set>
#include <utility>

#include "base/memory/memory_budget.hpp"
#include "case_count.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "spliced/check_rows.hpp"
#include "spliced/engine/block_pass.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/engine/simd/strip_machine.hpp"
#include "spliced/engine/simd/tile_machine.hpp"
#include "spliced/random_problem.hpp"

namespace exonweave::testing {
namespace {

using spliced::score;

constexpr std::uint64_t ample = std::uint64_t{1} << 40;

// Machines of every kind, those with lanes for every instruction set that this processor has.
using make_machine =
    std::function<std::unique_ptr<spliced::row_machine>(const spliced::problem&, const spliced::row_schedule&)>;

void for_each_machine(const std::function<void(const make_machine&)>& check) {
  for_each_instruction_set([&] {
    INFO("32-bit lanes");
    check([](const auto& p, const auto& schedule) {
      return spliced::make_tile_machine(p, schedule, spliced::lane_values::wide(), false);
    });
  });
  for_each_instruction_set([&] {
    INFO("16-bit lanes");
    check([](const auto& p, const auto& schedule) {
      const auto values = spliced::tile_values(p, schedule);
      REQUIRE(values);
      return spliced::make_tile_machine(p, schedule, *values, true);
    });
  });
}

// Strips do not take every problem: how many instruction sets did.
std::size_t for_each_strip_machine(const spliced::problem& p, const spliced::row_schedule& schedule,
                                   const std::function<void(const make_machine&)>& check) {
  std::size_t n = 0;
  for_each_instruction_set([&] {
    const auto values = spliced::strip_values(p, schedule);
    if (!values) return;
    INFO("strips");
    ++n;
    check([&](const auto& input, const auto& plan) { return spliced::make_strip_machine(input, plan, *values); });
  });
  return n;
}

void check_machine(const spliced::problem& p, const spliced::row_schedule& schedule, bool is_ample,
                   const make_machine& make) {
  auto machine = make(p, schedule);
  const auto least = spliced::pass_plan::min_memory(schedule, machine->row_bytes());
  spliced::block_pass pass(p, schedule, std::move(machine), {is_ample ? ample : least});
  check_pass(pass);
  REQUIRE_THROWS_AS(spliced::block_pass(p, schedule, make(p, schedule), {least - 1}), memory_exceeded);
}

void check_machines(const spliced::problem& p, const spliced::row_schedule& schedule, bool is_ample) {
  const auto check = [&](const make_machine& make) { check_machine(p, schedule, is_ample, make); };
  for_each_machine(check);
  for_each_strip_machine(p, schedule, check);
}

// Runs of some lengths between junctions, side by side and one behind the other.
small_problem runs_of(std::mt19937_64& random, std::span<const std::uint32_t> lengths, std::size_t n_runs,
                      spliced::score max_weight, bool has_forbidding = false) {
  small_problem made(random_bases(random, 200), "");
  choose_scoring(random, made);
  made.residue_ends.reset();
  const auto weight = [&] {
    if (has_forbidding && random() % 4 == 0) return spliced::score{-30'000};
    return static_cast<spliced::score>(random() % (2 * static_cast<std::uint64_t>(max_weight) + 1)) - max_weight;
  };
  spliced::node_id junction = spliced::graph_view::source();
  std::vector<spliced::edge> ends;
  for (std::size_t r = 0; r < n_runs; ++r) {
    const std::uint32_t length = lengths[random() % lengths.size()];
    const bool follows_run = !ends.empty() && random() % 3 == 0;
    const auto above = follows_run ? ends.back().source : junction;
    const auto run = made.graph.add_run(random() % (200 - length), length, static_cast<std::int64_t>(r),
                                        std::vector<spliced::edge>{{above, follows_run ? 0 : weight()}});
    ends.push_back({run, weight()});
    if (random() % 3 != 0 && r + 1 < n_runs) continue;
    if (!has_forbidding || random() % 2 == 0) ends.push_back({junction, 0});
    junction = made.graph.add_junction(static_cast<std::int64_t>(r), ends);
    ends.clear();
  }
  return made;
}

// With letters that stand for several bases, codes are looked up, not compared.
void add_ambiguity(std::mt19937_64& random, small_problem& problem) {
  for (auto& code : problem.target)
    if (random() % 8 == 0) code = spliced::dna_code('N');
}

}  // namespace

TEST_CASE("a block_pass gives the rows of the recurrence, with blocks of any size and little memory") {
  std::mt19937_64 random(1);
  for (std::uint64_t k = 0; k < n_cases(1000); ++k) {
    const small_problem problem = random_problem(random, 3 + random() % 25);
    const auto p = problem.view();
    const bool in_steps = random() % 2 == 0;
    const auto block_rows = static_cast<std::uint32_t>(1 + random() % 12);
    const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {in_steps, block_rows});
    INFO("case " << k << ", in steps " << in_steps << ", block rows " << block_rows);
    check_machines(p, schedule, random() % 2 == 0);
  }
}

TEST_CASE("and where residues have gap weights") {
  std::mt19937_64 random(11);
  for (std::uint64_t k = 0; k < n_cases(400); ++k) {
    const small_problem problem = random_problem(random, 3 + random() % 25, gap_weights::random);
    const auto p = problem.view();
    const auto block_rows = static_cast<std::uint32_t>(1 + random() % 12);
    const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {random() % 2 == 0, block_rows});
    INFO("case " << k << ", block rows " << block_rows);
    check_machines(p, schedule, random() % 2 == 0);
  }
}

// Groups of blocks with fine checkpoints in them, of all sizes that there are, and single blocks.
TEST_CASE("and with many blocks in any memory between the least and ample") {
  std::mt19937_64 random(8);
  std::set<std::pair<std::size_t, bool>> plans;  // fine strides, with groups or single blocks
  for (int k = 0; k < 3; ++k) {
    small_problem problem(random_bases(random, 700), random_bases(random, 23));
    choose_scoring(random, problem);
    const auto early = problem.add_exon(0, 300, {{0, 0}});
    const auto late = problem.add_exon(310, 690, {{early, -3}, {0, -9}});
    problem.add_sink({{early, 0}, {late, 0}});
    const auto p = problem.view();
    const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {true, 3});
    REQUIRE(schedule.blocks.size() > 150);
    const std::uint64_t row_bytes = spliced::make_wide_machine(p, schedule)->row_bytes();
    const std::uint64_t least = spliced::pass_plan::min_memory(schedule, row_bytes);
    for (std::uint64_t memory = least; memory < 40 * least; memory += memory / 6) {
      INFO("case " << k << ", memory " << memory << " of at least " << least);
      spliced::block_pass pass(p, schedule, spliced::make_wide_machine(p, schedule), {memory});
      check_pass(pass);
      const auto plan = spliced::pass_plan::make(schedule, row_bytes, memory);
      plans.insert({plan.strides.fine, plan.holds_groups});
    }
  }
  CHECK(plans.size() >= 4);
}

TEST_CASE("with ample memory there are large groups and room for rows that are expected, with the least smaller ones") {
  std::mt19937_64 random(9);
  const auto block_rows = GENERATE(1u, 3u, 16u);
  small_problem problem(random_bases(random, 700), random_bases(random, 23));
  choose_scoring(random, problem);
  const auto early = problem.add_exon(0, 300, {{0, 0}});
  problem.add_sink({{early, 0}, {problem.add_exon(310, 690, {{early, -3}, {0, -9}}), 0}});
  const auto p = problem.view();
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {true, block_rows});
  const std::uint64_t row_bytes = spliced::make_wide_machine(p, schedule)->row_bytes();
  const auto plan_in = [&](std::uint64_t memory) { return spliced::pass_plan::make(schedule, row_bytes, memory); };
  const std::uint64_t enough = spliced::pass_plan::ample_memory(schedule, row_bytes);
  const std::uint64_t least = spliced::pass_plan::min_memory(schedule, row_bytes);
  CHECK(enough > least);
  const auto ample_plan = plan_in(enough);
  CHECK(ample_plan.holds_groups);
  CHECK(ample_plan.n_held >= 2 * spliced::pass_plan::fewest_held);
  CHECK(ample_plan.max_expected > 0);
  CHECK(plan_in(least).n_held < ample_plan.n_held);
}

TEST_CASE("and for targets around the widths of lanes, stripes and tiles") {
  std::mt19937_64 random(2);
  for (const std::size_t length : std::initializer_list<std::size_t>{
           0,   1,   6,   7,   8,   14,  15,  16,  17,  30,  31,   32,   33,   63,   64,  127,
           128, 129, 254, 255, 256, 257, 510, 511, 512, 513, 1022, 1023, 1024, 1025, 1100})
    for (int k = 0; k < 2; ++k) {
      small_problem problem = random_problem(random, 12);
      problem.target = spliced::encode_dna(random_bases(random, length));
      const auto p = problem.view();
      INFO("target of " << length << ", case " << k);
      check_machines(p, spliced::make_schedule(p.graph, p.residue_ends, {k == 0, 5}), k == 0);
    }
}

TEST_CASE("strips take runs of any length, for targets of any length") {
  std::mt19937_64 random(3);
  constexpr std::array<std::uint32_t, 18> lengths{1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 97};
  std::size_t n_taken = 0;
  for (const std::size_t length : {0u, 1u, 2u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 32u, 33u, 64u, 100u})
    for (int k = 0; k < 4; ++k) {
      small_problem problem = runs_of(random, lengths, 6, 10);
      problem.target = spliced::encode_dna(random_bases(random, length));
      if (k % 2 == 1) add_ambiguity(random, problem);
      const auto p = problem.view();
      const std::uint32_t block_rows = k < 2 ? 256 : 40;
      INFO("target of " << length << ", case " << k);
      const auto schedule = spliced::make_schedule(p.graph, {}, {false, block_rows});
      n_taken += for_each_strip_machine(
          p, schedule, [&](const make_machine& make) { check_machine(p, schedule, k % 2 == 0, make); });
    }
  REQUIRE(n_taken >= 14 * 4);
}

// Gaps cost so much that the offset alone leads out of the lanes.
void make_gaps_dear(small_problem& problem) {
  problem.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -40));
  problem.gaps.extend = 30;
}

TEST_CASE("strips raise what lies below their lanes, and say so") {
  std::mt19937_64 random(4);
  constexpr std::array<std::uint32_t, 3> lengths{20, 70, 150};
  std::size_t n_taken = 0;
  for (int k = 0; k < 30; ++k) {
    small_problem problem = runs_of(random, lengths, 8, 4'000, true);
    problem.target = spliced::encode_dna(random_bases(random, 50));
    if (k % 2 == 1) make_gaps_dear(problem);
    const auto p = problem.view();
    const auto schedule = spliced::make_schedule(p.graph, {}, {false, 256});
    INFO("case " << k);
    n_taken +=
        for_each_strip_machine(p, schedule, [&](const make_machine& make) { check_machine(p, schedule, true, make); });
  }
  REQUIRE(n_taken >= 10);
}

// A gap loses more per strip, of 8 rows even, than lies between the floor and the lowest lane.
TEST_CASE("strips stay at the floor however long rows fall, strip after strip") {
  std::mt19937_64 random(7);
  for (const spliced::score open : {0, 100}) {
    small_problem problem(random_bases(random, 400), "ACGT");
    problem.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -700));
    problem.gaps = {open, 230};
    const auto end = problem.add_exon(0, 400, {{0, 0}});
    problem.add_sink({{end, 0}, {0, 0}});
    const auto p = problem.view();
    const auto schedule = spliced::make_schedule(p.graph, {}, {false, 256});
    INFO("open " << open);
    const std::size_t n_taken =
        for_each_strip_machine(p, schedule, [&](const make_machine& make) { check_machine(p, schedule, true, make); });
    REQUIRE(n_taken > 0);
  }
}

TEST_CASE("strips hold the most that a path can be worth") {
  std::mt19937_64 random(5);
  const std::string exon = random_bases(random, 97);
  for (const spliced::score weight : {0, 10'000, 20'000}) {
    small_problem problem(exon, exon);
    make_gaps_dear(problem);
    const auto end = problem.add_exon(0, 97, {{0, weight}});
    problem.add_sink({{end, 0}});
    const auto p = problem.view();
    const auto schedule = spliced::make_schedule(p.graph, {}, {false, 256});
    for_each_strip_machine(p, schedule, [&](const make_machine& make) { check_machine(p, schedule, true, make); });
  }
}

TEST_CASE("strips keep what nothing reaches below what is exact") {
  std::mt19937_64 random(6);
  small_problem problem(random_bases(random, 150), random_bases(random, 30));
  make_gaps_dear(problem);
  auto end = problem.add_exon(0, 20, {{0, -30'000}});
  end = problem.add_exon(20, 40, {{end, -30'000}});
  end = problem.add_exon(40, 60, {{end, -30'000}});
  end = problem.add_exon(0, 150, {{end, -30'000}});
  problem.add_sink({{end, 0}, {0, 0}});
  const auto p = problem.view();
  const auto schedule = spliced::make_schedule(p.graph, {}, {false, 256});
  for_each_strip_machine(p, schedule, [&](const make_machine& make) { check_machine(p, schedule, true, make); });
}

TEST_CASE("strips refuse what they do not take") {
  small_problem problem("ACGTACGTACGTACGTACGT", "ACGTACGT");
  const auto end = problem.add_exon(0, 20, {{0, 0}});
  problem.add_sink({{end, 0}});
  const auto taken = [&] {
    const auto p = problem.view();
    return spliced::strip_values(p, spliced::make_schedule(p.graph, p.residue_ends, {false, 256})).has_value();
  };
  const bool has_vectors = taken();
  problem.residue_ends = spliced::gap_costs{0, 1};
  REQUIRE_FALSE(taken());
  problem.residue_ends.reset();
  problem.substitution = spliced::dna_matrix(spliced::match_mismatch(20'000, -1));
  REQUIRE_FALSE(taken());
  problem.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -7));
  REQUIRE(taken() == has_vectors);
  const auto p = problem.view();
  REQUIRE_FALSE(spliced::strip_values(p, spliced::make_schedule(p.graph, {}, {true, 256})));
}

}  // namespace exonweave::testing
