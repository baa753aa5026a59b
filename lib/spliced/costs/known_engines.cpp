#include "spliced/costs/known_engines.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace exonweave {
namespace {

using spliced::cost_unit;
using spliced::cost_unit_set;

// Last rows are far where all are read again and again: with literal graphs.
cost_unit_set units_of_rows() {
  return cost_unit_set::all().without(
      {cost_unit::exon, cost_unit::diagonal, cost_unit::group, cost_unit::group_diagonal});
}
cost_unit_set units_of_shared_rows() { return units_of_rows().without({cost_unit::far_join_cell}); }
// A kernel goes by exons or groups and their anti-diagonals, the host by last rows that it joins and paths that it
// reads. There are few large results to tell more prices from.
cost_unit_set units_of_paper() {
  return cost_unit_set::all().without({cost_unit::node, cost_unit::edge, cost_unit::cell, cost_unit::slow_cell,
                                       cost_unit::merge_cell, cost_unit::bound_cell, cost_unit::read_cell,
                                       cost_unit::read_merge_cell, cost_unit::rival_row, cost_unit::rival_cell,
                                       cost_unit::rival_merge_cell});
}
cost_unit_set units_by_exons() { return units_of_paper().without({cost_unit::group, cost_unit::group_diagonal}); }
cost_unit_set units_by_groups() { return units_of_paper().without({cost_unit::exon, cost_unit::diagonal}); }

}  // namespace

std::span<const known_engine> known_engines() {
  static const std::array<known_engine, 6> known{
      {{.name = "simd", .has_two_widths = true, .may_sweep = true, .priced = units_of_shared_rows()},
       {.name = "scalar", .priced = units_of_shared_rows()},
       {.name = "sequential", .is_literal = true, .priced = units_of_rows()},
       {.name = "cuda", .is_of_gpu = true, .has_two_widths = true, .may_sweep = true, .priced = units_of_shared_rows()},
       {.name = "cuda-inter", .is_of_gpu = true, .is_literal = true, .is_of_paper = true, .priced = units_by_groups()},
       {.name = "cuda-intra", .is_of_gpu = true, .is_literal = true, .is_of_paper = true, .priced = units_by_exons()}}};
  return known;
}

const known_engine& known_engine_of(std::string_view name) {
  const auto known = known_engines();
  const auto found = std::ranges::find(known, name, &known_engine::name);
  if (found == known.end()) throw std::logic_error("unknown engine " + std::string(name));
  return *found;
}

}  // namespace exonweave
