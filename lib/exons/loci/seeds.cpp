#include "exons/loci/seeds.hpp"

#include <algorithm>
#include <stdexcept>

namespace exonweave {

seed_shape::seed_shape(std::string_view pattern) : span_(pattern.size()) {
  constexpr std::size_t max_places = 7;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '1') places_.push_back(static_cast<std::uint8_t>(i));
  const bool is_shape = !pattern.empty() && pattern.size() <= longest && pattern.front() == '1' &&
                        pattern.back() == '1' && places_.size() <= max_places &&
                        pattern.find_first_not_of("01") == std::string_view::npos;
  if (!is_shape) throw std::invalid_argument("not the shape of a seed");
}

void seed_shape::words_at(const seed_letter* stretch, std::span<seed_word> words) const {
  std::ranges::fill(words, 0);
  for (const std::uint8_t place : places_)
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = words[i] * n_seed_groups + stretch[i + place];
}

bool seed_shape::has_letters(const seed_letter* stretch, int n) const {
  std::uint32_t letters = 0;
  for (const std::uint8_t place : places_) letters |= 1u << stretch[place];
  for (; n > 1; --n) letters &= letters - 1;  // one less
  return letters != 0;
}

std::vector<seed_letter> letters_of(std::span<const spliced::residue_code> residues) {
  std::vector<seed_letter> letters;
  letters.reserve(residues.size());
  for (const auto code : residues) letters.push_back(seed_letters[code]);
  return letters;
}

}  // namespace exonweave
