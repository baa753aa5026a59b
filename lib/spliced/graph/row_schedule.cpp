#include "spliced/graph/row_schedule.hpp"

#include <algorithm>
#include <stdexcept>

#include "spliced/graph/schedule_maker.hpp"

namespace exonweave::spliced {
namespace {

template <class Vector>
std::uint64_t bytes_of(const Vector& elements) {
  return elements.size() * sizeof(typename Vector::value_type);
}

}  // namespace

std::uint64_t row_schedule::bytes() const {
  return bytes_of(ops) + bytes_of(steps) + bytes_of(runs) + bytes_of(live_rows) + bytes_of(live_slots) +
         bytes_of(blocks) + bytes_of(first_row) + bytes_of(leads) + bytes_of(highest_so_far) +
         is_reached.capacity() / 8;
}

std::optional<std::uint32_t> row_schedule::index_in(const schedule_block& block, row_id row) const {
  if (row < block.lowest_row || row > block.highest_row) return std::nullopt;
  for (std::uint32_t m = block.first_live_row; m < block.last_live_row; ++m)
    if (live_rows[m].row == row) return m - block.first_live_row;
  for (std::uint32_t s = block.first_step; s < block.last_step; ++s)
    if (steps[s].row == row) return block.n_live_rows() + s - block.first_step;
  std::uint32_t before = block.n_before_runs();
  for (std::uint32_t r = block.first_run; r < block.last_run; ++r) {
    if (row >= runs[r].row && row - runs[r].row < runs[r].n_residues) return before + (row - runs[r].row);
    before += runs[r].n_residues;
  }
  return std::nullopt;
}

std::size_t row_schedule::block_of(row_id row) const {
  const auto first = std::ranges::lower_bound(highest_so_far, row) - highest_so_far.begin();
  const auto found =
      std::find_if(blocks.begin() + first, blocks.end(), [&](const auto& each) { return index_in(each, row); });
  if (found == blocks.end()) throw std::logic_error("a row is in no block of its schedule");
  return static_cast<std::size_t>(found - blocks.begin());
}

row_schedule make_schedule(const graph_view& graph, const std::optional<gap_costs>& residue_ends,
                           const schedule_options& options) {
  return schedule_maker(graph, residue_ends, options).make();
}

row_schedule make_schedule_within(const graph_view& graph, const std::optional<gap_costs>& residue_ends,
                                  const schedule_options& options, std::uint64_t max_bytes) {
  return schedule_maker(graph, residue_ends, options, max_bytes).make();
}

std::uint64_t bytes_of_making_schedule(const graph_view& graph, const schedule_options& options) {
  return schedule_maker::working_bytes(graph, options);
}

std::uint64_t min_bytes_of_schedule(const graph_view& graph) {
  return graph.size() * sizeof(row_id) + graph.size() / 8;
}

}  // namespace exonweave::spliced
