// A case small enough to enumerate: what is aligned, and how it is scored.
#pragma once

#include <string>
#include <vector>

#include "exons/solving/chain_solver.hpp"

namespace exonweave::testing {

struct small_case {
  region_material material;  // of one strand; its exons and blocks
  std::vector<spliced::residue_code> target;
  chain_scoring scoring;

  [[nodiscard]] bool is_protein() const { return scoring.code.has_value(); }
  [[nodiscard]] spliced::problem problem(const spliced::row_graph& graph) const {
    return {graph.view(), target, &scoring.substitution, scoring.gaps, scoring.free_target_ends, scoring.residue_ends};
  }
  [[nodiscard]] spliced::row_graph graph(const graph_options& options) const {
    return build_row_graph({material.exons, material.blocks ? &*material.blocks : nullptr}, material.region,
                           scoring.introns, scoring.reading(), options);
  }
};

/// The case as C++ that makes `shown` anew.
std::string describe(const small_case& shown);

}  // namespace exonweave::testing
