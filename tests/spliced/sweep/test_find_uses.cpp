#include "catch.hpp"
#include "spliced/sweep/find_uses.hpp"

using namespace exonweave::spliced;

namespace {

sweep_op op(row_op_kind kind, slot_id dst, slot_id src, bool is_first = true) {
  return {{.kind = kind, .is_first = is_first && dst != nothing, .dst = dst, .src = src, .weight = 0}};
}

// Slot 1 goes into 2 and 3, of which nobody reads 3.
sweep_window small_window() {
  sweep_window made;
  for (const sweep_op& each : {op(row_op_kind::begin, 1, nothing), op(row_op_kind::merge, 2, 1),
                               op(row_op_kind::merge, 3, 1), op(row_op_kind::merge, 2, 1, false)})
    made.ops.push_back(each);
  return made;
}

const std::vector<slot_id> slot_two = {2};

}  // namespace

TEST_CASE("ops that make what nobody reads are dead, and the last reads are told") {
  sweep_window window = small_window();
  find_uses(window, slot_two, 4);
  CHECK(window.ops[2].is_dead);
  CHECK_FALSE(window.ops[0].is_dead);
  CHECK_FALSE(window.ops[1].is_last);
  CHECK(window.ops[3].is_last);
  CHECK(window.counts.merges == 2);
  std::vector<bool> is_live = {false, false, true, false};
  for (std::uint32_t o = 4; o-- > 1;) turn_live_back(window, window.ops[o], is_live);
  CHECK(is_live == std::vector<bool>{false, true, false, false});
}

TEST_CASE("where nothing is held behind a window all is dead that does not end in it") {
  sweep_window window = small_window();
  find_uses(window, {}, 4);
  for (const sweep_op& each : window.ops) CHECK(each.is_dead);
  window.ops.push_back(op(row_op_kind::end, nothing, 2));
  find_uses(window, {}, 4);
  CHECK_FALSE(window.ops[0].is_dead);
  CHECK(window.ops[4].is_last);
}

TEST_CASE("rows that are held before a window and that it does not read are told") {
  sweep_window window;
  window.ops.push_back(op(row_op_kind::end, nothing, 2));
  window.live = {1, 2, 3};
  const std::vector<slot_id> after = {3};
  find_uses(window, after, 4);
  CHECK(window.unread == std::vector<slot_id>{1});
}

TEST_CASE("steps that nobody reads are taken out of their op, and rows of runs as well") {
  sweep_window window;
  window.steps.push_back({.dst = 2, .above = 1});
  window.steps.push_back({.dst = 4, .above = 3});
  window.runs.push_back({{3, 4, nothing}, 3, 6});
  window.ops.push_back(op(row_op_kind::begin, 1, nothing));
  window.ops.push_back(op(row_op_kind::begin, 3, nothing));
  window.ops.push_back({{.kind = row_op_kind::steps, .n_steps = 2, .index = 0}});
  window.ops.push_back({{.kind = row_op_kind::run, .index = 0}});
  window.ops.push_back(op(row_op_kind::end, nothing, 4));
  find_uses(window, {}, 5);
  CHECK(window.ops[0].is_dead);
  CHECK(window.ops[2].n_steps == 1);
  CHECK(window.steps[0].dst == 4);
  CHECK(window.steps[0].is_last_above);
  CHECK(window.runs[0].slots == std::array<slot_id, 3>{nothing, 4, nothing});
}
