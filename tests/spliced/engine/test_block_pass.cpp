// Every row that a block_pass gives is the row of the recurrence, whatever the blocks, the slots and the memory.
#include <functional>

#include "catch.hpp"
#include "spliced/dp/recurrence.hpp"
#include "spliced/engine/block_pass.hpp"
#include "spliced/engine/instruction_sets.hpp"
#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/engine/scalar_machine.hpp"
#include "spliced/engine/simd/tile_machine.hpp"
#include "spliced/random_problem.hpp"

namespace exonweave::testing {
namespace {

using spliced::node_row;
using spliced::score;

constexpr std::uint64_t ample = std::uint64_t{1} << 40;

// Rows by node: the entry row, then one per residue.
std::vector<std::vector<std::vector<score>>> all_rows(const spliced::problem& p) {
  const spliced::target_profile profile(*p.substitution, p.target);
  std::vector<std::vector<std::vector<score>>> rows(p.graph.size());
  for (spliced::node_id v = 0; v < p.graph.size(); ++v) {
    rows[v].emplace_back(p.layout().width());
    spliced::entry_row(
        p, profile, v, [&](spliced::node_id u) { return std::span<const score>(rows[u].back()); },
        rows[v][0]);
    for (const auto residue : p.graph.residues_of(v)) {
      std::vector<score> next(p.layout().width());
      spliced::next_row(p, rows[v].back(), profile.of(residue), next);
      rows[v].push_back(std::move(next));
    }
  }
  return rows;
}

// Equal, or too low to be a part of any path that scores more than `exact_above`.
bool are_alike(score found, score expected, score exact_above) {
  if (found == expected || (!spliced::is_reachable(found) && !spliced::is_reachable(expected))) return true;
  return expected < found && found <= exact_above;
}

void check_row(spliced::row_pass& pass, node_row at, std::span<const score> expected) {
  const auto layout = pass.of().layout();
  const auto found = pass.row(at);
  for (std::size_t c = 0; c < layout.width(); ++c) {
    INFO("node " << at.node << " row " << at.row << " place " << c << ": " << found[c] << ", not "
                 << expected[c]);
    REQUIRE(are_alike(found[c], expected[c], pass.exact_above()));
  }
  for (std::size_t j = 0; j < layout.n_columns; ++j)
    REQUIRE(are_alike(pass.cell(at, j).S, expected[j], pass.exact_above()));
  if (at == pass.last_row(at.node))
    REQUIRE(pass.bound(at.node) >= *std::ranges::max_element(layout.best(expected)));
}

void check_pass(spliced::row_pass& pass) {
  const spliced::problem& p = pass.of();
  const auto rows = all_rows(p);
  for (auto v = static_cast<spliced::node_id>(p.graph.size()); v-- > 0;)
    for (std::size_t row = rows[v].size(); row-- > 0;)
      check_row(pass, {v, static_cast<std::uint32_t>(row)}, rows[v][row]);
  const auto end = spliced::find_best_end(p, rows[p.graph.sink()][0]);
  REQUIRE(are_alike(pass.end().total, end.total, pass.exact_above()));
  if (end.total > pass.exact_above() && spliced::is_reachable(end.total))
    REQUIRE(pass.end().column == end.column);
}

// Machines of every kind, those with lanes for every instruction set that this processor has.
using make_machine = std::function<std::unique_ptr<spliced::row_machine>(const spliced::problem&,
                                                                         const spliced::row_schedule&)>;

void for_each_machine(const std::function<void(const make_machine&)>& check) {
  {
    INFO("scalar");
    check(spliced::make_scalar_machine);
  }
  for_each_instruction_set([&] {
    INFO("32-bit lanes");
    check([](const auto& p, const auto& schedule) {
      return spliced::make_tile_machine(p, schedule, spliced::lane_values::wide(), false);
    });
  });
  for_each_instruction_set([&] {
    INFO("16-bit lanes");
    check([](const auto& p, const auto& schedule) {
      const auto values = spliced::lane_values::narrow(p, schedule);
      REQUIRE(values);
      return spliced::make_tile_machine(p, schedule, *values, true);
    });
  });
}

void check_machines(const spliced::problem& p, const spliced::row_schedule& schedule, bool is_ample) {
  for_each_machine([&](const make_machine& make) {
    auto machine = make(p, schedule);
    const auto least = spliced::block_pass::least_memory(schedule, machine->row_bytes());
    spliced::block_pass pass(p, schedule, std::move(machine), {is_ample ? ample : least});
    check_pass(pass);
    REQUIRE_THROWS_AS(spliced::block_pass(p, schedule, make(p, schedule), {least - 1}),
                      spliced::memory_exceeded);
  });
}

}  // namespace

TEST_CASE("a block_pass gives the rows of the recurrence, with blocks of any size and little memory") {
  std::mt19937_64 random(1);
  for (int k = 0; k < 1000; ++k) {
    const small_problem of = random_problem(random, 3 + random() % 25);
    const auto p = of.view();
    const bool in_steps = random() % 2 == 0;
    const auto block_rows = static_cast<std::uint32_t>(1 + random() % 12);
    const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {in_steps, block_rows});
    INFO("case " << k << ", in steps " << in_steps << ", block rows " << block_rows);
    check_machines(p, schedule, random() % 2 == 0);
  }
}

TEST_CASE("and for targets around the widths of lanes, stripes and tiles") {
  std::mt19937_64 random(2);
  for (const std::size_t length : {0,  1,   6,   7,   8,   14,  15,  16,  17,  30,  31,  32,  33,  63,
                                   64, 127, 128, 129, 254, 255, 256, 257, 510, 511, 512, 513, 1100})
    for (int k = 0; k < 2; ++k) {
      small_problem of = random_problem(random, 12);
      of.target = spliced::encode_dna(random_bases(random, length));
      const auto p = of.view();
      INFO("target of " << length << ", case " << k);
      check_machines(p, spliced::make_schedule(p.graph, p.residue_ends, {k == 0, 5}), k == 0);
    }
}

}  // namespace exonweave::testing
