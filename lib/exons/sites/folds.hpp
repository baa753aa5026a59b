// The parts in which sites of a genome are held back from training, to see how well they are foretold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/statistics/random_source.hpp"

namespace exonweave {

constexpr std::size_t n_folds = 5;
constexpr std::int64_t fold_length = 20'000;  // nt of a sequence whose sites are held back together

/// By the sequence's name and the place, a forward coordinate: sites of one locus are mostly held back together, and
/// the order of the sequences does not matter.
inline std::size_t fold_of(std::string_view sequence, std::int64_t position) {
  return static_cast<std::size_t>(name_hash().add(sequence).add(position / fold_length).value() % n_folds);
}

}  // namespace exonweave
