// Several loci of one target on a region: the region is cut in two as long as both parts hold good chains of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "exons/run/planner.hpp"
#include "exons/run/prediction.hpp"
#include "exons/run/region_maker.hpp"
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

// Regions that are too long to be aligned at once, such as whole chromosomes: their memory grows with their length, and
// their scores could leave 32 bits. They are aligned in windows that overlap.
//
//   region    |--------------------------------------------|
//   windows   |----------------|
//                         |----------------|                    a gene no longer than what two of them share is whole
//                                     |--------------------|    in one

/// From begin to end, of about one length; the region itself where that is no longer than the longest window.
std::vector<interval> windows_of(interval region, const window_lengths& lengths);

/// The results of a target on the windows of a region, in their order, as the one of the region: of all loci the best
/// ones, at most `most`, with at least settings.min_of_locus() of the best score, of which none overlaps a better
/// one. Without any the result that comes closest to a model.
locus_result join_windows(std::vector<locus_result> results, interval region, const solver_settings& settings,
                          std::size_t most);

}  // namespace exonweave
