#include "exons/loci/target_index.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace exonweave {
namespace {

// Some two to four words in a bucket, and tables of 64 MB at most.
int bits_for(std::size_t n_residues) {
  constexpr int fewest = 8, most = 24;
  return std::clamp(static_cast<int>(std::bit_width(n_residues / 4)), fewest, most);
}

// Words of a shape are gathered in so many goes, about, each of which needs as much less memory.
constexpr std::size_t n_goes = 4;

}  // namespace

std::uint64_t target_index::bytes_for(std::uint64_t n_residues, std::size_t n_shapes) {
  const std::uint64_t of_buckets = sizeof(std::uint32_t) << bits_for(n_residues);
  const std::uint64_t of_bits = (std::uint64_t{1} << (bits_for(n_residues) + bits_of_bucket)) / 8;
  return n_residues * (2 + entry_bytes * n_shapes) + 2 * n_residues * sizeof(mixed_word) / n_goes +
         (of_buckets + of_bits) * n_shapes;
}

target_index::target_index(std::span<const target> targets, index_rules rules) : rules_(std::move(rules)) {
  join(targets);
  bucket_bits_ = bits_for(residues_.size());
  const auto letters = letters_of(residues_);
  word_list words;  // of one go after another, in the same memory
  words.reserve(2 * letters.size() / n_goes);
  for (const seed_shape& shape : rules_.shapes) tables_.push_back(make_table(shape, letters, words));
}

void target_index::join(std::span<const target> targets) {
  std::uint64_t n = 1;
  for (const target& each : targets) n += each.residues.size() + 1;
  if (n > max_residues) throw std::length_error("targets of 2^32 and more residues");
  residues_.reserve(n);
  residues_.push_back(spliced::stop_amino);
  for (const target& each : targets) {
    begins_.push_back(static_cast<joined_place>(residues_.size()));
    for (const char letter : each.residues) residues_.push_back(spliced::amino_code(letter));
    residues_.push_back(spliced::stop_amino);
  }
}

// Those that are looked for of some parts of the keys, ascending by place.
template <class Visit>
void target_index::for_each_word_in(std::span<const seed_letter> letters, const seed_shape& shape, part_range parts,
                                    const Visit& visit) const {
  for_each_word(letters, 0, letters.size(), shape, [&](std::size_t i, seed_word word) {
    const std::uint32_t key = mixed(word);
    const bool is_here = part_of(key) - parts.first < parts.last - parts.first;
    if (is_here && shape.has_letters(&letters[i], rules_.fewest_letters))
      visit(mixed_word{key, static_cast<joined_place>(i)});
  });
}

target_index::table target_index::make_table(const seed_shape& shape, std::span<const seed_letter> letters,
                                             word_list& words) const {
  part_counts counts{};
  for_each_word_in(letters, shape, {0, n_parts}, [&](mixed_word word) { ++counts[part_of(word.key)]; });
  const std::size_t n_words = std::reduce(counts.begin(), counts.end());
  table made;
  // The place after a bucket's own is where its next word is put: at last, where it ends and the one after it begins.
  made.first.resize((std::size_t{1} << bucket_bits_) + 2);
  made.is_there.resize((std::size_t{1} << (bucket_bits_ + bits_of_bucket)) / n_bits);
  made.entries.resize((n_words + 1) * entry_bytes);
  for (part_range parts{0, 0}; parts.first < n_parts; parts.first = parts.last) {
    for (std::size_t n = 0; parts.last < n_parts && n <= n_words / n_goes; ++parts.last) n += counts[parts.last];
    gather_words(shape, letters, parts, counts, words);
    put_words(words, parts, made);
  }
  return made;
}

// In the order of the parts, ascending by place within each.
void target_index::gather_words(const seed_shape& shape, std::span<const seed_letter> letters, part_range parts,
                                const part_counts& counts, word_list& words) const {
  part_counts next{};
  std::size_t n = 0;
  for (std::size_t part = parts.first; part < parts.last; ++part) n = (next[part] = n) + counts[part];
  words.resize(n);
  for_each_word_in(letters, shape, parts, [&](mixed_word word) { words[next[part_of(word.key)]++] = word; });
}

// All words of the buckets of some parts, after those of the parts before.
void target_index::put_words(const word_list& words, part_range parts, table& into) const {
  const int low_bits = bucket_bits_ - part_bits;
  const std::size_t begin = parts.first << low_bits, end = parts.last << low_bits;  // buckets
  auto& first = into.first;
  for (const mixed_word& word : words) ++first[bucket_of(word.key) + 2];
  std::vector<bool> is_left_out(end - begin);
  for (std::size_t bucket = begin; bucket < end; ++bucket) {
    const std::uint32_t n = first[bucket + 2];
    is_left_out[bucket - begin] = n > rules_.max_places;
    first[bucket + 2] = first[bucket + 1] + (n > rules_.max_places ? 0 : n);
  }
  for (const mixed_word& word : words) {
    const std::uint32_t bucket = bucket_of(word.key), bit = bit_of(word.key);
    if (is_left_out[bucket - begin]) continue;
    into.put(first[bucket + 1]++, {word.place, tag_of(word.key)});
    into.is_there[bit / n_bits] |= std::uint64_t{1} << (bit % n_bits);
  }
}

std::size_t target_index::target_at(joined_place place) const {
  const auto after = std::ranges::upper_bound(begins_, place);
  return static_cast<std::size_t>(after - begins_.begin()) - 1;
}

}  // namespace exonweave
