#include "exons/solving/expected_traffic.hpp"

namespace exonweave {
namespace {

constexpr double of_word = 4, of_score = 4;  // bytes

device_traffic operator*(double n, const device_traffic& each) {
  return {n * each.held, n * each.to, n * each.from};
}

}  // namespace

device_traffic& device_traffic::operator+=(const device_traffic& other) {
  held += other.held;
  to += other.to;
  from += other.from;
  return *this;
}

// A word for each row that is closed, two for each that is let in or gathered; two largest values for each row, and 64 bounds of
// 16 bits; rows of two planes of 16 or 32 bits (device_program.hpp, rows_plan.hpp).
device_traffic traffic_of_rows(const problem_size& size, const target_size& target,
                               const solver_options& options, double read_share) {
  constexpr double of_bounds = 64 * 2;
  if (size.nodes == 0) return {};
  const auto n_columns = static_cast<double>(target.n_letters) + 1;
  const double of_row = n_columns * (target.is_slow ? 8 : 4);
  const double of_maxima = 2 * of_score * size.rows + of_bounds * size.bounded;
  device_traffic pass;
  pass.to = of_word * (size.rows + 2 * (size.merged_rows + size.joins)) + n_columns;
  pass.held = pass.to + of_row + of_maxima + of_row * size.saved_rows;
  const auto n_passes = static_cast<double>(options.n_passes());
  device_traffic all = n_passes * pass;
  all.from = (1 + read_share * (n_passes - 1)) * (of_row + of_maxima) +
             n_passes * read_share * of_row * size.saved_rows;
  return all;
}

bool goes_in_strips(const chain_scoring& scoring) {
  return scoring.substitution.n_codes() == spliced::n_dna_codes && scoring.gaps.open == 0 &&
         !scoring.residue_ends;
}

device_traffic traffic_of_strips(const problem_size& size, const target_size& target) {
  constexpr double of_node = 16, of_edge = 8, of_end = 16;
  if (size.nodes == 0) return {};
  device_traffic pass;
  pass.to = of_node * size.nodes + of_edge * size.edges + size.rows + static_cast<double>(target.n_letters);
  pass.from = of_end;
  pass.held = pass.to + pass.from;
  return pass;
}

device_traffic traffic_of_last_rows(const problem_size& size, const target_size& target,
                                    const solver_options& options) {
  constexpr double of_exon = 16, of_input = 8;  // literal_task, literal_input
  if (size.nodes == 0) return {};
  const auto n_columns = static_cast<double>(target.n_letters) + 1;
  const auto n_exons = static_cast<double>(size.exons.n_exons);
  device_traffic pass;
  pass.to =
      of_exon * n_exons + of_input * size.joins + static_cast<double>(size.exons.sum_lengths) + n_columns;
  pass.from = n_exons * n_columns * of_score;
  pass.held = pass.to + pass.from;
  return static_cast<double>(options.n_passes()) * pass;
}

}  // namespace exonweave
