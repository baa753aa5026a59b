#include "exons/sites/model_fit.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "exons/sequences/interval.hpp"
#include "exons/sites/coding_training.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {
namespace {

constexpr score_unit unit = score_unit::halves();
constexpr double bits_of_one = 1 / (2.0 * unit.per_written());  // scores are half-bits

std::optional<spliced::score> weight_of(const site_scorer& scorer, const training_site& site) {
  const std::int64_t index = site.position - site.region.start;
  switch (site.kind) {
    case site_kind::donor:
      return scorer.donor(site.region.residues, index);
    case site_kind::acceptor:
      return scorer.acceptor(site.region.residues, index);
    case site_kind::start:
      return scorer.start(site.region.residues, index);
  }
  return std::nullopt;
}

// Of one kind of site in one fold.
struct fold_sums {
  std::size_t n_true = 0, n_decoys = 0;
  double bits = 0;  // of true sites
  double odds = 0;  // 2^w of decoys

  void add(bool is_true, double weight) {
    ++(is_true ? n_true : n_decoys);
    (is_true ? bits : odds) += is_true ? weight : std::exp2(weight);
  }

  [[nodiscard]] double information() const {
    if (n_true == 0 || n_decoys == 0) return 0;
    return bits - static_cast<double>(n_true) * std::log2(odds / static_cast<double>(n_decoys));
  }
};

struct judged_model {
  std::vector<site_scorer> scorers;  // by fold
  std::array<std::array<fold_sums, n_folds>, n_site_kinds> sums{};

  explicit judged_model(const fold_models& models) {
    for (const splice_model& each : models) scorers.emplace_back(each, site_scoring{}, unit);
  }

  void add(const training_site& site) {
    if (const auto weight = weight_of(scorers[site.fold], site))
      sums[static_cast<std::size_t>(site.kind)][site.fold].add(site.is_true, *weight * bits_of_one);
  }

  [[nodiscard]] model_fit fit() const {
    model_fit made;
    for (std::size_t kind = 0; kind < n_site_kinds; ++kind)
      for (const fold_sums& each : sums[kind]) {
        made.kinds[kind].n_true += each.n_true;
        made.kinds[kind].bits += each.information();
      }
    return made;
  }
};

}  // namespace

double model_fit::bits() const {
  double sum = 0;
  for (const kind_fit& each : kinds) sum += each.bits;
  return sum;
}

std::size_t model_fit::n_true() const {
  std::size_t sum = 0;
  for (const kind_fit& each : kinds) sum += each.n_true;
  return sum;
}

fold_models one_for_all_folds(const splice_model& model) {
  fold_models models;
  models.fill(model);
  return models;
}

std::vector<model_fit> fits_of(std::span<const fold_models> models, genome& sequences,
                               const std::vector<annotated_transcript>& transcripts) {
  std::vector<judged_model> judged(models.begin(), models.end());
  visit_sites(sequences, transcripts, [&](const training_site& site) {
    for (judged_model& each : judged) each.add(site);
  });
  std::vector<model_fit> fits;
  std::ranges::transform(judged, std::back_inserter(fits), &judged_model::fit);
  return fits;
}

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

namespace {

// Each fold's genes by the bits of all others.
double held_back_fit(const coding_sample& sample, const codon_values& background, const genetic_code& code) {
  double sum = 0;
  for (const codon_counts& held_back : sample.by_fold) {
    codon_counts others(code);
    for (const codon_counts& each : sample.by_fold)
      if (&each != &held_back) others.add(each);
    sum += held_back.fit(coding_bits(others, sample.of_others), background);
  }
  return sum;
}

}  // namespace

coding_choice choose_coding(genome& sequences, const std::vector<annotated_transcript>& genes, const genetic_code& code,
                            bool may_be_own) {
  if (genes.size() < fewest_coding_genes) return {};
  const coding_sample sample = learn_coding(sequences, genes, genes, code);
  coding_choice made{.n_codons = sample.of_genes.total()};
  if (made.n_codons == 0) return made;
  const codon_values background = sample.of_others.probabilities();
  double best = min_coding_fit;
  const auto consider = [&](const std::string& name, double bits, const codon_values& coding) {
    made.fits.push_back({name, bits});
    if (bits < best) return;
    best = bits;
    made.name = name;
    made.coding = coding;
  };
  report none;
  for (const std::string& name : built_in_splice_models())
    if (const auto coding = read_splice_model(name, none).coding)
      consider(name, sample.of_genes.fit(*coding, background), *coding);
  if (may_be_own)
    consider(std::string(self_splice_model), held_back_fit(sample, background, code),
             coding_bits(sample.of_genes, sample.of_others));
  return made;
}

std::optional<codon_values> usable_coding(const splice_model& model) {
  report none;
  const bool is_of_isochores = model.coding == read_splice_model("vertebrate", none).coding;
  return is_of_isochores ? std::nullopt : model.coding;
}

}  // namespace exonweave
