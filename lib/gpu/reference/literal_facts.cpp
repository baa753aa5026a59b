#include "gpu/reference/literal_engine.hpp"

namespace exonweave::gpu {
namespace {

using spliced::cost_unit;

// A kernel goes by exons or groups and their anti-diagonals, the host by last rows that it joins and paths that it
// reads. There are few large results to tell more prices from.
spliced::cost_unit_set units_by(parallelism how) {
  const auto all = spliced::cost_unit_set::all().without(
      {cost_unit::node, cost_unit::edge, cost_unit::cell, cost_unit::slow_cell, cost_unit::merge_cell,
       cost_unit::bound_cell, cost_unit::read_cell, cost_unit::read_merge_cell, cost_unit::alternative_row,
       cost_unit::alternative_cell, cost_unit::alternative_merge_cell});
  return how == parallelism::intra ? all.without({cost_unit::group, cost_unit::group_diagonal})
                                   : all.without({cost_unit::exon, cost_unit::diagonal});
}

spliced::engine_facts facts_with(std::string_view name, parallelism how) {
  return {.name = name,
          .is_of_gpu = true,
          .scope = {.nucleotides_alone = true, .linear_gaps_alone = true, .candidates_alone = true},
          .jobs_at_once = 1024,
          .is_literal = true,
          .priced = units_by(how),
          .trial = {0.4, 0.4, 0.7},
          .trial_fraction = 0.25};
}

}  // namespace

const spliced::engine_facts& literal_facts(parallelism how) {
  static const spliced::engine_facts intra = facts_with("cuda-intra", parallelism::intra);
  static const spliced::engine_facts inter = facts_with("cuda-inter", parallelism::inter);
  return how == parallelism::intra ? intra : inter;
}

}  // namespace exonweave::gpu
