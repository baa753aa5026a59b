#include "exons/sites/coding_training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "exons/sequences/genetic_code.hpp"

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

}  // namespace exonweave
