#include "pairwise/scan/composition_adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "pairwise/scan/matrix_adjustment.hpp"

namespace exonweave {

composition_adjustment::composition_adjustment(const scan_scoring& scoring, composition_mode mode)
    : scoring_(scoring),
      mode_(mode),
      usual_lambda_(ungapped_lambda(*scoring.substitution, usual_shares(), usual_shares())) {
  if (mode != composition_mode::adjusted) return;
  implied_ = implied_frequencies(*scoring.substitution);
  if (!implied_) throw std::invalid_argument("the scores imply no frequencies of residues");
}

std::optional<spliced::substitution_matrix> composition_adjustment::matrix_for(
    std::span<const spliced::residue_code> query, std::span<const spliced::residue_code> sequence) const {
  if (mode_ == composition_mode::none) return std::nullopt;
  const auto of_query = shares_of(query), of_sequence = shares_of(sequence);
  if (!usual_lambda_ || !of_query || !of_sequence) return std::nullopt;
  if (mode_ == composition_mode::adjusted) {
    const counted_residues counted_query{count_known(query), *of_query};
    const counted_residues counted_sequence{count_known(sequence), *of_sequence};
    if (!is_to_scale(counted_query, counted_sequence))
      if (auto made = adjusted(counted_query, counted_sequence)) return made;
  }
  const double times = ratio(*of_query, *of_sequence);
  return times < 1 ? std::optional(scaled(times)) : std::nullopt;
}

double composition_adjustment::ratio(const residue_shares& query, const residue_shares& sequence) const {
  constexpr double least = 0.5;
  const auto lambda = ungapped_lambda(*scoring_.substitution, query, sequence);
  return lambda ? std::clamp(*lambda / *usual_lambda_, least, 1.0) : least;
}

spliced::substitution_matrix composition_adjustment::scaled(double ratio) const {
  const spliced::substitution_matrix& matrix = *scoring_.substitution;
  spliced::substitution_matrix made(matrix.n_codes());
  for (spliced::residue_code row = 0; row < matrix.n_codes(); ++row)
    for (spliced::residue_code column = 0; column < matrix.n_codes(); ++column)
      made.at(row, column) = static_cast<spliced::score>(std::floor(ratio * adjusted_units * matrix(row, column)));
  return made;
}

// Altschul et al. 2005: an adjusted matrix does harm where lengths differ by much, and both compositions are off in
// different directions; unless two residues alone make up much of either.
bool composition_adjustment::is_to_scale(const counted_residues& query, const counted_residues& sequence) const {
  constexpr double max_of_two = 0.4, near = 0.16, max_ratio = 3, degrees = 70;
  constexpr std::size_t shortest_of_two = 51;
  const auto is_of_two = [](counted_residues residues) {
    if (residues.n < shortest_of_two) return false;
    std::ranges::partial_sort(residues.shares, residues.shares.begin() + 2, std::greater());
    return residues.shares[0] + residues.shares[1] > max_of_two;
  };
  if (is_of_two(query) || is_of_two(sequence)) return false;
  const auto [shorter, longer] = std::minmax(query.n, sequence.n);
  const double apart = distance(query.shares, sequence.shares);
  if (apart <= near || static_cast<double>(longer) <= max_ratio * static_cast<double>(shorter)) return false;
  const double of_query = distance(query.shares, implied_->query);
  const double of_sequence = distance(sequence.shares, implied_->sequence);
  if (of_query == 0 || of_sequence == 0) return false;
  const double cosine =
      (of_query * of_query + of_sequence * of_sequence - apart * apart) / (2 * of_query * of_sequence);
  return cosine < std::cos(degrees * std::numbers::pi / 180);
}

namespace {

// As if so many more residues of the usual kind had been seen.
residue_shares with_pseudocounts(const residue_shares& shares, std::size_t n_residues, const residue_shares& usual) {
  constexpr double pseudocounts = 20;
  const auto n = static_cast<double>(n_residues);
  residue_shares made;
  for (std::size_t k = 0; k < n_kinds_of_residues; ++k)
    made[k] = (n * shares[k] + pseudocounts * usual[k]) / (n + pseudocounts);
  return made;
}

}  // namespace

// Other letters score as they do without it.
std::optional<spliced::substitution_matrix> composition_adjustment::adjusted(const counted_residues& query,
                                                                             const counted_residues& sequence) const {
  const residue_shares columns = with_pseudocounts(query.shares, query.n, implied_->query);
  const residue_shares rows = with_pseudocounts(sequence.shares, sequence.n, implied_->sequence);
  const auto pairs = adjusted_frequencies(*implied_, rows, columns, implied_->relative_entropy);
  if (!pairs) return std::nullopt;
  spliced::substitution_matrix made = scaled(1);
  for (spliced::residue_code row = 0; row < n_kinds_of_residues; ++row)
    for (spliced::residue_code column = 0; column < n_kinds_of_residues; ++column)
      made.at(row, column) = static_cast<spliced::score>(std::floor(
          adjusted_units * std::log((*pairs)[row][column] / (rows[row] * columns[column])) / *usual_lambda_));
  return made;
}

spliced::gap_costs composition_adjustment::gaps() const {
  return {adjusted_units * scoring_.gaps.open, adjusted_units * scoring_.gaps.extend};
}

}  // namespace exonweave
