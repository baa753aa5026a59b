// Inputs that a calibration runs on: simulated genes of many sizes, so that each unit of work is met in other
// proportions to the others: short and long regions, few and many candidates, targets of 40 to 2,000 residues, where
// they belong and where not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/simulation/simulation.hpp"
#include "spliced/engine/engine_facts.hpp"

namespace exonweave {

struct designed_input {
  spliced::work_kind kind = spliced::work_kind::protein_on_blocks;
  bool with_margins = true;
  bool by_graphs = false;  // whether or not an engine sweeps where it can
  simulation_plan plan{};

  [[nodiscard]] bool is_protein() const;
  [[nodiscard]] bool with_candidates() const;  // else ORF exons
};

/// The `round`-th input for a kind of work: two of three are with margins, as runs usually are. Sizes
/// go by the engine's trial; of proteins one is so long that the faster of two kinds of lanes do not do, where it has
/// two; proteins on ORF exons have more regions, where it sweeps and the input is not by_graphs. The same each time.
designed_input design_input(spliced::work_kind kind, std::size_t round, const spliced::engine_facts& engine);

/// The pairs of a simulation, as a table for --pairs: each target on the whole sequence of its gene, and some on that
/// of another one as well, where mostly no chain is read.
std::string pairs_with_decoys(const simulation& made);

}  // namespace exonweave
