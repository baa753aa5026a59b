#include "exons/sequences/low_complexity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace exonweave {
namespace {

constexpr std::size_t n_kinds = 20;

// How many residues of each letter some residues have.
class letter_counts {
 public:
  static constexpr std::size_t max_letters = 32;

  explicit letter_counts(std::string_view residues) {
    for (const char letter : residues) ++counts_[index(letter)];
  }
  void slide(char lost, char added) {
    --counts_[index(lost)];
    ++counts_[index(added)];
  }

  [[nodiscard]] double entropy(std::size_t n) const {
    double bits = 0;
    for (const int count : counts_)
      if (count > 0) {
        const double fraction = count / static_cast<double>(n);
        bits -= fraction * std::log2(fraction);
      }
    return bits;
  }

  // ln of the probability of a composition like this; ln_factorials go up to n and n_kinds.
  [[nodiscard]] double ln_probability(std::size_t n, const std::vector<double>& ln_factorials) const {
    double ln =
        ln_factorials[n] + ln_factorials[n_kinds] - static_cast<double>(n) * std::log(static_cast<double>(n_kinds));
    counts sorted = counts_;
    std::ranges::sort(sorted, std::greater());
    for (std::size_t first = 0; first < sorted.size();) {
      std::size_t last = first;
      while (last < sorted.size() && sorted[last] == sorted[first]) ++last;
      // Letters that are none of the residues are kinds only where there are some.
      const std::size_t n_alike = sorted[first] > 0 ? last - first : std::max<std::size_t>(first, n_kinds) - first;
      ln -= ln_factorials[n_alike] +
            static_cast<double>(n_alike) * ln_factorials[static_cast<std::size_t>(sorted[first])];
      first = last;
    }
    return ln;
  }

 private:
  using counts = std::array<int, max_letters>;
  static std::size_t index(char letter) { return static_cast<unsigned char>(letter) % max_letters; }
  counts counts_{};
};

class complexity_scan {
 public:
  complexity_scan(std::string_view residues, const complexity_rules& rules) : residues_(residues), rules_(rules) {
    if (residues.size() < rules.window) return;
    for (std::size_t n = 0; n <= std::max(residues.size(), letter_counts::max_letters); ++n)
      ln_factorials_.push_back(std::lgamma(static_cast<double>(n) + 1));
    letter_counts counts(residues.substr(0, rules.window));
    for (std::size_t w = 0;; ++w) {
      bits_.push_back(counts.entropy(rules.window));
      if (w + rules.window == residues.size()) break;
      counts.slide(residues[w], residues[w + rules.window]);
    }
  }

  std::vector<interval> find() {
    find_in(0, residues_.size());
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  void find_in(std::size_t first, std::size_t last) {
    for (std::size_t w = first; w + rules_.window <= last; ++w) {
      if (bits_[w] > rules_.begins_with) continue;
      std::size_t start = w, end = w + rules_.window;
      while (start > first && bits_[start - 1] <= rules_.goes_on_with) --start;
      while (end < last && bits_[end - rules_.window + 1] <= rules_.goes_on_with) ++end;
      const interval least = min_likely(start, end);
      found_.push_back(least);
      if (static_cast<std::size_t>(least.start) > start) find_in(start, static_cast<std::size_t>(least.start));
      first = static_cast<std::size_t>(least.end);
      w = first - 1;
    }
  }

  [[nodiscard]] interval min_likely(std::size_t start, std::size_t end) const {
    const std::size_t length = end - start, shortest = length > rules_.max_cut ? length - rules_.max_cut : 1;
    interval least;
    double min_ln = 0;
    for (std::size_t n = length; n >= shortest; --n) {
      letter_counts counts(residues_.substr(start, n));
      for (std::size_t position = start;; ++position) {
        const double ln = counts.ln_probability(n, ln_factorials_);
        if (least.length() == 0 || ln < min_ln) {
          min_ln = ln;
          least = {static_cast<std::int64_t>(position), static_cast<std::int64_t>(position + n)};
        }
        if (position + n == end) break;
        counts.slide(residues_[position], residues_[position + n]);
      }
    }
    return least;
  }

  std::string_view residues_;
  const complexity_rules& rules_;
  std::vector<double> ln_factorials_;
  std::vector<double> bits_;  // [windows] of complexity
  std::vector<interval> found_;
};

}  // namespace

std::vector<interval> low_complexity(std::string_view residues, const complexity_rules& rules) {
  return complexity_scan(residues, rules).find();
}

}  // namespace exonweave
