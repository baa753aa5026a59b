// The parts in which sites of a genome are held back from training, to see how well they are foretold.
#pragma once

#include <cstddef>
#include <cstdint>

namespace exonweave {

constexpr std::size_t n_folds = 5;
constexpr std::int64_t fold_length = 20'000;  // nt of a sequence whose sites are held back together

/// By the place alone, so that the sites of one locus are mostly held back together. `position` is a forward coordinate.
constexpr std::size_t fold_of(std::size_t sequence, std::int64_t position) {
  return (sequence + static_cast<std::size_t>(position / fold_length)) % n_folds;
}

}  // namespace exonweave
