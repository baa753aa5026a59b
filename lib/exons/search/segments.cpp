#include "exons/search/segments.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

using spliced::residue_code;
using spliced::score;

namespace {

constexpr score beyond_ends = -100;  // of a pair with what stands between targets: ends every segment
constexpr std::size_t codons_at_once = 2048;
constexpr std::size_t enough_seeds = 1 << 16;
constexpr std::size_t words_ahead = 16, seeds_ahead = 12;  // memory that is asked for before it is needed

}  // namespace

segment_finder::segment_finder(const target_index& targets, const segment_rules& rules)
    : targets_(targets), rules_(rules), scores_(pair_scores()) {}

// Made once for all finders.
const segment_finder::pair_table& segment_finder::pair_scores() {
  static const pair_table made = [] {
    pair_table scores;
    scores.fill(static_cast<std::int8_t>(beyond_ends));
    const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
    for (residue_code codon = 0; codon < spliced::n_amino_codes; ++codon)
      for (residue_code residue = 0; residue < spliced::stop_amino; ++residue)
        scores[codon * row_length + residue] = static_cast<std::int8_t>(matrix(codon, residue));
    return scores;
  }();
  return made;
}

void segment_finder::find(std::span<const residue_code> codons, std::span<const seed_letter> letters,
                          std::size_t first, std::size_t last, std::int64_t begin,
                          std::vector<segment>& found) {
  found_.clear();
  const auto grow_all = [&] {
    for (std::size_t s = 0; s < seeds_.size(); ++s) {
      if (s + seeds_ahead < seeds_.size())
        __builtin_prefetch(&targets_.residues()[seeds_[s + seeds_ahead].place]);
      grow(seeds_[s], codons, begin, found);
    }
    seeds_.clear();
  };
  for (; first < last; first += codons_at_once) {
    found_.leave_behind(static_cast<std::uint32_t>(first));
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

// Pairs from the first of both on, in steps of 1 or -1.
segment_finder::gain segment_finder::longest_gain(const residue_code* codons, const residue_code* residues,
                                                  std::ptrdiff_t step, std::size_t most) const {
  gain best;
  score sum = 0;
  for (std::size_t n = 0; n < most && sum > best.score - rules_.most_drop; ++n) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(n) * step;
    sum += score_of(codons[at], residues[at]);
    if (sum > best.score) best = {sum, n + 1};
  }
  return best;
}

void segment_finder::grow(const seed& from, std::span<const residue_code> codons, std::int64_t begin,
                          std::vector<segment>& found) {
  const std::uint32_t diagonal = from.place - from.codon;  // modulo 2^32
  if (found_.hold(diagonal, from.codon, from.codon + from.span)) return;
  const residue_code* const residues = targets_.residues().data() + from.place;
  const residue_code* const here = codons.data() + from.codon;
  score of_seed = 0;
  for (std::size_t i = 0; i < from.span; ++i) of_seed += score_of(here[i], residues[i]);

  const auto right =
      longest_gain(here + from.span, residues + from.span, 1, codons.size() - from.codon - from.span);
  const auto left = longest_gain(here - 1, residues - 1, -1, from.codon);
  const auto n_residues = static_cast<std::uint32_t>(left.length + from.span + right.length);
  const std::uint32_t first_codon = from.codon - static_cast<std::uint32_t>(left.length);
  const score total = left.score + of_seed + right.score;
  if (total < rules_.least_score || !shares_word(from, codons)) return;
  found_.add(diagonal, first_codon, first_codon + n_residues);
  const std::size_t target = targets_.target_at(from.place);
  found.push_back({static_cast<std::uint32_t>(target), first_codon + diagonal - targets_.begin_of(target),
                   n_residues, begin + 3 * std::int64_t{first_codon}, total,
                   count_identical(here - left.length, residues - left.length, n_residues)});
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

// Unknown residues are not identical: a pair of them scores less than nothing.
std::uint32_t segment_finder::count_identical(const residue_code* codons, const residue_code* residues,
                                              std::uint32_t length) const {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < length; ++i)
    n += codons[i] == residues[i] && score_of(codons[i], residues[i]) > 0 ? 1 : 0;
  return n;
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
