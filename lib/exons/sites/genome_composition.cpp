#include "exons/sites/genome_composition.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "exons/sequences/interval.hpp"

namespace exonweave {
namespace {

constexpr std::string_view signature_bases = "ACGT";
constexpr std::size_t n_of_bases = signature_bases.size();

using pair_counts = std::array<std::uint64_t, n_of_bases * n_of_bases>;

void count_pairs(std::string_view bases, pair_counts& counts) {
  std::size_t before = std::string_view::npos;
  for (const char base : bases) {
    const std::size_t letter = signature_bases.find(base);
    if (letter != std::string_view::npos && before != std::string_view::npos) ++counts[n_of_bases * before + letter];
    before = letter;
  }
}

struct clade_signature {
  const char* model;
  genome_signature signature;
};

// Of the sequences from which the built-in models were trained.
constexpr std::array clades{
    clade_signature{"vertebrate",
                    {1.158, 0.833, 1.176, 0.835, 1.177, 1.229, 0.348, 1.176, 0.947, 1.035, 1.229, 0.833, 0.738, 0.947,
                     1.177, 1.158}},
    clade_signature{"plant",
                    {1.133, 0.905, 1.064, 0.886, 1.122, 1.007, 0.682, 1.064, 1.133, 0.929, 1.007, 0.905, 0.716, 1.133,
                     1.122, 1.133}},
    clade_signature{"fly",
                    {1.183, 0.865, 0.919, 0.993, 1.117, 1.008, 0.948, 0.919, 0.943, 1.226, 1.008, 0.865, 0.768, 0.943,
                     1.117, 1.183}},
    clade_signature{"nematode",
                    {1.327, 0.797, 0.864, 0.867, 1.049, 1.048, 1.104, 0.864, 1.125, 1.088, 1.048, 0.797, 0.573, 1.125,
                     1.049, 1.327}},
    clade_signature{"fungus",
                    {1.168, 0.891, 0.982, 0.904, 1.070, 1.021, 0.886, 0.982, 1.030, 1.119, 1.021, 0.891, 0.776, 1.030,
                     1.070, 1.168}},
};

}  // namespace

std::optional<genome_signature> signature_of(genome& sequences) {
  constexpr std::int64_t piece_length = 1'000'000;  // nt
  pair_counts counts{};
  for (std::size_t sequence = 0; sequence < sequences.catalog().size(); ++sequence) {
    const std::int64_t length = sequences.catalog().length(sequence);
    for (std::int64_t start = 0; start < length; start += piece_length)
      count_pairs(sequences.fetch(sequence, {start, std::min(length, start + piece_length)}), counts);
  }
  std::uint64_t n_pairs = 0;
  for (const std::uint64_t each : counts) n_pairs += each;
  if (n_pairs < fewest_pairs) return std::nullopt;
  genome_signature pairs{};  // frequencies on both strands
  std::array<double, n_of_bases> singles{};
  for (std::size_t x = 0; x < n_of_bases; ++x)
    for (std::size_t y = 0; y < n_of_bases; ++y) {
      const std::size_t complement = n_of_bases * (n_of_bases - 1 - y) + (n_of_bases - 1 - x);
      const auto both = static_cast<double>(counts[n_of_bases * x + y] + counts[complement]);
      pairs[n_of_bases * x + y] = both / (2 * static_cast<double>(n_pairs));
      singles[x] += pairs[n_of_bases * x + y];
    }
  for (std::size_t x = 0; x < n_of_bases; ++x)
    for (std::size_t y = 0; y < n_of_bases; ++y) {
      const double foretold = singles[x] * singles[y];
      pairs[n_of_bases * x + y] = foretold > 0 ? pairs[n_of_bases * x + y] / foretold : 0;
    }
  return pairs;
}

double distance(const genome_signature& a, const genome_signature& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] - b[k]);
  return sum / static_cast<double>(a.size());
}

std::optional<std::string> nearest_built_in(genome& sequences) {
  const auto signature = signature_of(sequences);
  if (!signature) return std::nullopt;
  std::array<double, clades.size()> distances{};
  std::ranges::transform(clades, distances.begin(),
                         [&](const clade_signature& each) { return distance(*signature, each.signature); });
  const auto nearest = std::ranges::min_element(distances);
  const std::string model = clades[static_cast<std::size_t>(nearest - distances.begin())].model;
  std::ranges::sort(distances);
  if (distances[0] > nearest_fraction * distances[1]) return std::nullopt;
  return model;
}

}  // namespace exonweave
