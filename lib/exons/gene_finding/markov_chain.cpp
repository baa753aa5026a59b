#include "exons/gene_finding/markov_chain.hpp"

#include <algorithm>

#include "exons/gene_finding/added_counts.hpp"

namespace exonweave {

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

}  // namespace exonweave
