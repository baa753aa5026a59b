// Several loci of one target on a region: the region is cut in two as long as both parts hold good chains of their own.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "exons/run/region_maker.hpp"
#include "exons/run/strand_problems.hpp"
#include "exons/solving/chain_solver.hpp"

namespace exonweave {

/// A part of a strand of a region with its best chains.
struct solved_part {
  alignment_task locus;  // its region is that of the part
  std::shared_ptr<const region_material> material;
  case_solution solved;
  std::optional<genetic_code> code{};  // of its codons; nothing: nucleotides

  [[nodiscard]] spliced::score score() const { return solved.chains.front().total; }
};

/// What all parts of a case have in common.
struct division_context {
  region_maker& maker;
  const prediction_input& input;
  target_reading reading;
  std::span<const spliced::residue_code> target;
  const region_problem& whole;  // of the whole region
  const solver_settings& settings;
  memory_budget& memory;
  memory_reservation& held;  // by the whole region's problem
  solver_call call;          // of the whole region
};

/// The loci of a solved region, from its begin to its end: the parts that cannot be cut any further, of which each has
/// a chain of at least settings.min_of_locus() of the whole region's best score. The region itself where it cannot be
/// cut, nothing where it has no chain. The first one's work is that of all. Throws as region_maker and solve() do.
std::vector<solved_part> divide(solved_part whole, const division_context& context);

struct chosen_parts {
  std::vector<solved_part> parts;
  std::size_t n_left_out = 0;  // that would be among them but for `most`
};

/// Of the loci of all strands the best ones, at most `most`, by descending score (then those of targets that are read
/// as they are, then as they stood): those with at least the least score of a locus whose chains span nothing of a
/// better one's.
chosen_parts choose_parts(std::vector<solved_part> parts, const solver_settings& settings, std::size_t most,
                          std::int64_t sequence_length);

}  // namespace exonweave
