#include "exons/gene_finding/branch_points.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace exonweave {
namespace {

constexpr std::uint16_t no_word = n_branch_words;

std::size_t base_of(std::size_t word, std::size_t row) { return word >> (2 * (branch_width - 1 - row)) & 3; }

// branch_counts before they are rounded.
struct expected_branches {
  double n_introns = 0;
  double n_with = 0;
  std::array<std::array<double, n_known_bases>, branch_width> motif{};
  std::array<double, n_branch_distances> distances{};
};

expected_branches as_expected(const branch_counts& counts) {
  expected_branches made{.n_introns = static_cast<double>(counts.n_introns),
                         .n_with = static_cast<double>(counts.n_with)};
  for (std::size_t row = 0; row < branch_width; ++row)
    std::ranges::transform(counts.motif[row], made.motif[row].begin(), [](std::uint64_t n) { return double(n); });
  std::ranges::transform(counts.distances, made.distances.begin(), [](std::uint64_t n) { return double(n); });
  return made;
}

using distance_shares = std::array<double, n_branch_distances>;

// Spread by a normal density, with its sum as before, and a prior.
distance_shares smoothed(const distance_shares& counts, double sum) {
  constexpr double deviation = 2, prior = 5;  // nt; introns
  constexpr std::ptrdiff_t reach = 6;         // nt
  distance_shares shares;
  shares.fill(prior / n_branch_distances / (sum + prior));
  for (std::ptrdiff_t d = 0; d < std::ssize(counts); ++d) {
    const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, d - reach),
                         last = std::min(std::ssize(counts) - 1, d + reach);
    const auto density = [&](std::ptrdiff_t e) {
      const double z = static_cast<double>(e - d) / deviation;
      return std::exp(-z * z / 2);
    };
    double total = 0;
    for (std::ptrdiff_t e = first; e <= last; ++e) total += density(e);
    for (std::ptrdiff_t e = first; e <= last; ++e)
      shares[static_cast<std::size_t>(e)] += counts[static_cast<std::size_t>(d)] * density(e) / total / (sum + prior);
  }
  return shares;
}

// The words of an intron at which a motif may be, by their distance from nearest_branch on.
struct branch_places {
  branch_places(const bases_of_intron& bases, const branch_background& background)
      : factors(background.factors([&](std::int64_t n) { return base_before(bases, n); })) {
    for (std::int64_t d = nearest_branch; d <= std::min(farthest_branch, std::ssize(bases)); ++d) {
      recent_bases recent;
      for (std::int64_t n = d; n > d - std::int64_t{branch_width}; --n) recent.push(base_before(bases, n));
      const bool is_known = recent.n_known() == branch_width;
      words.push_back(is_known ? static_cast<std::uint16_t>(recent.last(branch_width)) : no_word);
    }
  }

  std::vector<std::uint16_t> words{};
  branch_background::seen_factors factors;

 private:
  static base_number base_before(const bases_of_intron& bases, std::int64_t n) {
    return n > std::ssize(bases) ? unknown_base : bases[bases.size() - static_cast<std::size_t>(n)];
  }
};

using motif_shares = std::array<std::array<double, n_known_bases>, branch_width>;

// What the formulas of the header say.
struct branch_model {
  double fraction;
  std::vector<double> ratios;  // [n_branch_words]
  distance_shares distances;

  branch_model(double share_with, const motif_shares& motif, const distance_shares& of_distances,
               const branch_background& background)
      : fraction(share_with), ratios(n_branch_words), distances(of_distances) {
    for (std::size_t word = 0; word < n_branch_words; ++word) {
      double product = 1;
      for (std::size_t row = 0; row < branch_width; ++row) product *= motif[row][base_of(word, row)];
      ratios[word] = product / background.of_word(word);
    }
  }

  static branch_model of(const expected_branches& expected, const branch_background& background) {
    constexpr double introns_without = 5, drawn = 2;
    motif_shares motif{};
    for (std::size_t row = 0; row < branch_width; ++row)
      for (std::size_t base = 0; base < n_known_bases; ++base)
        motif[row][base] = (expected.motif[row][base] + drawn * background.of_base(base)) / (expected.n_with + drawn);
    return {expected.n_with / (expected.n_introns + introns_without), motif,
            smoothed(expected.distances, expected.n_with), background};
  }

  // Half of the introns have it, mostly as this word, anywhere.
  static branch_model of_word(std::size_t word, const branch_background& background) {
    constexpr double letter = 0.75;
    motif_shares motif{};
    for (std::size_t row = 0; row < branch_width; ++row)
      for (std::size_t base = 0; base < n_known_bases; ++base)
        motif[row][base] = (1 - letter) * background.of_base(base) + (base == base_of(word, row) ? letter : 0);
    distance_shares uniform;
    uniform.fill(1.0 / n_branch_distances);
    return {0.5, motif, uniform, background};
  }

  // w P(d) R; 0 where a base is unknown.
  [[nodiscard]] double with_motif(const branch_places& intron, std::size_t d) const {
    if (intron.words[d] == no_word) return 0;
    return fraction * distances[d] * ratios[intron.words[d]] * (d < intron.factors.size() ? intron.factors[d] : 1);
  }
  // By which an intron is likelier than without a motif.
  [[nodiscard]] double factor(const branch_places& intron) const {
    double sum = 1 - fraction;
    for (std::size_t d = 0; d < intron.words.size(); ++d) sum += with_motif(intron, d);
    return sum;
  }
};

using intron_list = std::vector<const branch_places*>;

expected_branches expect(const branch_model& model, const intron_list& introns) {
  expected_branches made{.n_introns = static_cast<double>(introns.size())};
  for (const branch_places* const intron : introns) {
    const double factor = model.factor(*intron);
    for (std::size_t d = 0; d < intron->words.size(); ++d) {
      const double probability = model.with_motif(*intron, d) / factor;
      if (probability == 0) continue;
      made.n_with += probability;
      made.distances[d] += probability;
      for (std::size_t row = 0; row < branch_width; ++row)
        made.motif[row][base_of(intron->words[d], row)] += probability;
    }
  }
  return made;
}

std::vector<double> bits_of(const branch_model& model, const intron_list& introns) {
  std::vector<double> bits;
  for (const branch_places* const intron : introns) bits.push_back(std::log2(model.factor(*intron)));
  return bits;
}

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// The words that so many introns have more than the chain lets expect.
std::vector<std::size_t> enriched_words(const intron_list& introns, const branch_background& background) {
  constexpr std::size_t n_words = 8;
  std::vector<std::uint32_t> n_with(n_branch_words);
  std::vector<const branch_places*> last_with(n_branch_words);
  double n_places = 0;
  for (const branch_places* const intron : introns)
    for (const std::uint16_t word : intron->words) {
      if (word == no_word) continue;
      ++n_places;
      if (std::exchange(last_with[word], intron) != intron) ++n_with[word];
    }
  const auto bits = [&](std::size_t word) {
    const double n = n_with[word];
    return n == 0 ? 0 : n * std::log2(n / (n_places * background.of_word(word)));
  };
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t word = 0; word < n_branch_words; ++word) ranked.emplace_back(-bits(word), word);
  std::ranges::partial_sort(ranked, ranked.begin() + n_words);
  std::vector<std::size_t> words;
  for (std::size_t k = 0; k < n_words; ++k) words.push_back(ranked[k].second);
  return words;
}

expected_branches maximise(const intron_list& introns, const branch_background& background) {
  constexpr int first_iterations = 8, iterations = 30;
  expected_branches best;
  double max_bits = -1;
  for (const std::size_t word : enriched_words(introns, background)) {
    branch_model model = branch_model::of_word(word, background);
    expected_branches expected;
    for (int k = 0; k < first_iterations; ++k) {
      expected = expect(model, introns);
      model = branch_model::of(expected, background);
    }
    if (const double bits = sum_of(bits_of(model, introns)); bits > max_bits) {
      max_bits = bits;
      best = expected;
    }
  }
  for (int k = 0; k < iterations; ++k) best = expect(branch_model::of(best, background), introns);
  return best;
}

// Whether introns become likelier by a motif that others have: by more than two standard errors.
bool is_of_others(const intron_list& introns, const branch_background& background) {
  std::array<intron_list, 2> halves;
  for (std::size_t i = 0; i < introns.size(); ++i) halves[i % 2].push_back(introns[i]);
  std::vector<double> bits;
  for (std::size_t half = 0; half < 2; ++half) {
    const auto model = branch_model::of(maximise(halves[1 - half], background), background);
    std::ranges::copy(bits_of(model, halves[half]), std::back_inserter(bits));
  }
  const auto n = static_cast<double>(bits.size());
  const double mean = sum_of(bits) / n;
  double squares = 0;
  for (const double each : bits) squares += (each - mean) * (each - mean);
  return mean > 2 * std::sqrt(squares) / n;
}

// To whole numbers whose sum is the rounded one.
template <class Counts, class Rounded>
void round_to(const Counts& counts, Rounded& rounded) {
  double sum = 0;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sum += counts[i];
    const auto up_to = static_cast<std::uint64_t>(std::llround(sum));
    rounded[i] = static_cast<typename Rounded::value_type>(up_to - before);
    before = up_to;
  }
}

}  // namespace

branch_background::branch_background(const markov_counts& chain_counts, const site_counts& acceptors) : rows_(n_rows) {
  const markov_chain chain(chain_counts);
  const site_matrix matrix(acceptors);
  const auto last_of = [](std::size_t word, std::size_t n) {  // bases
    recent_bases recent;
    for (std::size_t k = n; k-- > 0;) recent.push(static_cast<base_number>(word >> (2 * k) & 3));
    return recent;
  };
  for (std::size_t base = 0; base < n_known_bases; ++base)
    bases_[base] = std::exp2(to_bits(chain.at(last_of(base, 1))));
  std::vector<finding_score> sums(1);  // of words that grow by a base
  for (std::size_t n = 1; n <= branch_width; ++n) {
    std::vector<finding_score> longer(sums.size() * n_known_bases);
    for (std::size_t word = 0; word < longer.size(); ++word)
      longer[word] = sums[word >> 2] + chain.at(last_of(word, std::min(n, n_context + 1)));
    sums = std::move(longer);
  }
  for (const finding_score sum : sums) words_.push_back(std::exp2(to_bits(sum)));
  for (std::size_t row = 0; row < n_rows; ++row)
    for (std::size_t word = 0; word < n_contexts; ++word) {
      const auto before = static_cast<base_number>(word >> 2 & 3), base = static_cast<base_number>(word & 3);
      rows_[row][word] = std::exp2(to_bits(finding_score{chain.at(last_of(word, n_context + 1))} -
                                           matrix.at(static_cast<std::int64_t>(row), before, base)));
    }
}

bases_of_intron bases_before_acceptor(const masked_bases& strand, interval intron) {
  bases_of_intron bases;
  std::int64_t position = std::max(intron.start + donor_rows.n_after, intron.end - farthest_branch);
  for (; position < intron.end; ++position) bases.push_back(strand.at(position));
  return bases;
}

branch_counts learn_branch_points(std::span<const bases_of_intron> introns, const branch_background& background) {
  if (introns.size() < fewest_branch_introns) return {};
  const std::size_t n = std::min(introns.size(), max_branch_introns);
  std::vector<branch_places> places;
  for (std::size_t k = 0; k < n; ++k) places.emplace_back(introns[k * introns.size() / n], background);
  intron_list drawn;
  for (const branch_places& each : places) drawn.push_back(&each);
  if (!is_of_others(drawn, background)) return {};
  const expected_branches expected = maximise(drawn, background);
  branch_counts counts{.n_introns = n, .n_with = static_cast<std::uint64_t>(std::llround(expected.n_with))};
  for (std::size_t row = 0; row < branch_width; ++row) round_to(expected.motif[row], counts.motif[row]);
  round_to(expected.distances, counts.distances);
  return counts;
}

branch_points::branch_points(const branch_counts& counts, const markov_counts& chain, const site_counts& acceptors) {
  if (counts.n_with == 0) return;
  background_.emplace(chain, acceptors);
  const auto model = branch_model::of(as_expected(counts), *background_);
  fraction_ = model.fraction;
  for (const double ratio : model.ratios)
    ratios_.push_back(static_cast<std::uint32_t>(std::llround(std::min(ratio * unit, max_ratio))));
  std::array<std::uint32_t, n_branch_distances> rounded{};
  distance_shares scaled = model.distances;
  for (double& fraction : scaled) fraction *= distance_unit;
  round_to(scaled, rounded);
  std::ranges::reverse_copy(rounded, distances_.begin());
}

place_score branch_points::score_of_sum(std::uint64_t sum) const {
  constexpr double one = static_cast<double>(unit) * distance_unit;
  return log_score(1 - fraction_ + fraction_ * (static_cast<double>(sum) / one));
}

}  // namespace exonweave
