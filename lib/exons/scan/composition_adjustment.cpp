#include "exons/scan/composition_adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "exons/scan/ungapped_lambda.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

composition_adjustment::composition_adjustment(const spliced::scan_scoring& scoring, composition_mode mode)
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
  if (mode_ == composition_mode::adjusted &&
      !is_to_scale(query.size(), *of_query, sequence.size(), *of_sequence))
    return adjusted(*of_query, static_cast<double>(query.size()), *of_sequence,
                    static_cast<double>(sequence.size()));
  const double times = ratio(*of_query, *of_sequence);
  return times < 1 ? std::optional(scaled(times)) : std::nullopt;
}

double composition_adjustment::ratio(const residue_shares& query, const residue_shares& sequence) const {
  constexpr double least = 0.5;
  const auto lambda = ungapped_lambda(*scoring_.substitution, query, sequence);
  return lambda ? std::clamp(*lambda / *usual_lambda_, least, 1.0) : least;
}

spliced::substitution_matrix composition_adjustment::scaled(double ratio) const {
  const spliced::substitution_matrix& from = *scoring_.substitution;
  spliced::substitution_matrix made(from.n_codes());
  for (spliced::residue_code row = 0; row < from.n_codes(); ++row)
    for (spliced::residue_code column = 0; column < from.n_codes(); ++column)
      made.at(row, column) =
          static_cast<spliced::score>(std::floor(ratio * adjusted_units * from(row, column)));
  return made;
}

// Altschul et al. 2005: an adjusted matrix does harm where lengths differ by much, and both compositions are off in different directions;
// unless two residues alone make up much of either.
bool composition_adjustment::is_to_scale(std::size_t query_length, const residue_shares& query,
                                         std::size_t sequence_length, const residue_shares& sequence) const {
  constexpr double most_of_two = 0.4, near = 0.16, most_ratio = 3, degrees = 70;
  const auto is_of_two = [](residue_shares of) {
    std::ranges::partial_sort(of, of.begin() + 2, std::greater());
    return of[0] + of[1] > most_of_two;
  };
  if (is_of_two(query) || is_of_two(sequence)) return false;
  const auto [shorter, longer] = std::minmax(query_length, sequence_length);
  const double apart = distance(query, sequence);
  if (apart <= near || static_cast<double>(longer) <= most_ratio * static_cast<double>(shorter)) return false;
  const double of_query = distance(query, implied_->query);
  const double of_sequence = distance(sequence, implied_->sequence);
  if (of_query == 0 || of_sequence == 0) return false;
  const double cosine =
      (of_query * of_query + of_sequence * of_sequence - apart * apart) / (2 * of_query * of_sequence);
  return cosine < std::cos(degrees * std::numbers::pi / 180);
}

namespace {

// As if so many more residues of the usual kind had been seen.
residue_shares with_pseudocounts(const residue_shares& of, double n, const residue_shares& usual) {
  constexpr double pseudocounts = 20;
  residue_shares made;
  for (std::size_t k = 0; k < n_kinds_of_residues; ++k)
    made[k] = (n * of[k] + pseudocounts * usual[k]) / (n + pseudocounts);
  return made;
}

}  // namespace

spliced::substitution_matrix composition_adjustment::adjusted(const residue_shares& query, double n_query,
                                                              const residue_shares& sequence,
                                                              double n_sequence) const {
  const residue_shares columns = with_pseudocounts(query, n_query, implied_->query);
  const residue_shares rows = with_pseudocounts(sequence, n_sequence, implied_->sequence);
  const residue_pairs made = adjusted_frequencies(*implied_, rows, columns, implied_->relative_entropy);
  spliced::stated_scores scores{std::string(spliced::twenty_amino_acids)};
  for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
    for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
      scores.scores.push_back(static_cast<spliced::score>(std::floor(
          adjusted_units * std::log(made[row][column] / (rows[row] * columns[column])) / *usual_lambda_)));
  return spliced::protein_matrix(scores);
}

spliced::gap_costs composition_adjustment::gaps() const {
  return {adjusted_units * scoring_.gaps.open, adjusted_units * scoring_.gaps.extend};
}

}  // namespace exonweave
