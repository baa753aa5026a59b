#include "runtime_model/times/expected_traffic.hpp"

#include "gpu/reference/literal_plan.hpp"
#include "gpu/strips/strip_program.hpp"

namespace exonweave {
namespace {

device_traffic operator*(double n, const device_traffic& each) {
  return {n * each.held, n * each.sent, n * each.received};
}

}  // namespace

device_traffic& device_traffic::operator+=(const device_traffic& other) {
  held += other.held;
  sent += other.sent;
  received += other.received;
  return *this;
}

// Edges within a strip take nothing, the others a strip_input each: together about so much.
device_traffic traffic_of_strips(const problem_size& size, const target_size& target) {
  constexpr double of_node = sizeof(gpu::strip_task), of_edge = 8, of_end = sizeof(spliced::best_end);
  if (size.nodes == 0) return {};
  device_traffic pass;
  pass.sent = of_node * size.nodes + of_edge * size.edges + size.rows + static_cast<double>(target.n_letters);
  pass.received = of_end;
  pass.held = pass.sent + pass.received;
  return pass;
}

device_traffic traffic_of_last_rows(const problem_size& size, const target_size& target,
                                    const solver_settings& settings) {
  constexpr double of_exon = sizeof(gpu::literal_task), of_input = sizeof(gpu::literal_input);
  if (size.nodes == 0) return {};
  const auto n_columns = static_cast<double>(target.n_letters) + 1;
  const auto n_exons = static_cast<double>(size.exons.n_exons);
  device_traffic pass;
  pass.sent = of_exon * n_exons + of_input * size.joins + static_cast<double>(size.exons.sum_lengths) + n_columns;
  pass.received = n_exons * n_columns * sizeof(spliced::score);
  pass.held = pass.sent + pass.received;
  return static_cast<double>(settings.n_passes()) * pass;
}

}  // namespace exonweave
