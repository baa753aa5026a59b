#include "exons/loci/target_words.hpp"

#include <algorithm>
#include <bit>

namespace exonweave {
namespace {

// As many as residues, about.
std::size_t slots_for(std::size_t n_residues) {
  constexpr std::size_t fewest = 256, most = std::size_t{1} << 16;
  return std::clamp(std::bit_ceil(n_residues), fewest, most);
}

}  // namespace

target_words::target_words(std::span<const seed_shape> shapes) : shapes_(shapes), tables_(shapes.size()) {}

void target_words::read(const target& protein) {
  residues_.assign(1, spliced::stop_amino);
  for (const char letter : protein.residues) residues_.push_back(spliced::amino_code(letter));
  residues_.push_back(spliced::stop_amino);
  slot_mask_ = slots_for(residues_.size()) - 1;
  const auto letters = letters_of(residues_);
  for (std::size_t shape = 0; shape < shapes_.size(); ++shape) fill(tables_[shape], shapes_[shape], letters);
}

// Linked from the last place to the first, so that those of a slot ascend.
void target_words::fill(table& out, const seed_shape& shape, std::span<const seed_letter> letters) const {
  out.is_there.fill(0);
  out.heads.assign(slot_mask_ + 1, none);
  out.occurrences.clear();
  for_each_word(letters, 0, letters.size(), shape, [&](std::size_t i, seed_word word) {
    out.occurrences.push_back({word, static_cast<joined_place>(i), none});
  });
  for (std::size_t i = out.occurrences.size(); i-- > 0;) {
    occurrence& each = out.occurrences[i];
    const word_digest digest = digest_of(each.word);
    out.is_there[digest / n_bits] |= std::uint64_t{1} << (digest % n_bits);
    std::uint32_t& head = out.heads[digest & slot_mask_];
    each.next = head;
    head = static_cast<std::uint32_t>(i);
  }
}

}  // namespace exonweave
