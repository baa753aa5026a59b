#include "spliced/scoring/protein_matrix.hpp"

#include <algorithm>
#include <array>

namespace exonweave::spliced {
namespace {

constexpr std::string_view blosum_letters = "ARNDCQEGHILKMFPSTWYVBZX";
constexpr std::size_t n_blosum = blosum_letters.size();

// The lower triangle, diagonal included, row by row: A-A, R-A, R-R, N-A, ...
using triangle = std::array<std::int8_t, n_blosum*(n_blosum + 1) / 2>;

// clang-format off
constexpr triangle blosum45 = {
    5,  // A
    -2, 7,  // R
    -1, 0, 6,  // N
    -2, -1, 2, 7,  // D
    -1, -3, -2, -3, 12,  // C
    -1, 1, 0, 0, -3, 6,  // Q
    -1, 0, 0, 2, -3, 2, 6,  // E
    0, -2, 0, -1, -3, -2, -2, 7,  // G
    -2, 0, 1, 0, -3, 1, 0, -2, 10,  // H
    -1, -3, -2, -4, -3, -2, -3, -4, -3, 5,  // I
    -1, -2, -3, -3, -2, -2, -2, -3, -2, 2, 5,  // L
    -1, 3, 0, 0, -3, 1, 1, -2, -1, -3, -3, 5,  // K
    -1, -1, -2, -3, -2, 0, -2, -2, 0, 2, 2, -1, 6,  // M
    -2, -2, -2, -4, -2, -4, -3, -3, -2, 0, 1, -3, 0, 8,  // F
    -1, -2, -2, -1, -4, -1, 0, -2, -2, -2, -3, -1, -2, -3, 9,  // P
    1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -3, -1, -2, -2, -1, 4,  // S
    0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -1, -1, 2, 5,  // T
    -2, -2, -4, -4, -5, -2, -3, -2, -3, -2, -2, -2, -2, 1, -3, -4, -3, 15,  // W
    -2, -1, -2, -2, -3, -1, -2, -3, 2, 0, 0, -1, 0, 3, -3, -2, -1, 3, 8,  // Y
    0, -2, -3, -3, -1, -3, -3, -3, -3, 3, 1, -2, 1, 0, -3, -1, 0, -3, -1, 5,  // V
    -1, -1, 5, 6, -2, 0, 1, -1, 0, -3, -3, 0, -2, -3, -2, 0, 0, -4, -2, -3, 5,  // B
    -1, 1, 0, 1, -3, 4, 5, -2, 0, -3, -2, 1, -1, -3, -1, 0, -1, -2, -2, -3, 1, 5,  // Z
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,  // X
};
constexpr triangle blosum62 = {
    4,  // A
    -1, 5,  // R
    -2, 0, 6,  // N
    -2, -2, 1, 6,  // D
    0, -3, -3, -3, 9,  // C
    -1, 1, 0, 0, -3, 5,  // Q
    -1, 0, 0, 2, -4, 2, 5,  // E
    0, -2, 0, -1, -3, -2, -2, 6,  // G
    -2, 0, 1, -1, -3, 0, 0, -2, 8,  // H
    -1, -3, -3, -3, -1, -3, -3, -4, -3, 4,  // I
    -1, -2, -3, -4, -1, -2, -3, -4, -3, 2, 4,  // L
    -1, 2, 0, -1, -3, 1, 1, -2, -1, -3, -2, 5,  // K
    -1, -1, -2, -3, -1, 0, -2, -3, -2, 1, 2, -1, 5,  // M
    -2, -3, -3, -3, -2, -3, -3, -3, -1, 0, 0, -3, 0, 6,  // F
    -1, -2, -2, -1, -3, -1, -1, -2, -2, -3, -3, -1, -2, -4, 7,  // P
    1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -2, 0, -1, -2, -1, 4,  // S
    0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 1, 5,  // T
    -3, -3, -4, -4, -2, -2, -3, -2, -2, -3, -2, -3, -1, 1, -4, -3, -2, 11,  // W
    -2, -2, -2, -3, -2, -1, -2, -3, 2, -1, -1, -2, -1, 3, -3, -2, -2, 2, 7,  // Y
    0, -3, -3, -3, -1, -2, -2, -3, -3, 3, 1, -2, 1, -1, -2, -2, 0, -3, -1, 4,  // V
    -2, -1, 4, 4, -3, 0, 1, -1, 0, -3, -4, 0, -3, -3, -2, 0, -1, -4, -3, -3, 4,  // B
    -1, 0, 0, 1, -3, 4, 4, -2, 0, -3, -3, 1, -1, -3, -1, 0, -1, -2, -2, -2, 0, 4,  // Z
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,  // X
};
constexpr triangle blosum80 = {
    5,  // A
    -2, 6,  // R
    -2, -1, 6,  // N
    -2, -2, 1, 6,  // D
    -1, -4, -3, -4, 9,  // C
    -1, 1, 0, -1, -4, 6,  // Q
    -1, -1, -1, 1, -5, 2, 6,  // E
    0, -3, -1, -2, -4, -2, -3, 6,  // G
    -2, 0, 0, -2, -4, 1, 0, -3, 8,  // H
    -2, -3, -4, -4, -2, -3, -4, -5, -4, 5,  // I
    -2, -3, -4, -5, -2, -3, -4, -4, -3, 1, 4,  // L
    -1, 2, 0, -1, -4, 1, 1, -2, -1, -3, -3, 5,  // K
    -1, -2, -3, -4, -2, 0, -2, -4, -2, 1, 2, -2, 6,  // M
    -3, -4, -4, -4, -3, -4, -4, -4, -2, -1, 0, -4, 0, 6,  // F
    -1, -2, -3, -2, -4, -2, -2, -3, -3, -4, -3, -1, -3, -4, 8,  // P
    1, -1, 0, -1, -2, 0, 0, -1, -1, -3, -3, -1, -2, -3, -1, 5,  // S
    0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -2, -1, -1, -2, -2, 1, 5,  // T
    -3, -4, -4, -6, -3, -3, -4, -4, -3, -3, -2, -4, -2, 0, -5, -4, -4, 11,  // W
    -2, -3, -3, -4, -3, -2, -3, -4, 2, -2, -2, -3, -2, 3, -4, -2, -2, 2, 7,  // Y
    0, -3, -4, -4, -1, -3, -3, -4, -4, 3, 1, -3, 1, -1, -3, -2, 0, -3, -2, 4,  // V
    -2, -1, 5, 5, -4, 0, 1, -1, -1, -4, -4, -1, -3, -4, -2, 0, -1, -5, -3, -4, 5,  // B
    -1, 0, 0, 1, -4, 4, 5, -3, 0, -4, -3, 1, -1, -4, -2, 0, -1, -3, -3, -3, 0, 5,  // Z
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,  // X
};
// clang-format on

struct named_matrix {
  std::string_view name;
  const triangle* scores;
  score stop;
};

constexpr std::array named_matrices = {
    named_matrix{"BLOSUM45", &blosum45, -5},
    named_matrix{"BLOSUM62", &blosum62, -4},
    named_matrix{"BLOSUM80", &blosum80, -6},
};

stated_scores stated_by(const named_matrix& matrix) {
  stated_scores stated{std::string(blosum_letters) + '*', {}};
  const std::size_t n = stated.letters.size();
  stated.scores.assign(n * n, matrix.stop);
  std::size_t next = 0;
  for (std::size_t row = 0; row < n_blosum; ++row)
    for (std::size_t column = 0; column <= row; ++column, ++next)
      stated.scores[row * n + column] = stated.scores[column * n + row] = (*matrix.scores)[next];
  return stated;
}

// What a letter without a row of its own stands for.
std::string_view stands_for(char letter) {
  switch (letter) {
    case 'B':
      return "ND";
    case 'Z':
      return "QE";
    case 'J':
      return "IL";
    case 'U':
      return "C";
    case 'O':
      return "K";
    default:
      return twenty_amino_acids;  // X
  }
}

// Places in stated.letters of a letter, or of those that it stands for.
std::vector<std::size_t> places_of(char letter, const stated_scores& stated) {
  const std::size_t own = stated.letters.find(letter);
  if (own != std::string::npos) return {own};
  std::vector<std::size_t> places;
  for (const char each : stands_for(letter)) places.push_back(stated.letters.find(each));
  return places;
}

score mean_over_pairs(const stated_scores& stated, const std::vector<std::size_t>& rows,
                      const std::vector<std::size_t>& columns) {
  score sum = 0;
  for (const std::size_t row : rows)
    for (const std::size_t column : columns) sum += stated.at(row, column);
  return floor_divide(sum, static_cast<score>(rows.size() * columns.size()));
}

// The worst that the matrix says of a stop and an amino acid; without a stop in it, the worst that it says at all.
score stop_score(const stated_scores& stated) {
  const std::size_t stop = stated.letters.find('*');
  if (stop == std::string::npos) return *std::min_element(stated.scores.begin(), stated.scores.end());
  score worst = score_limit;
  for (std::size_t other = 0; other < stated.letters.size(); ++other)
    if (other != stop) worst = std::min({worst, stated.at(stop, other), stated.at(other, stop)});
  return worst;
}

}  // namespace

substitution_matrix protein_matrix(const stated_scores& stated) {
  constexpr residue_code stop = stop_amino;
  substitution_matrix matrix(n_amino_codes);
  for (residue_code u = 0; u < stop; ++u)
    for (residue_code v = 0; v < stop; ++v)
      matrix.at(u, v) = mean_over_pairs(stated, places_of(amino_letter(u), stated), places_of(amino_letter(v), stated));
  for (residue_code u = 0; u < n_amino_codes; ++u) matrix.at(u, stop) = matrix.at(stop, u) = stop_score(stated);
  return matrix;
}

std::vector<std::string> protein_matrix_names() {
  std::vector<std::string> names;
  for (const auto& each : named_matrices) names.emplace_back(each.name);
  return names;
}

std::optional<substitution_matrix> named_protein_matrix(std::string_view name) {
  for (const auto& each : named_matrices)
    if (each.name == name) return protein_matrix(stated_by(each));
  return std::nullopt;
}

}  // namespace exonweave::spliced
