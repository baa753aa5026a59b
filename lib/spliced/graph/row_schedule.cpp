#include "spliced/graph/row_schedule.hpp"

#include <algorithm>
#include <stdexcept>

#include "spliced/graph/schedule_maker.hpp"

namespace exonweave::spliced {
namespace {

template <class Element>
std::uint64_t bytes_of(const std::vector<Element>& elements) {
  return elements.capacity() * sizeof(Element);
}

}  // namespace

std::uint64_t row_schedule::bytes() const {
  return bytes_of(ops) + bytes_of(steps) + bytes_of(runs) + bytes_of(marks) + bytes_of(live_slots) +
         bytes_of(blocks) + bytes_of(first_row) + bytes_of(leads) + is_reached.capacity() / 8;
}

std::size_t row_schedule::block_of(row_id row) const {
  const auto holds = [&](const schedule_block& block) {
    if (row < block.lowest_row || row > block.highest_row) return false;
    const auto of_block = std::span(marks).subspan(block.first_mark, block.last_mark - block.first_mark);
    if (std::ranges::find(of_block, row, &row_mark::row) != of_block.end()) return true;
    return block.n_run_rows > 0 &&
           std::any_of(ops.begin() + block.first_op, ops.begin() + block.last_op, [&](const row_op& op) {
             return op.kind == row_op_kind::run && row >= runs[op.index].row &&
                    row - runs[op.index].row < runs[op.index].n_residues;
           });
  };
  const auto first = std::ranges::lower_bound(highest_so_far, row) - highest_so_far.begin();
  const auto found = std::find_if(blocks.begin() + first, blocks.end(), holds);
  if (found == blocks.end()) throw std::logic_error("a row is in no block of its schedule");
  return static_cast<std::size_t>(found - blocks.begin());
}

row_schedule make_schedule(const graph_view& graph, const std::optional<gap_costs>& residue_ends,
                           const schedule_options& options) {
  return schedule_maker(graph, residue_ends, options).make();
}

}  // namespace exonweave::spliced
