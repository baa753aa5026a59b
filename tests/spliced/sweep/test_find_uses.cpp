#include "catch.hpp"
#include "spliced/sweep/find_uses.hpp"

using namespace exonweave::spliced;

namespace {

sweep_op op(sweep_op_kind kind, slot_id dst, slot_id src, bool is_first = true) {
  return {.kind = kind, .is_first = is_first && dst != nothing, .dst = dst, .src = src, .weight = 0};
}

// Slot 1 goes into 2 and 3, of which nobody reads 3; 2 ends in the second window.
sweep_program small_program() {
  sweep_program made;
  for (const sweep_op& each :
       {op(sweep_op_kind::begin, 1, nothing), op(sweep_op_kind::merge, 2, 1), op(sweep_op_kind::merge, 3, 1),
        op(sweep_op_kind::merge, 2, 1, false), op(sweep_op_kind::end, nothing, 2)})
    made.ops.push_back(each);
  made.windows = {{.first_op = 0, .last_op = 4}, {.first_op = 4, .last_op = 5}};
  made.n_slots = 4;
  return made;
}

}  // namespace

TEST_CASE("ops that make what nobody reads are dead, and the last reads are told") {
  sweep_program program = small_program();
  find_uses(program);
  CHECK(program.ops[2].is_dead);
  CHECK_FALSE(program.ops[0].is_dead);
  CHECK_FALSE(program.ops[1].is_last);
  CHECK(program.ops[3].is_last);
  CHECK(program.ops[4].is_last);
  CHECK(program.count(0, 5).merges == 2);
}

TEST_CASE("slots that are read in a later window are live before it") {
  sweep_program program = small_program();
  find_uses(program);
  CHECK(program.live_before(program.windows[0]).empty());
  REQUIRE(program.live_before(program.windows[1]).size() == 1);
  CHECK(program.live_before(program.windows[1]).front() == 2);
  std::vector<bool> is_live = {false, false, true, false};
  for (std::uint32_t o = 4; o-- > 1;) turn_live_back(program, program.ops[o], is_live);
  CHECK(is_live == std::vector<bool>{false, true, false, false});
}

TEST_CASE("steps that nobody reads are taken out of their op, and rows of runs as well") {
  sweep_program program;
  program.steps.push_back({.dst = 2, .above = 1});
  program.steps.push_back({.dst = 4, .above = 3});
  program.runs.push_back({{3, 4, nothing}, 3, 6});
  program.ops.push_back(op(sweep_op_kind::begin, 1, nothing));
  program.ops.push_back(op(sweep_op_kind::begin, 3, nothing));
  program.ops.push_back({.kind = sweep_op_kind::steps, .n_steps = 2, .index = 0});
  program.ops.push_back({.kind = sweep_op_kind::run, .index = 0});
  program.ops.push_back(op(sweep_op_kind::end, nothing, 4));
  program.windows = {{.first_op = 0, .last_op = 5}};
  program.n_slots = 5;
  find_uses(program);
  CHECK(program.ops[0].is_dead);
  CHECK(program.ops[2].n_steps == 1);
  CHECK(program.steps[0].dst == 4);
  CHECK(program.steps[0].is_last_above);
  CHECK(program.runs[0].slots == std::array<slot_id, 3>{nothing, 4, nothing});
}
