#include "pairwise/scan/matrix_adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace exonweave {

namespace {

residue_pairs exponentials(const spliced::substitution_matrix& matrix, double lambda) {
  residue_pairs made;
  for (spliced::residue_code row = 0; row < n_kinds_of_residues; ++row)
    for (spliced::residue_code column = 0; column < n_kinds_of_residues; ++column)
      made[row][column] = std::exp(lambda * matrix(row, column));
  return made;
}

residue_pairs transposed(const residue_pairs& pairs) {
  residue_pairs made;
  for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
    for (std::size_t column = 0; column < n_kinds_of_residues; ++column) made[column][row] = pairs[row][column];
  return made;
}

// x with M x = (1, ..., 1), by elimination with the largest pivot of each column. Nothing where there is none, or
// several.
std::optional<residue_shares> solved_for_ones(residue_pairs matrix) {
  constexpr std::size_t n = n_kinds_of_residues;
  residue_shares x;
  x.fill(1);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t row = k + 1; row < n; ++row)
      if (std::abs(matrix[row][k]) > std::abs(matrix[pivot][k])) pivot = row;
    if (std::abs(matrix[pivot][k]) < 1e-12) return std::nullopt;
    std::swap(matrix[k], matrix[pivot]);
    std::swap(x[k], x[pivot]);
    for (std::size_t row = k + 1; row < n; ++row) {
      const double times = matrix[row][k] / matrix[k][k];
      for (std::size_t column = k; column < n; ++column) matrix[row][column] -= times * matrix[k][column];
      x[row] -= times * x[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t column = k + 1; column < n; ++column) x[k] -= matrix[k][column] * x[column];
    x[k] /= matrix[k][k];
  }
  return x;
}

double sum(const residue_shares& shares) { return std::accumulate(shares.begin(), shares.end(), 0.0); }

// The sum of the column shares that a lambda implies, less 1: 0 at the lambda of the matrix.
double excess(const spliced::substitution_matrix& matrix, double lambda) {
  const auto shares = solved_for_ones(exponentials(matrix, lambda));
  return shares ? sum(*shares) - 1 : std::nan("");
}

// Of the matrix with its own compositions; near that with usual ones.
std::optional<double> own_lambda(const spliced::substitution_matrix& matrix) {
  constexpr double step = 1.02;
  constexpr int max_steps = 40;
  const auto usual = ungapped_lambda(matrix, usual_shares(), usual_shares());
  if (!usual) return std::nullopt;
  double below = *usual, above = *usual;
  for (int k = 0; k < max_steps; ++k) {
    const auto changes_sign = [&](double first, double last) {
      return excess(matrix, first) * excess(matrix, last) <= 0;
    };
    const double lower = below / step, higher = above * step;
    const bool is_lower = changes_sign(lower, below), is_higher = changes_sign(above, higher);
    if (is_lower || is_higher) {
      double first = is_higher ? above : lower, last = is_higher ? higher : below;
      while (last - first > 1e-9 * last) {
        const double middle = (first + last) / 2;
        (changes_sign(first, middle) ? last : first) = middle;
      }
      return last;
    }
    below = lower;
    above = higher;
  }
  return std::nullopt;
}

bool are_shares(const std::optional<residue_shares>& shares) {
  return shares && std::ranges::all_of(*shares, [](double fraction) { return fraction > 0; });
}

// Of pairs to what rows and columns are by themselves.
double relative_entropy(const residue_pairs& pairs, const residue_shares& rows, const residue_shares& columns) {
  double entropy = 0;
  for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
    for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
      entropy += pairs[row][column] * std::log(pairs[row][column] / (rows[row] * columns[column]));
  return entropy;
}

// q^t with rows and columns that have given sums.
class scaled_power {
 public:
  scaled_power(const residue_pairs& q, const residue_shares& rows, const residue_shares& columns)
      : rows_(rows), columns_(columns) {
    for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
      for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
        logarithms_[row][column] = std::log(q[row][column]);
    of_columns_.fill(1);
  }

  // Nothing where they do not converge.
  std::optional<residue_pairs> operator()(double t) {
    constexpr double near = 1e-7;
    constexpr int max_rounds = 500;
    residue_pairs made;
    for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
      for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
        made[row][column] = std::exp(t * logarithms_[row][column]);
    residue_shares of_rows{};
    double apart = 1;
    for (int round = 0; round < max_rounds && apart > near; ++round) {
      residue_shares sums{};
      for (std::size_t row = 0; row < n_kinds_of_residues; ++row) {
        of_rows[row] = rows_[row] / std::inner_product(of_columns_.begin(), of_columns_.end(), made[row].begin(), 0.0);
        for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
          sums[column] += of_rows[row] * made[row][column];
      }
      apart = 0;
      for (std::size_t column = 0; column < n_kinds_of_residues; ++column) {
        const double requested = columns_[column] / sums[column];
        apart = std::max(apart, std::abs(requested / of_columns_[column] - 1));
        of_columns_[column] = requested;
      }
    }
    for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
      for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
        made[row][column] *= of_rows[row] * of_columns_[column];
    return apart <= near ? std::optional(made) : std::nullopt;  // false for what is no number
  }

 private:
  const residue_shares& rows_;
  const residue_shares& columns_;
  residue_pairs logarithms_;
  residue_shares of_columns_;  // of the power before: the next one's are near
};

}  // namespace

std::optional<target_frequencies> implied_frequencies(const spliced::substitution_matrix& matrix) {
  const auto lambda = own_lambda(matrix);
  if (!lambda) return std::nullopt;
  target_frequencies made{exponentials(matrix, *lambda)};
  const auto columns = solved_for_ones(made.pairs), rows = solved_for_ones(transposed(made.pairs));
  if (!are_shares(columns) || !are_shares(rows)) return std::nullopt;
  if (std::abs(sum(*columns) - 1) > 1e-6 || std::abs(sum(*rows) - 1) > 1e-6) return std::nullopt;
  made.sequence = *rows;
  made.query = *columns;
  for (std::size_t row = 0; row < n_kinds_of_residues; ++row)
    for (std::size_t column = 0; column < n_kinds_of_residues; ++column)
      made.pairs[row][column] *= made.sequence[row] * made.query[column];
  made.relative_entropy = relative_entropy(made.pairs, made.sequence, made.query);
  return made;
}

std::optional<residue_pairs> adjusted_frequencies(const target_frequencies& frequencies, const residue_shares& sequence,
                                                  const residue_shares& query, double requested) {
  constexpr double near = 1e-5, most = 20;
  constexpr int max_rounds = 60;
  scaled_power power(frequencies.pairs, sequence, query);
  std::optional<residue_pairs> made;
  // The relative entropy is 0 with t = 0, and grows with t.
  const auto off_with = [&](double t) -> std::optional<double> {
    made = power(t);
    if (!made) return std::nullopt;
    const double off = relative_entropy(*made, sequence, query) - requested;
    return std::isfinite(off) ? std::optional(off) : std::nullopt;
  };
  double below = 0, of_below = -requested, above = 1;
  auto of_above = off_with(above);
  for (; of_above && *of_above < 0; of_above = off_with(above)) {
    below = above;
    of_below = *of_above;
    above *= 1.5;
    if (above > most) return std::nullopt;
  }
  // Regula falsi; an end that stays counts half of what it is off (the Illinois method).
  int side = 0;
  for (int round = 0; of_above && round < max_rounds; ++round) {
    const double t = (below * *of_above - above * of_below) / (*of_above - of_below);
    const auto off = off_with(t);
    if (!off) break;
    if (std::abs(*off) <= near * requested) return made;
    const bool is_below = *off < 0;
    (is_below ? below : above) = t;
    (is_below ? of_below : *of_above) = *off;
    const int now = is_below ? -1 : 1;
    if (side == now) (is_below ? *of_above : of_below) /= 2;
    side = now;
  }
  return std::nullopt;
}

std::optional<double> ungapped_lambda(const spliced::substitution_matrix& matrix, const residue_shares& query,
                                      const residue_shares& sequence) {
  // How likely each score is.
  const spliced::score smallest = matrix.smallest();
  std::vector<double> likely(static_cast<std::size_t>(matrix.largest() - smallest) + 1, 0.0);
  double mean = 0;
  spliced::score largest = 0;
  for (spliced::residue_code row = 0; row < n_kinds_of_residues; ++row)
    for (spliced::residue_code column = 0; column < n_kinds_of_residues; ++column) {
      const double fraction = sequence[row] * query[column];
      const spliced::score score = matrix(row, column);
      likely[static_cast<std::size_t>(score - smallest)] += fraction;
      mean += fraction * score;
      if (fraction > 0) largest = std::max(largest, score);
    }
  if (mean >= 0 || largest <= 0) return std::nullopt;
  const auto sum = [&](double lambda) {
    double total = 0;
    for (std::size_t k = 0; k < likely.size(); ++k)
      if (likely[k] > 0) total += likely[k] * std::exp(lambda * (static_cast<double>(k) + smallest));
    return total;
  };
  // The sum is 1 at 0, falls, and is 1 once more; there it rises.
  double below = 0, above = 1;
  while (sum(above) < 1) above *= 2;
  while (above - below > 1e-6 * above) {
    const double middle = (below + above) / 2;
    (sum(middle) < 1 ? below : above) = middle;
  }
  return above;
}

std::optional<residue_shares> shares_of(std::span<const spliced::residue_code> residues) {
  residue_shares shares{};
  for (const spliced::residue_code residue : residues)
    if (residue < n_kinds_of_residues) ++shares[residue];
  const double n = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (n == 0) return std::nullopt;
  for (double& fraction : shares) fraction /= n;
  return shares;
}

std::size_t count_known(std::span<const spliced::residue_code> residues) {
  return static_cast<std::size_t>(
      std::ranges::count_if(residues, [](auto residue) { return residue < n_kinds_of_residues; }));
}

const residue_shares& usual_shares() {
  static const residue_shares shares = [] {
    residue_shares made;
    std::ranges::copy(usual_residues, made.begin());
    const double n = std::accumulate(made.begin(), made.end(), 0.0);
    for (double& fraction : made) fraction /= n;
    return made;
  }();
  return shares;
}

double distance(const residue_shares& one, const residue_shares& other) {
  const auto half = [](double fraction, double mean) {
    return fraction > 0 ? fraction * std::log(fraction / mean) / 2 : 0.0;
  };
  double sum = 0;
  for (std::size_t k = 0; k < n_kinds_of_residues; ++k) {
    const double mean = (one[k] + other[k]) / 2;
    sum += half(one[k], mean) + half(other[k], mean);
  }
  return std::sqrt(std::max(0.0, sum));
}

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
