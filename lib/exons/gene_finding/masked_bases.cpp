#include "exons/gene_finding/masked_bases.hpp"

#include <algorithm>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_scorer.hpp"
#include "exons/sites/training.hpp"

namespace exonweave {

namespace {

base_number number_of(char letter) {
  switch (letter) {
    case 'A':
      return 0;
    case 'C':
      return 1;
    case 'G':
      return 2;
    case 'T':
      return 3;
    default:
      return unknown_base;
  }
}

}  // namespace

masked_bases::masked_bases(std::string_view as_written) {
  bases_.reserve(as_written.size());
  for (const char letter : as_written) {
    const base_number base = number_of(in_upper_case(letter));
    bases_.push_back(static_cast<std::uint8_t>(base | (is_lower_case(letter) ? mask : 0)));
  }
  find_gaps();
}

void masked_bases::find_gaps() {
  for (std::int64_t first = 0, last = 0; first < length(); first = last) {
    while (last < length() && at(last) == unknown_base) ++last;
    if (last - first >= shortest_gap) gaps_.push_back({first, last});
    if (last == first) ++last;
  }
}

masked_bases masked_bases::reverse_complement() const {
  masked_bases other;
  other.bases_.reserve(bases_.size());
  for (std::int64_t position = length(); position-- > 0;)
    other.bases_.push_back(static_cast<std::uint8_t>(complement(at(position)) | (is_masked(position) ? mask : 0)));
  for (const interval& gap : gaps_) other.gaps_.push_back(flip(gap, length()));
  std::ranges::reverse(other.gaps_);
  return other;
}

markov_counts::markov_counts(std::size_t order) {
  for (std::size_t level = 0; level <= order; ++level) words_.emplace_back(std::size_t{1} << (2 * (level + 1)));
}

void markov_counts::add(const recent_bases& bases) {
  const std::size_t n = std::min(bases.n_known(), words_.size());
  for (std::size_t level = 0; level < n; ++level) ++words_[level][bases.last(level + 1)];
}

void markov_counts::add(const markov_counts& others) {
  for (std::size_t level = 0; level < words_.size(); ++level) add_counts(words_[level], others.words_[level]);
}

markov_chain::markov_chain(const markov_counts& counts) {
  constexpr double drawn = 20;  // counts
  std::vector<double> below(1, 1.0 / n_known_bases), shares;
  for (std::size_t level = 0; level <= counts.order(); ++level) {
    const std::size_t n_words = std::size_t{1} << (2 * (level + 1));
    shares.assign(n_words, 0);
    for (std::size_t first = 0; first < n_words; first += n_known_bases) {
      double sum = drawn;
      for (std::size_t base = 0; base < n_known_bases; ++base)
        sum += static_cast<double>(counts.of_word(level, first + base));
      for (std::size_t base = 0; base < n_known_bases; ++base) {
        const std::size_t word = first + base;
        shares[word] = (static_cast<double>(counts.of_word(level, word)) + drawn * below[word % below.size()]) / sum;
      }
    }
    auto& scores = scores_.emplace_back();
    for (const double fraction : shares) scores.push_back(log_score(fraction));
    below = shares;
  }
}

site_counts::site_counts(site_rows rows) : rows_(rows), counts_(static_cast<std::size_t>(rows.count())) {}

void site_counts::add(const masked_bases& bases, std::int64_t border) {
  for (std::size_t r = 0; r < counts_.size(); ++r) {
    const std::int64_t position = border - rows_.n_before + static_cast<std::int64_t>(r);
    const base_number before = bases.at(position - 1), base = bases.at(position);
    if (before != unknown_base && base != unknown_base) ++counts_[r][before * n_known_bases + base];
  }
}

void site_counts::add(const site_counts& others) {
  for (std::size_t r = 0; r < counts_.size(); ++r) add_counts(counts_[r], others.counts_[r]);
}

site_matrix::site_matrix(const site_counts& counts) : rows_(counts.rows()) {
  constexpr std::size_t order = 1;
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows_.count()); ++row) {
    row_counts sums{};
    for (std::size_t before = 0; before < n_known_bases; ++before)
      for (std::size_t base = 0; base < n_known_bases; ++base) {
        const auto count = static_cast<double>(counts.of_pair(row, before, base));
        sums[0][weight_index(0, 0, base)] += count;
        sums[order][weight_index(0, before, base)] += count;
      }
    const weight_row shares = frequencies(sums, order);
    auto& made = scores_.emplace_back();
    for (std::size_t before = 0; before < n_known_bases; ++before)
      for (std::size_t base = 0; base < n_known_bases; ++base)
        made[before][base] = log_score(shares[weight_index(0, before, base)]);
  }
}

}  // namespace exonweave
