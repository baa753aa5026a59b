#include "exons/loci/joined_targets.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/threads/on_threads.hpp"
#include "exons/sequences/masking.hpp"

namespace exonweave {

joined_targets::joined_targets(std::span<const target> targets, unsigned n_threads) {
  std::uint64_t n = 2 * margin;
  for (const target& each : targets) n += each.residues.size() + 1;
  if (n > max_residues) throw std::length_error("targets of 2^32 and more residues");
  residues_.reserve(n);
  residues_.resize(margin, spliced::stop_amino);
  for (const target& each : targets) {
    begins_.push_back(static_cast<joined_place>(residues_.size()));
    for (const char letter : each.residues) residues_.push_back(spliced::amino_code(letter));
    residues_.push_back(spliced::stop_amino);
  }
  residues_.resize(residues_.size() + margin, spliced::stop_amino);
  for (std::size_t place = 0, t = 0; place < residues_.size(); place += places_of_block) {
    while (t + 1 < begins_.size() && begins_[t + 1] <= place) ++t;
    target_of_block_.push_back(static_cast<std::uint32_t>(t));
  }
  letters_.resize(residues_.size());
  std::ranges::transform(residues_, letters_.begin(), [](spliced::residue_code code) { return seed_letters[code]; });
  constexpr std::size_t at_once = 64;
  const run_control control;
  on_threads(n_threads, (targets.size() + at_once - 1) / at_once, control, [&] {
    return [&](std::size_t block) {
      for (std::size_t t = block * at_once; t < std::min(targets.size(), (block + 1) * at_once); ++t)
        mask(targets[t], begins_[t]);
    };
  });
}

void joined_targets::mask(const target& protein, joined_place begin) {
  for (const interval& part : low_complexity(protein.residues))
    std::fill_n(letters_.begin() + begin + part.start, part.length(), no_seed_letter);
}

std::size_t joined_targets::target_at(joined_place place) const {
  std::size_t target = target_of_block_[place / places_of_block];
  while (target + 1 < begins_.size() && begins_[target + 1] <= place) ++target;
  return target;
}

}  // namespace exonweave
