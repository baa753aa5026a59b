// Small cases on one strand, made by hand: exons given in strand coordinates, each its own candidate.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "exons/solving/chain_solver.hpp"
#include "exons/solving/chain_weights.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::testing {

constexpr std::uint64_t ample_memory = std::uint64_t{1} << 40;

/// Exon k is candidate k.
inline region_material case_on(std::string_view residues, std::vector<strand_exon> exons,
                               std::int64_t region_start = 0) {
  region_material made{std::move(exons), {}, {region_start, spliced::encode_dna(residues)}, {}};
  for (std::size_t k = 0; k < made.exons.size(); ++k) made.candidates.push_back({k});
  return made;
}

/// Exons ACG and CAT around an intron, and decoys over each.
inline region_material small_gene() {
  return case_on("TACGTTTTCATG", {{{1, 4}, 0, {}}, {{2, 4}, 0, {}}, {{8, 11}, 0, {}}, {{8, 12}, 0, {}}});
}

inline region_problem problem_on(const region_material& material, const chain_scoring& scoring,
                                 const solver_settings& settings, std::uint64_t memory = ample_memory) {
  return {material, scoring, settings, memory_budget({.usable = memory})};
}

inline case_solution solve_on(const region_problem& problem, std::span<const spliced::residue_code> target,
                              const chain_scoring& scoring, const solver_settings& settings,
                              const solver_call& call = {}, std::uint64_t memory = ample_memory) {
  memory_budget budget({.usable = memory});
  return solve(problem, target, scoring, settings, budget, call);
}

/// A target on a problem of its own.
inline case_solution solve_case(const region_material& material, std::span<const spliced::residue_code> target,
                                const chain_scoring& scoring, const solver_settings& settings,
                                const solver_call& call = {}, std::uint64_t memory = ample_memory) {
  return solve_on(problem_on(material, scoring, settings, memory), target, scoring, settings, call, memory);
}

/// Match 2, mismatch -2, gap 3, nothing else.
inline chain_scoring plain_scoring() {
  chain_scoring scoring;
  scoring.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  scoring.gaps = {0, 3};
  return scoring;
}

/// The same, and an intron of at least 4 nt for 5 and 1 per nt.
inline chain_scoring with_introns() {
  auto scoring = plain_scoring();
  scoring.introns = {4, {{5, 1000}}};
  return scoring;
}

}  // namespace exonweave::testing
