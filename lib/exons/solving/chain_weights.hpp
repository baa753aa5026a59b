// What a given chain of exons scores by its exons and introns alone, before anything is aligned.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "spliced/engine/engine.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

// One given chain of exons, aligned to targets: what alternatives and elections ask for.

/// A chain with what does not depend on a target: its graph for each of the ways in which it may begin and end.
class given_chain {
 public:
  /// Exons in strand coordinates, begin to end; parts on both sides of a frameshift are one. They have the weights that
  /// they have in the case of `material`. Rows have what is left of `memory`. `control` may be null. All but the exons
  /// and the material must outlive it.
  given_chain(std::span<const interval> chain, const region_material& material, const chain_scoring& scoring,
              const spliced::engine& engine, const memory_budget& memory, run_control* control);

  /// The best alignment to a target. Nothing when the chain cannot be read: an exon is none of the case, no start or
  /// stop codon, a stop within. Throws bad_data and not_enough_memory as solve() does, run_stopped.
  [[nodiscard]] std::optional<spliced::alignment> align(std::span<const spliced::residue_code> target) const;
  /// What that scores, without a traceback.
  [[nodiscard]] std::optional<spliced::score> score_of(std::span<const spliced::residue_code> target) const;

 private:
  struct way {
    spliced::row_graph graph;
    spliced::row_schedule schedule;
  };
  // Those of one target, way by way; null where nothing reaches an end.
  [[nodiscard]] std::unique_ptr<spliced::row_pass> pass_of(const way& each,
                                                           std::span<const spliced::residue_code> target) const;

  const chain_scoring& scoring_;
  const spliced::engine& engine_;
  const memory_budget& memory_;
  run_control* control_;
  std::vector<std::unique_ptr<const way>> ways_;  // schedules refer to their graphs
};

struct weighed_chain {
  std::vector<strand_exon> exons;  // as the case weighs them; of several ways the best
  spliced::score weight = 0;       // of exons in their roles, less the introns
};

/// The exons of `chain` (begin to end) as given exons or ORF exons of the case. An end that is not whole is incomplete
/// or cut, whichever scores more. The roles of the first and last exon have that in them. Nothing when one of them is
/// neither, may not stand where it does, or an intron is too short.
std::optional<weighed_chain> weigh_chain(std::span<const interval> chain, chain_ends ends,
                                         const region_material& material, const chain_scoring& scoring);

/// The given exons that score more than the ORF exon at their place, or where there is none: those that a graph
/// needs next to the blocks. All of them when the case has no blocks.
std::vector<strand_exon> exons_next_to_blocks(const region_material& material, const chain_scoring& scoring);

/// The exons of a path, the parts on both sides of a frameshift as one.
std::vector<interval> places_of(const spliced::alignment& path);

}  // namespace exonweave
