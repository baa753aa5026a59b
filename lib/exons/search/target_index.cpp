#include "exons/search/target_index.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace exonweave {
namespace {

constexpr int fewest_letters = 3;  // different ones of a word that is looked for

bool is_simple(seed_word word) {
  std::uint32_t letters = 0;
  for (std::size_t i = 0; i < seed_length; ++i) {
    letters |= 1u << word % n_seed_letters;
    word /= n_seed_letters;
  }
  return std::popcount(letters) < fewest_letters;
}

}  // namespace

target_index::target_index(const target_set& targets, std::size_t most_places) {
  join(targets);
  // Counted one behind its place, so that the sums before are where each word begins.
  first_.assign(std::size_t{n_seed_words} + 1, 0);
  for_each_word([&](seed_word word, joined_place) { ++first_[word + 1]; });
  std::vector<bool> is_left_out(n_seed_words);
  for (seed_word word = 0; word < n_seed_words; ++word) {
    is_left_out[word] = first_[word + 1] > most_places || is_simple(word);
    first_[word + 1] = first_[word] + (is_left_out[word] ? 0 : first_[word + 1]);
  }
  places_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for_each_word([&](seed_word word, joined_place place) {
    if (!is_left_out[word]) places_[next[word]++] = place;
  });
}

void target_index::join(const target_set& targets) {
  std::uint64_t n = 1;
  for (const target& each : targets.targets) n += each.residues.size() + 1;
  if (n > UINT32_MAX) throw std::length_error("targets of 2^32 and more residues");
  residues_.reserve(n);
  residues_.push_back(spliced::stop_amino);
  for (const target& each : targets.targets) {
    begins_.push_back(static_cast<joined_place>(residues_.size()));
    for (const char letter : each.residues) residues_.push_back(spliced::amino_code(letter));
    residues_.push_back(spliced::stop_amino);
  }
}

template <class Visit>
void target_index::for_each_word(const Visit& visit) const {
  word_reader reader;
  for (std::size_t i = 0; i < residues_.size(); ++i)
    if (reader.add(residues_[i])) visit(reader.word(), static_cast<joined_place>(i + 1 - seed_length));
}

std::size_t target_index::target_at(joined_place place) const {
  const auto behind = std::ranges::upper_bound(begins_, place);
  return static_cast<std::size_t>(behind - begins_.begin()) - 1;
}

}  // namespace exonweave
