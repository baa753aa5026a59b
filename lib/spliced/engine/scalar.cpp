#include "spliced/engine/scalar.hpp"

#include <utility>
#include <vector>

#include "spliced/dp/recurrence.hpp"

namespace exonweave::spliced {

void scalar_engine::advance(const problem& p, node_range part, row_store& rows) const {
  const target_profile profile(*p.substitution, p.target);
  std::vector<score> scratch(p.layout().width());
  for (node_id v = part.first; v < part.last; ++v) {
    // `above` and `row` change places after every residue; the last row must end in the store's memory.
    const std::span<score> stored = rows.create(v);
    const auto residues = p.graph.residues_of(v);
    std::span<score> above = residues.size() % 2 == 0 ? stored : std::span(scratch);
    std::span<score> row = residues.size() % 2 == 0 ? std::span(scratch) : stored;
    entry_row(
        p, profile, v, [&](node_id u) { return rows.row(u); }, above);
    for (const residue_code residue : residues) {
      next_row(p, above, profile.of(residue), row);
      std::swap(above, row);
    }
    rows.finish(v);
  }
}

}  // namespace exonweave::spliced
