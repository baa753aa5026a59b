#include "exons/loci/word_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace exonweave {
namespace {

int bits_of(seed_word n_words) { return static_cast<int>(std::bit_width(n_words - 1)); }

// So many bits of a word are sorted by at once, the last ones first, each time stably.
constexpr int digit_bits = 9;
constexpr std::size_t n_digits = std::size_t{1} << digit_bits;

void sort_by_digit(const word_places& given, word_places& sorted, int shift) {
  const auto digit_of = [shift](const word_place& each) { return each.word >> shift & (n_digits - 1); };
  std::array<std::size_t, n_digits + 1> next{};
  for (const word_place& each : given) ++next[digit_of(each) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (const word_place& each : given) sorted[next[digit_of(each)]++] = each;
}

// Stays in the order of places where words are equal.
void sort_by_word(word_places& places, seed_word n_words) {
  word_places other(places.size());
  for (int shift = 0; shift < bits_of(n_words); shift += digit_bits) {
    sort_by_digit(places, other, shift);
    places.swap(other);
  }
}

}  // namespace

std::uint64_t word_list::bytes_for(std::uint64_t n_residues, std::span<const seed_shape> shapes) {
  std::uint64_t bytes = n_residues * sizeof(word_place);  // while one is sorted
  for (const seed_shape& each : shapes) bytes += n_residues * sizeof(word_place) + each.n_words() / 8;
  return bytes;
}

word_list::word_list(const joined_targets& targets, const seed_shape& shape, const word_rules& rules)
    : shape_(shape), is_there_(shape.n_words() / n_bits + 1) {
  constexpr int bits_of_parts = 10;
  part_bits_ = std::max(0, bits_of(shape.n_words()) - bits_of_parts);
  const auto letters = targets.letters();
  places_.reserve(letters.size());
  for_each_word(letters, 0, letters.size(), shape, [&](std::size_t i, seed_word word) {
    if (shape.has_letters(&letters[i], rules.fewest_letters)) places_.push_back({word, static_cast<joined_place>(i)});
  });
  sort_by_word(places_, shape.n_words());
  leave_frequent_out(rules.max_places);
  note_words();
}

void word_list::leave_frequent_out(std::size_t max_places) {
  auto kept = places_.begin();
  for (auto first = places_.begin(), last = first; first != places_.end(); first = last) {
    last = std::find_if(first, places_.end(), [&](const word_place& other) { return other.word != first->word; });
    if (static_cast<std::size_t>(last - first) <= max_places) kept = std::copy(first, last, kept);
  }
  places_.resize(static_cast<std::size_t>(kept - places_.begin()));
}

void word_list::note_words() {
  part_begins_.assign(part_of(shape_.n_words() - 1) + 2, 0);
  for (const word_place& each : places_) {
    is_there_[each.word / n_bits] |= std::uint64_t{1} << (each.word % n_bits);
    ++part_begins_[part_of(each.word) + 1];
  }
  std::partial_sum(part_begins_.begin(), part_begins_.end(), part_begins_.begin());
}

}  // namespace exonweave
