#include "exons/sites/model_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {

namespace {

constexpr std::string_view known_bases = "ACGT";
constexpr std::size_t n_bases = codon_weights::n_bases;

// Three bases as a number, in the order of codon_weights; nothing where one is not known.
std::optional<std::size_t> number_of(std::string_view word) {
  std::size_t number = 0;
  for (const char base : word) {
    const std::size_t digit = known_bases.find(base);
    if (digit == std::string_view::npos) return std::nullopt;
    number = n_bases * number + digit;
  }
  return number;
}

// From its start codon on, codon by codon, without a stop codon before the last: parts of genes may begin in any frame.
bool is_in_frame(std::string_view coding, const genetic_code& code) {
  if (coding.size() % codon_length != 0 || !may_begin_coding(coding.substr(0, codon_length), code)) return false;
  for (std::size_t place = codon_length; place + codon_length < coding.size(); place += codon_length)
    if (is_stop_codon(coding.substr(place, codon_length), code)) return false;
  return true;
}

}  // namespace

codon_counts::codon_counts(const genetic_code& code) : code_(code) {}

void codon_counts::add(std::string_view coding) {
  for (std::size_t place = codon_length; place + 2 * codon_length <= coding.size(); place += codon_length) {
    const auto codon = coding.substr(place, codon_length);
    const auto number = number_of(codon);
    if (!number || is_stop_codon(codon, code_)) continue;
    ++counts_[*number];
    ++total_;
  }
}

void codon_counts::add(const codon_counts& others) {
  for (std::size_t c = 0; c < counts_.size(); ++c) counts_[c] += others.counts_[c];
  total_ += others.total_;
}

std::array<bool, codon_weights::n_codons> codon_counts::sense_codons() const {
  std::array<bool, codon_weights::n_codons> is_sense{};
  for (std::size_t c = 0; c < is_sense.size(); ++c) is_sense[c] = !is_stop_codon(codon_of(c), code_);
  return is_sense;
}

double codon_counts::fit(const codon_values& bits, const codon_values& background) const {
  const auto is_sense = sense_codons();
  double sum = 0, weighed = 0;
  for (std::size_t c = 0; c < bits.size(); ++c) {
    sum += static_cast<double>(counts_[c]) * bits[c];
    if (is_sense[c]) weighed += background[c] * std::exp2(bits[c]);
  }
  return total_ == 0 ? 0 : sum - static_cast<double>(total_) * std::log2(weighed);
}

codon_values codon_counts::probabilities() const {
  const auto is_sense = sense_codons();
  const auto n_sense = static_cast<double>(std::ranges::count(is_sense, true));
  codon_values made{};
  for (std::size_t c = 0; c < made.size(); ++c)
    if (is_sense[c]) made[c] = (static_cast<double>(counts_[c]) + 1) / (static_cast<double>(total_) + n_sense);
  return made;
}

void background_counts::add(std::string_view bases) {
  for (const std::string& strand : {std::string(bases), reverse_complement(bases)})
    for (std::size_t place = 0; place + codon_length <= strand.size(); ++place)
      if (const auto number = number_of(std::string_view(strand).substr(place, codon_length))) {
        ++words_[*number];
        ++total_;
      }
}

codon_values background_counts::probabilities() const {
  constexpr double drawn = 20;  // counts
  constexpr std::size_t n_pairs = n_bases * n_bases;
  std::array<double, n_pairs> pairs{}, first_pairs{};  // the last two bases of words, and the first two
  std::array<double, n_bases> singles{}, first_singles{};
  for (std::size_t w = 0; w < words_.size(); ++w) {
    const auto n = static_cast<double>(words_[w]);
    pairs[w % n_pairs] += n;
    first_pairs[w / n_bases] += n;
    singles[w % n_bases] += n;
    first_singles[w / n_bases % n_bases] += n;
  }
  const auto all = static_cast<double>(total_);
  const auto of_single = [&](std::size_t a) { return (singles[a] + drawn / n_bases) / (all + drawn); };
  const auto of_pair = [&](std::size_t ab) {
    return (pairs[ab] + drawn * of_single(ab % n_bases)) / (first_singles[ab / n_bases] + drawn);
  };
  codon_values made{};
  for (std::size_t w = 0; w < made.size(); ++w) {
    const double third =
        (static_cast<double>(words_[w]) + drawn * of_pair(w % n_pairs)) / (first_pairs[w / n_bases] + drawn);
    made[w] = of_single(w / n_pairs) * of_pair(w / n_bases) * third;
  }
  return made;
}

std::vector<interval> find_background(std::string_view bases, const std::vector<interval>& genes,
                                      const genetic_code& code) {
  constexpr std::int64_t least = 50;     // nt
  constexpr std::size_t min_open = 100;  // codons
  std::vector<bool> covered(bases.size(), false);
  for (const interval& gene : genes) {
    const auto first = std::clamp<std::int64_t>(gene.start, 0, std::ssize(bases));
    const auto last = std::clamp<std::int64_t>(gene.end, first, std::ssize(bases));
    std::fill(covered.begin() + first, covered.begin() + last, true);
  }
  cover_open_frames(bases, code, min_open, covered);
  std::vector<interval> found;
  for (auto first = covered.begin(); first != covered.end();) {
    first = std::find(first, covered.end(), false);
    const auto last = std::find(first, covered.end(), true);
    if (last - first > least) found.push_back({first - covered.begin(), last - covered.begin()});
    first = last;
  }
  return found;
}

codon_values coding_bits(const codon_counts& of_genes, const background_counts& of_others) {
  constexpr double decimals = 1000;
  const codon_values genes = of_genes.probabilities(), others = of_others.probabilities();
  codon_values made{};
  for (std::size_t c = 0; c < made.size(); ++c)
    if (genes[c] > 0) made[c] = std::round(std::log2(genes[c] / others[c]) * decimals) / decimals;
  return made;
}

codon_weights make_codon_weights(const codon_values& bits, double per_bit, double fraction) {
  using weight = codon_weights::weight;
  std::array<weight, codon_weights::n_codons> made{};
  std::ranges::transform(bits, made.begin(), [&](double each) {
    return static_cast<weight>(std::clamp<long>(std::lround(fraction * each * per_bit),
                                                std::numeric_limits<weight>::min(),
                                                std::numeric_limits<weight>::max()));
  });
  return codon_weights(made);
}

codon_weights make_codon_weights(const codon_values& bits, score_unit unit) {
  constexpr double half_bits = 2;  // in a bit
  return make_codon_weights(bits, half_bits * unit.per_written());
}

coding_sample learn_coding(genome& sequences, const std::vector<annotated_transcript>& genes,
                           const std::vector<annotated_transcript>& all_known, const genetic_code& code) {
  constexpr std::int64_t piece_length = 1'000'000;  // nt
  coding_sample made{codon_counts(code), {}, std::vector<codon_counts>(n_folds, codon_counts(code))};
  for (const annotated_transcript& gene : genes) {
    const std::string coding = coding_sequence(sequences, gene);
    if (is_in_frame(coding, code))
      made.by_fold[fold_of(sequences.catalog().name(gene.sequence), gene.exons.front().start)].add(coding);
  }
  for (const codon_counts& each : made.by_fold) made.of_genes.add(each);
  std::vector<std::vector<interval>> known(sequences.catalog().size());
  for (const annotated_transcript& gene : all_known)
    known[gene.sequence].push_back({gene.exons.front().start, gene.exons.back().end});
  for (std::size_t sequence = 0; sequence < known.size(); ++sequence) {
    const std::int64_t length = sequences.catalog().length(sequence);
    for (std::int64_t start = 0; start < length; start += piece_length) {
      const interval piece{start, std::min(length, start + piece_length)};
      const std::string bases = sequences.fetch(sequence, piece);
      std::vector<interval> within;
      for (const interval& gene : known[sequence])
        if (gene.start < piece.end && gene.end > piece.start) within.push_back({gene.start - start, gene.end - start});
      for (const interval& stretch : find_background(bases, within, code))
        made.of_others.add(std::string_view(bases).substr(static_cast<std::size_t>(stretch.start),
                                                          static_cast<std::size_t>(stretch.length())));
    }
  }
  return made;
}

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
