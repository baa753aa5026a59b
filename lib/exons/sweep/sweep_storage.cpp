#include "exons/sweep/sweep_storage.hpp"

#include <algorithm>

namespace exonweave {

sweep_storage::bytes sweep_storage::bytes_for(const track_program& program, std::size_t target_length,
                                              bool is_narrow) const {
  constexpr std::uint64_t planes = 2, padding = 128, directions = 2, of_window = 64, of_place = 2;
  const spliced::sweep_outline& outline = program.outline();
  const std::uint64_t row = (planes * target_length + padding) * (is_narrow ? 2 : 4);
  const std::uint64_t n_kept = directions * (program.n_windows() / stride + 2) + n_spare;
  const auto length = static_cast<std::uint64_t>(outline.window_length) * program.n_windows();
  return {row * (directions * outline.n_slots + outline.most_live * n_kept) + of_window * program.n_windows() +
              of_place * length + program.bytes_of_reader(),
          row * (std::min(outline.most_borders, most_borders) + directions * outline.most_live * stride)};
}

sweep_storage sweep_storage::within(std::uint64_t memory, const track_program& program, std::size_t target_length,
                                    bool is_narrow) {
  constexpr std::uint32_t few_borders = 64;
  sweep_storage how{1, program.outline().most_borders};
  const auto is_too_much = [&] { return how.bytes_for(program, target_length, is_narrow).all() > memory; };
  while (is_too_much() && 4 * how.stride * how.stride < program.n_windows()) how.stride *= 2;
  while (is_too_much() && how.most_borders > few_borders) how.most_borders /= 2;
  constexpr std::size_t most_spare = 256;
  while (how.stride > 1 && how.n_spare < most_spare) {
    how.n_spare += 8;
    if (is_too_much()) {
      how.n_spare -= 8;
      break;
    }
  }
  return how;
}

}  // namespace exonweave
