#include "spliced/engine/engine_facts.hpp"

namespace exonweave::spliced {

cost_unit_set units_of_rows() {
  return cost_unit_set::all().without(
      {cost_unit::exon, cost_unit::diagonal, cost_unit::group, cost_unit::group_diagonal});
}

cost_unit_set units_of_shared_rows() { return units_of_rows().without({cost_unit::far_join_cell}); }

}  // namespace exonweave::spliced
