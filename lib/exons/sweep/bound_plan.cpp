#include "exons/sweep/bound_plan.hpp"

#include <algorithm>

namespace exonweave {

using spliced::n_dna_codes;
using spliced::residue_code;
using spliced::score;

namespace {

// What stands anywhere on the track, ascending.
std::vector<residue_code> bases_on(const genome_track& track) {
  std::array<bool, n_dna_codes> found{};
  for (const residue_code base : track.bases) found[base] = true;
  std::vector<residue_code> bases;
  for (residue_code base = 0; base < found.size(); ++base)
    if (found[base]) bases.push_back(base);
  return bases;
}

spliced::substitution_matrix with_sets(const spliced::substitution_matrix& matrix,
                                       const std::vector<std::vector<residue_code>>& sets) {
  const std::size_t n = matrix.n_codes();
  spliced::substitution_matrix made(n + sets.size());
  for (residue_code target = 0; target < n; ++target) {
    for (residue_code code = 0; code < n; ++code) made.at(code, target) = matrix(code, target);
    for (std::size_t s = 0; s < sets.size(); ++s) {
      score best = matrix(sets[s].front(), target);
      for (const residue_code code : sets[s]) best = std::max(best, matrix(code, target));
      made.at(static_cast<residue_code>(n + s), target) = best;
    }
  }
  return made;
}

}  // namespace

bool bound_plan::is_for(const chain_scoring& scoring) {
  return scoring.code && !scoring.incomplete && !scoring.frameshift && !scoring.internal_stop &&
         !scoring.recoded_stop && !scoring.coding && scoring.introns.max_intron == intron_rules::no_limit;
}

bound_plan::bound_plan(const genome_track& track, const chain_scoring& scoring)
    : reading(scoring.reading()),
      lines(useful_lines(scoring.introns, track.length())),
      n_residues(scoring.substitution.n_codes()),
      scoring_(scoring) {
  const std::vector<residue_code> bases = bases_on(track);
  find_sets(bases);
  find_stops(bases);
  find_start_gains();
  scoring_.substitution = with_sets(scoring.substitution, sets);
  // Junctions take in what is nearer than the shortest intron.
  scoring_.introns.min_intron = 0;
}

residue_code bound_plan::code_of(std::vector<residue_code> residues) {
  std::erase_if(residues, [&](residue_code each) { return !reading.may_align(each); });
  std::ranges::sort(residues);
  residues.erase(std::ranges::unique(residues).begin(), residues.end());
  if (residues.empty()) return spliced::no_residue;
  if (residues.size() == 1) return residues.front();
  const auto known = std::ranges::find(sets, residues);
  const auto index = static_cast<std::size_t>(known - sets.begin());
  if (known == sets.end()) sets.push_back(std::move(residues));
  return static_cast<residue_code>(n_residues + index);
}

void bound_plan::find_sets(const std::vector<residue_code>& bases) {
  std::vector<residue_code> all;
  beginning_.fill(spliced::no_residue);
  ending_.fill(spliced::no_residue);
  for (const residue_code first : bases)
    for (const residue_code second : bases) {
      std::vector<residue_code> begun, ended;
      for (const residue_code third : bases) {
        begun.push_back(reading.code->translate(first, second, third));
        ended.push_back(reading.code->translate(third, first, second));
      }
      all.insert(all.end(), begun.begin(), begun.end());
      beginning_[first * n_dna_codes + second] = code_of(std::move(begun));
      ending_[first * n_dna_codes + second] = code_of(std::move(ended));
    }
  any_residue = code_of(std::move(all));
}

void bound_plan::find_stops(const std::vector<residue_code>& bases) {
  for (const residue_code first : bases)
    for (const residue_code second : bases)
      for (const residue_code third : bases) {
        if (!reading.code->may_end(first, second, third)) continue;
        one_begins_stop_[first] = two_begin_stop_[first * n_dna_codes + second] = true;
        ends_with_[second] = ends_with_[third] = true;
      }
}

void bound_plan::find_start_gains() {
  const auto n = static_cast<residue_code>(n_residues);
  start_gains_.assign(n, 0);
  for (residue_code residue = 0; residue < n; ++residue)
    for (residue_code target = 0; target < n; ++target)
      start_gains_[residue] = std::max(
          start_gains_[residue], scoring_.substitution(start_amino, target) - scoring_.substitution(residue, target));
}

bool bound_plan::begins_stop(const genome_track& track, std::int64_t r, std::int64_t n) const {
  return n == 1 ? one_begins_stop_[track.base(r)] : n == 2 && two_begin_stop_[pair_at(track, r)];
}

}  // namespace exonweave
