#include "exons/loci/segments.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

namespace exonweave {

using spliced::residue_code;

namespace {

constexpr std::size_t codons_at_once = ungapped_extension::codons_at_once;
constexpr std::size_t enough_seeds = 1 << 16;
constexpr std::size_t bits_ahead = 32, words_ahead = 16,
                      seeds_ahead = 12;  // memory that is requested before it is needed

}  // namespace

segment_finder::segment_finder(const target_index& targets, const segment_rules& rules)
    : targets_(targets), grower_(rules) {
  while (targets_.residues().size() >> part_bits_ > n_parts / 2) ++part_bits_;
}

void segment_finder::find(std::span<const residue_code> codons, std::span<const seed_letter> letters, std::size_t first,
                          std::size_t last, std::int64_t begin, std::vector<segment>& found) {
  grower_.begin_frame(codons, targets_.residues());
  const auto grow_all = [&] { grow_seeds(codons, begin, found); };
  for (; first < last; first += codons_at_once) {
    if (seeds_.empty()) grower_.leave_after(static_cast<std::uint32_t>(first));
    gather_seeds(letters, first, std::min(first + codons_at_once, last), grow_all);
  }
  grow_all();
}

// By diagonals that lie near each other, and so do their residues: a seed far from the one before it would wait for
// them. On each diagonal the order stays.
void segment_finder::sort_seeds() {
  std::array<std::size_t, n_parts + 1> next{};
  for (const seed& each : seeds_) ++next[part_of(each) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  sorted_.resize(seeds_.size());
  for (const seed& each : seeds_) sorted_[next[part_of(each)]++] = each;
  seeds_.swap(sorted_);
}

void segment_finder::grow_seeds(std::span<const residue_code> codons, std::int64_t begin, std::vector<segment>& found) {
  sort_seeds();
  for (std::size_t s = 0; s < seeds_.size(); ++s) {
    if (s + seeds_ahead < seeds_.size()) prefetch_around(seeds_[s + seeds_ahead].place);
    const auto grown = grower_.grow(seeds_[s]);
    if (!grown || !shares_word(seeds_[s], codons)) continue;
    grower_.keep(*grown);
    const std::size_t target = targets_.target_at(grown->place);
    found.push_back({static_cast<std::uint32_t>(target), grown->place - targets_.begin_of(target), grown->n_residues,
                     begin + 3 * std::int64_t{grown->codon}, grown->score, grower_.count_identical(*grown)});
  }
  seeds_.clear();
}

// Moves those that may occur to the front; how many they are.
std::size_t segment_finder::keep_known(std::size_t shape, std::span<word_here> words) const {
  std::size_t n_kept = 0;
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (w + bits_ahead < words.size()) targets_.prefetch_bit(shape, words[w + bits_ahead].first);
    words[n_kept] = words[w];
    n_kept += targets_.may_have(shape, words[w].first) ? 1 : 0;
  }
  return n_kept;
}

// The residues into which most seeds grow.
void segment_finder::prefetch_around(joined_place place) const {
  constexpr std::ptrdiff_t before = 20, after = 32;
  const residue_code* const here = targets_.residues().data() + place;  // may lie outside: nothing is read
  __builtin_prefetch(here - before);
  __builtin_prefetch(here + after);
}

// Of stretches that begin at codons [first, last), in the order of the codons for every shape. Calls use() when there
// are enough.
template <class Use>
void segment_finder::gather_seeds(std::span<const seed_letter> letters, std::size_t first, std::size_t last,
                                  const Use& use) {
  std::array<word_here, codons_at_once> words;
  const auto shapes = targets_.shapes();
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    std::size_t n_words = 0;
    for_each_word(letters, first, last, shapes[shape], [&](std::size_t position, seed_word word) {
      words[n_words++] = {word, static_cast<std::uint32_t>(position)};
    });
    n_words = keep_known(shape, std::span(words).first(n_words));
    const auto span = static_cast<std::uint16_t>(shapes[shape].span());
    for (std::size_t w = 0; w < n_words; ++w) {
      if (w + 2 * words_ahead < n_words) targets_.prefetch_bucket(shape, words[w + 2 * words_ahead].first);
      if (w + words_ahead < n_words) targets_.prefetch_entries(shape, words[w + words_ahead].first);
      targets_.for_each_place(shape, words[w].first, [&](joined_place place) {
        seeds_.push_back({words[w].second, place, span, static_cast<std::uint16_t>(shape)});
      });
      if (seeds_.size() >= enough_seeds) use();
    }
  }
}

// The index reports of some places that have another word, which ones depends on all targets together.
bool segment_finder::shares_word(const seed& hit, std::span<const residue_code> codons) const {
  const seed_shape& shape = targets_.shapes()[hit.shape];
  const auto word_of = [&](std::span<const residue_code> stretch) {
    std::array<seed_letter, seed_shape::longest> letters;
    std::ranges::transform(stretch, letters.begin(), [](residue_code code) { return seed_letters[code]; });
    return shape.word_at(letters.data());
  };
  return word_of(codons.subspan(hit.codon, hit.span)) == word_of(targets_.residues().subspan(hit.place, hit.span));
}

std::vector<segment> without_repeats(std::vector<segment> segments) {
  std::ranges::sort(segments, {}, [](const segment& s) { return std::tuple(s.target, s.diagonal(), s); });
  std::vector<segment> kept;
  for (const segment& each : segments) {
    const bool repeats = !kept.empty() && kept.back().target == each.target &&
                         kept.back().diagonal() == each.diagonal() && each.begin < kept.back().end();
    if (!repeats)
      kept.push_back(each);
    else if (each.score > kept.back().score)
      kept.back() = each;
  }
  return kept;
}

}  // namespace exonweave
