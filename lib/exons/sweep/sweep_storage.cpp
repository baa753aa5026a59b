#include "exons/sweep/sweep_storage.hpp"

#include <algorithm>

namespace exonweave {

sweep_storage::bytes sweep_storage::bytes_for(const sweep_size& size, std::size_t target_length, bool is_narrow) const {
  constexpr std::uint64_t planes = 2, padding = 128, directions = 2, of_window = 64, of_place = 2;
  const std::uint64_t row = (planes * target_length + padding) * (is_narrow ? 2 : 4);
  const std::uint64_t n_kept = directions * (size.n_windows / stride + 2) + n_spare;
  return {row * (directions * size.n_slots + size.max_live * n_kept) + of_window * size.n_windows +
              of_place * size.window_length * size.n_windows + size.of_reader,
          row * (std::min(size.max_borders, max_borders) + directions * size.max_live * stride)};
}

sweep_storage sweep_storage::within(std::uint64_t memory, const sweep_size& size, std::size_t target_length,
                                    bool is_narrow) {
  constexpr std::uint64_t few_borders = 64;
  sweep_storage how{1, size.max_borders};
  const auto is_too_much = [&] { return how.bytes_for(size, target_length, is_narrow).all() > memory; };
  while (is_too_much() && 4 * how.stride * how.stride < size.n_windows) how.stride *= 2;
  while (is_too_much() && how.max_borders > few_borders) how.max_borders /= 2;
  constexpr std::size_t max_spare = 256;
  while (how.stride > 1 && how.n_spare < max_spare) {
    how.n_spare += 8;
    if (is_too_much()) {
      how.n_spare -= 8;
      break;
    }
  }
  return how;
}

// More gains little.
sweep_storage sweep_storage::ample(const sweep_size& size, std::size_t target_length, bool is_narrow,
                                   std::uint64_t memory) {
  constexpr std::uint64_t usual = std::uint64_t{32} << 20;
  const std::uint64_t least = within(0, size, target_length, is_narrow).bytes_for(size, target_length, is_narrow).all();
  return within(std::min(memory, std::max(usual, least + least / 4)), size, target_length, is_narrow);
}

}  // namespace exonweave
