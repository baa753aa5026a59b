#include "exons/search/target_index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace exonweave {
namespace {

// Some two words in a bucket, and tables of 64 MB at most.
int bits_for(std::size_t n_residues) {
  constexpr int fewest = 8, most = 24;
  return std::clamp(static_cast<int>(std::bit_width(n_residues / 2)), fewest, most);
}

}  // namespace

std::uint64_t target_index::bytes_for(std::uint64_t n_residues, std::size_t n_shapes) {
  const std::uint64_t of_buckets = sizeof(std::uint32_t) << bits_for(n_residues);
  const std::uint64_t of_bits = (std::uint64_t{1} << (bits_for(n_residues) + bits_of_bucket)) / 8;
  return n_residues * (2 + sizeof(mixed_word) + entry_bytes * n_shapes) + of_buckets * (n_shapes + 1) +
         of_bits * n_shapes;
}

target_index::target_index(std::span<const target> targets, index_rules rules) : rules_(std::move(rules)) {
  join(targets);
  bucket_bits_ = bits_for(residues_.size());
  const auto letters = letters_of(residues_);
  word_list words;  // of one shape after another, in the same memory
  words.reserve(letters.size());
  for (const seed_shape& shape : rules_.shapes) {
    gather_words(shape, letters, words);
    tables_.push_back(make_table(words));
  }
}

void target_index::join(std::span<const target> targets) {
  std::uint64_t n = 1;
  for (const target& each : targets) n += each.residues.size() + 1;
  if (n > most_residues) throw std::length_error("targets of 2^32 and more residues");
  residues_.reserve(n);
  residues_.push_back(spliced::stop_amino);
  for (const target& each : targets) {
    begins_.push_back(static_cast<joined_place>(residues_.size()));
    for (const char letter : each.residues) residues_.push_back(spliced::amino_code(letter));
    residues_.push_back(spliced::stop_amino);
  }
}

// In the order of the buckets within some 2^high_bits parts of them, ascending by place within a bucket: what lies close in the
// table is put there together, since a table is far larger than a cache.
void target_index::gather_words(const seed_shape& shape, std::span<const seed_letter> letters,
                                word_list& words) const {
  constexpr int high_bits = 8;
  const auto for_each_word = [&](const auto& visit) {
    exonweave::for_each_word(letters, 0, letters.size(), shape, [&](std::size_t at, seed_word word) {
      if (shape.has_letters(&letters[at], rules_.fewest_letters))
        visit(mixed_word{mixed(word), static_cast<joined_place>(at)});
    });
  };
  std::array<std::size_t, (1 << high_bits) + 1> next{};
  const auto part_of = [](mixed_word word) { return word.key >> (32 - high_bits); };
  for_each_word([&](mixed_word word) { ++next[part_of(word) + 1]; });
  std::partial_sum(next.begin(), next.end(), next.begin());
  words.resize(next.back());
  for_each_word([&](mixed_word word) { words[next[part_of(word)]++] = word; });
}

target_index::table target_index::make_table(const word_list& words) const {
  table made;
  // Counted one behind its place, so that the sums before are where each bucket begins.
  auto& first = made.first;
  first.assign((std::size_t{1} << bucket_bits_) + 1, 0);
  for (const mixed_word& word : words) ++first[bucket_of(word.key) + 1];
  std::vector<bool> is_left_out(first.size());
  for (std::size_t bucket = 0; bucket + 1 < first.size(); ++bucket) {
    is_left_out[bucket] = first[bucket + 1] > rules_.most_places;
    first[bucket + 1] = first[bucket] + (is_left_out[bucket] ? 0 : first[bucket + 1]);
  }
  made.is_there.resize((std::size_t{1} << (bucket_bits_ + bits_of_bucket)) / n_bits);
  made.entries.resize((std::size_t{first.back()} + 1) * entry_bytes);
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (const mixed_word& word : words) {
    const std::uint32_t bucket = bucket_of(word.key), bit = bit_of(word.key);
    if (is_left_out[bucket]) continue;
    made.put(next[bucket]++, {word.place, tag_of(word.key)});
    made.is_there[bit / n_bits] |= std::uint64_t{1} << (bit % n_bits);
  }
  return made;
}

std::size_t target_index::target_at(joined_place place) const {
  const auto behind = std::ranges::upper_bound(begins_, place);
  return static_cast<std::size_t>(behind - begins_.begin()) - 1;
}

}  // namespace exonweave
