#include "exons/search/segments.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace exonweave {

using spliced::residue_code;

namespace {

constexpr std::size_t codons_at_once = segment_grower::codons_at_once;
constexpr std::size_t enough_seeds = 1 << 16;
constexpr std::size_t words_ahead = 16, seeds_ahead = 12;  // memory that is asked for before it is needed

}  // namespace

segment_finder::segment_finder(const target_index& targets, const segment_rules& rules)
    : targets_(targets), grower_(rules) {}

void segment_finder::find(std::span<const residue_code> codons, std::span<const seed_letter> letters,
                          std::size_t first, std::size_t last, std::int64_t begin,
                          std::vector<segment>& found) {
  grower_.begin_frame(codons, targets_.residues());
  const auto grow_all = [&] {
    for (std::size_t s = 0; s < seeds_.size(); ++s) {
      if (s + seeds_ahead < seeds_.size())
        __builtin_prefetch(&targets_.residues()[seeds_[s + seeds_ahead].place]);
      const auto grown = grower_.grow(seeds_[s]);
      if (!grown || !shares_word(seeds_[s], codons)) continue;
      grower_.keep(*grown);
      const std::size_t target = targets_.target_at(grown->place);
      found.push_back({static_cast<std::uint32_t>(target), grown->place - targets_.begin_of(target),
                       grown->n_residues, begin + 3 * std::int64_t{grown->codon}, grown->score,
                       grower_.count_identical(*grown)});
    }
    seeds_.clear();
  };
  for (; first < last; first += codons_at_once) {
    grower_.leave_behind(static_cast<std::uint32_t>(first));
    gather_seeds(letters, first, std::min(first + codons_at_once, last), grow_all);
  }
}

// Of stretches that begin at codons [first, last), in the order of the codons for every shape. Calls use() when there are enough, and
// at the end.
template <class Use>
void segment_finder::gather_seeds(std::span<const seed_letter> letters, std::size_t first, std::size_t last,
                                  const Use& use) {
  std::array<std::pair<seed_word, std::uint32_t>, codons_at_once> words;
  const auto shapes = targets_.shapes();
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    std::size_t n_words = 0;
    for_each_stretch(letters, first, last, shapes[shape].span(), [&](std::size_t at) {
      words[n_words++] = {shapes[shape].word_at(&letters[at]), static_cast<std::uint32_t>(at)};
    });
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
  use();
}

// The index tells of some places that have another word, which ones depends on all targets together.
bool segment_finder::shares_word(const seed& at, std::span<const residue_code> codons) const {
  const seed_shape& shape = targets_.shapes()[at.shape];
  const auto word_of = [&](std::span<const residue_code> stretch) {
    return shape.word_at(letters_of(stretch).data());
  };
  return word_of(codons.subspan(at.codon, at.span)) ==
         word_of(targets_.residues().subspan(at.place, at.span));
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
