#include "spliced/gapless/gapless_layout.hpp"

#include <algorithm>
#include <stdexcept>

#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::spliced {

namespace gapless {

const score_table& scores() {
  static const score_table made = [] {
    const auto matrix = *named_protein_matrix("BLOSUM62");
    score_table table{};
    for (std::size_t q = 0; q < n_query_letters; ++q)
      for (std::size_t t = 0; t < n_text_letters; ++t) {
        const bool is_pair = q < n_amino_acids && t < n_amino_acids;
        const bool is_end = q == end_of_query || t == end_of_text;
        table[q][t] = is_pair  ? matrix(static_cast<residue_code>(t), static_cast<residue_code>(q))
                      : is_end ? of_end
                               : 0;
      }
    return table;
  }();
  return made;
}

}  // namespace gapless

namespace {

using gapless::n_blocks;

// What goes into one strip: residues [first, last) of all, where the first block may be for context alone.
struct query_part {
  std::uint32_t first, last;
  bool has_context;
  std::size_t n_blocks;
};

// One residue at least lies between two parts, so that no match goes on.
std::vector<query_part> cut(std::span<const gapless_queries::range> queries, std::size_t block_length) {
  const auto longest = static_cast<std::uint32_t>(n_blocks * block_length - 1);
  std::vector<query_part> parts;
  for (const auto& [first, last] : queries)
    for (std::uint32_t begin = first; begin < last;) {
      const std::uint32_t end = std::min(last, begin + longest);
      parts.push_back({begin, end, begin > first, (end - begin) / block_length + 1});
      begin = end == last ? last : end - static_cast<std::uint32_t>(block_length);
    }
  return parts;
}

// Long parts first, each to the fullest strip that has room for it.
class strip_packer {
 public:
  explicit strip_packer(query_strips& made) : made_(made) {}

  /// The number of its first block.
  std::size_t place(std::size_t size) {
    std::size_t room = size;
    while (room <= n_blocks && with_room_[room].empty()) ++room;
    if (room > n_blocks) {
      room = n_blocks;
      with_room_[room].push_back(made_.n_strips());
      made_.places.resize(made_.places.size() + n_blocks, query_strips::no_place);
      made_.letters.resize(made_.letters.size() + made_.strip_length(), gapless::end_of_query);
    }
    const std::size_t strip = with_room_[room].back();
    with_room_[room].pop_back();
    with_room_[room - size].push_back(strip);
    return strip * n_blocks + (n_blocks - room);
  }

 private:
  query_strips& made_;
  std::array<std::vector<std::size_t>, n_blocks + 1> with_room_;  // strips, by blocks that are free
};

}  // namespace

query_strips query_strips::pack(const gapless_queries& queries, std::size_t block_length) {
  if (block_length == 0 || block_length % 2 != 0) throw std::invalid_argument("blocks of pairs");
  query_strips made{block_length, {}, {}};
  std::vector<query_part> parts = cut(queries.queries, block_length);
  std::ranges::stable_sort(parts, std::greater<>(), &query_part::n_blocks);
  strip_packer packer(made);
  for (const query_part& part : parts) {
    const std::size_t block = packer.place(part.n_blocks);
    for (std::uint32_t k = part.first; k < part.last; ++k) {
      const residue_code code = queries.residues[k];
      made.letters[block * block_length + (k - part.first)] = code < gapless::n_amino_acids ? code : gapless::masked;
    }
    for (std::size_t b = part.has_context ? 1 : 0; b < part.n_blocks; ++b)
      if (part.first + b * block_length < part.last)
        made.places[block + b] = static_cast<std::uint32_t>(part.first + b * block_length);
  }
  return made;
}

open_text open_text::pack(std::span<const residue_code> text) {
  open_text made;
  made.letters.assign(gapless::margin, gapless::end_of_text);
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    for (end = begin; end < text.size() && text[end] < gapless::n_amino_acids; ++end) {
    }
    if (end - begin < gapless::min_stretch) continue;
    made.stretches.push_back({static_cast<std::uint32_t>(made.letters.size()), static_cast<std::uint32_t>(begin)});
    made.letters.insert(made.letters.end(), text.begin() + static_cast<std::ptrdiff_t>(begin),
                        text.begin() + static_cast<std::ptrdiff_t>(end));
    made.letters.push_back(gapless::end_of_text);
  }
  const std::size_t n = made.letters.size() - gapless::margin;
  const std::size_t n_chunks = (n + gapless::chunk_length - 1) / gapless::chunk_length;
  made.letters.resize(2 * gapless::margin + n_chunks * gapless::chunk_length, gapless::end_of_text);
  return made;
}

std::uint32_t open_text::position_of(std::uint32_t letter) const {
  const stretch& found = *(std::ranges::upper_bound(stretches, letter, {}, &stretch::letter) - 1);
  return found.position + (letter - found.letter);
}

}  // namespace exonweave::spliced
