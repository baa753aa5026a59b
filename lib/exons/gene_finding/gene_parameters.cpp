#include "exons/gene_finding/gene_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "exons/gene_finding/masked_bases.hpp"

namespace exonweave {

namespace {

// The positions of the coding bases, in reading direction.
std::vector<std::int64_t> coding_positions(std::span<const interval> exons) {
  std::vector<std::int64_t> positions;
  for (const interval& exon : exons)
    for (std::int64_t position = exon.start; position < exon.end; ++position) positions.push_back(position);
  return positions;
}

std::size_t codon_at(const masked_bases& strand, std::span<const std::int64_t> positions, std::size_t first) {
  return codon_number(strand.at(positions[first]), strand.at(positions[first + 1]), strand.at(positions[first + 2]));
}

// Whether no codon from `first` on is a stop codon, but that which `last` begins.
bool is_read_on(const masked_bases& strand, std::span<const std::int64_t> positions, std::size_t first,
                std::size_t last, const codon_table& codons) {
  for (; first < last; first += codon_length)
    if (codons.is_stop(codon_at(strand, positions, first))) return false;
  return true;
}

void count_masks(const masked_bases& strand, interval stretch, mask_counts& masks) {
  for (std::int64_t position = stretch.start + 1; position < stretch.end; ++position)
    ++masks[strand.is_masked(position - 1)][strand.is_masked(position)];
}

void add_masks(mask_counts& sums, const mask_counts& more) {
  for (std::size_t before = 0; before < sums.size(); ++before) add_counts(sums[before], more[before]);
}

}  // namespace

bool is_whole_gene(const masked_bases& strand, std::span<const interval> exons, const genetic_code& code) {
  const auto positions = coding_positions(exons);
  if (positions.size() < 2 * codon_length || positions.size() % codon_length != 0) return false;
  const codon_table codons(code);
  const std::size_t last = positions.size() - codon_length;
  if (!codons.may_begin(codon_at(strand, positions, 0)) || !codons.may_end(codon_at(strand, positions, last)))
    return false;
  return is_read_on(strand, positions, codon_length, last, codons);
}

bool has_open_frame(const masked_bases& strand, std::span<const interval> exons, std::int64_t phase,
                    const genetic_code& code) {
  const auto positions = coding_positions(exons);
  const auto first = static_cast<std::size_t>(phase);
  if (positions.size() < first + codon_length) return false;
  const std::size_t n_codons = (positions.size() - first) / codon_length;
  return is_read_on(strand, positions, first, first + (n_codons - 1) * codon_length, codon_table(code));
}

std::vector<interval> training_introns(const masked_bases& strand, std::span<const interval> exons) {
  std::vector<interval> introns;
  for (std::size_t e = 1; e < exons.size(); ++e) {
    const interval gap{exons[e - 1].end, exons[e].start};
    if (gap.length() >= intron_lengths::shortest && is_donor(strand, gap.start) && is_acceptor(strand, gap.end))
      introns.push_back(gap);
  }
  return introns;
}

void gene_counts::add(const masked_bases& strand, std::span<const interval> exons, const genetic_code& code) {
  const auto positions = coding_positions(exons);
  const std::size_t last = positions.size() - codon_length;
  ++n_genes;
  n_with_upstream_start += has_start_further_up(strand, exons.front().start, codon_table(code));
  n_coding_bases += positions.size();
  if (const auto start = codon_at(strand, positions, 0); start != no_codon) ++start_codons[start];
  if (const auto stop = codon_at(strand, positions, last); stop != no_codon) ++stop_codons[stop];
  recent_bases recent;
  for (std::size_t i = 0; i < last; ++i) {
    const base_number base = strand.at(positions[i]);
    recent.push(base);
    if (i < codon_length || base == unknown_base) continue;
    coding[i % codon_length].add(recent);
    ++composition[base];
  }
  starts.add(strand, exons.front().start);
  for (const interval& exon : exons) count_masks(strand, exon, masks);
  for (const interval& each : training_introns(strand, exons)) {
    this->intron_lengths.push_back(each.length());
    donors.add(strand, each.start);
    acceptors.add(strand, each.end);
    recent_bases within;
    for (std::int64_t position = each.start; position < each.end - acceptor_rows.n_before; ++position) {
      within.push(strand.at(position));
      if (position >= each.start + donor_rows.n_after) intron.add(within);
    }
  }
}

void gene_counts::add(const gene_counts& others) {
  for (std::size_t place = 0; place < codon_length; ++place) coding[place].add(others.coding[place]);
  intron.add(others.intron);
  add_counts(composition, others.composition);
  donors.add(others.donors);
  acceptors.add(others.acceptors);
  starts.add(others.starts);
  add_counts(start_codons, others.start_codons);
  add_counts(stop_codons, others.stop_codons);
  intron_lengths.insert(intron_lengths.end(), others.intron_lengths.begin(), others.intron_lengths.end());
  add_masks(masks, others.masks);
  n_genes += others.n_genes;
  n_with_upstream_start += others.n_with_upstream_start;
  n_coding_bases += others.n_coding_bases;
}

void intergenic_counts::add(const masked_bases& strand, interval stretch) {
  recent_bases forward, reverse;
  for (std::int64_t position = stretch.start; position < stretch.end; ++position) {
    forward.push(strand.at(position));
    reverse.push(complement(strand.at(stretch.start + stretch.end - 1 - position)));
    bases.add(forward);
    bases.add(reverse);
  }
  count_masks(strand, stretch, masks);
}

void intergenic_counts::add(const intergenic_counts& others) {
  bases.add(others.bases);
  add_masks(masks, others.masks);
}

namespace {

std::array<place_score, n_known_bases> composition_of(const gene_counts& genes) {
  std::array<place_score, n_known_bases> scores{};
  double sum = 0;
  for (const std::uint64_t count : genes.composition) sum += static_cast<double>(count) + 1;
  for (std::size_t base = 0; base < scores.size(); ++base)
    scores[base] = log_score((static_cast<double>(genes.composition[base]) + 1) / sum);
  return scores;
}

std::array<std::array<place_score, 2>, 2> mask_scores(const mask_counts& genes, const mask_counts& others) {
  constexpr double drawn = 20;  // counts
  std::array<std::array<place_score, 2>, 2> scores{};
  for (std::size_t before = 0; before < 2; ++before)
    for (std::size_t is_masked = 0; is_masked < 2; ++is_masked) {
      const auto n_others = static_cast<double>(others[before][0] + others[before][1]);
      const auto n_genes = static_cast<double>(genes[before][0] + genes[before][1]);
      const double of_others = (static_cast<double>(others[before][is_masked]) + 1) / (n_others + 2);
      const double of_genes = (static_cast<double>(genes[before][is_masked]) + drawn * of_others) / (n_genes + drawn);
      scores[before][is_masked] = log_score(of_genes) - log_score(of_others);
    }
  return scores;
}

}  // namespace

gene_parameters make_parameters(const gene_counts& genes, const intergenic_counts& others) {
  const auto n_bases = static_cast<double>(std::max<std::uint64_t>(genes.n_coding_bases, codon_length));
  const auto n_genes = static_cast<double>(std::max<std::uint64_t>(genes.n_genes, 1));
  const auto n_introns = static_cast<double>(genes.intron_lengths.size());
  return {.intergenic = markov_chain(others.bases),
          .coding = {markov_chain(genes.coding[0]), markov_chain(genes.coding[1]), markov_chain(genes.coding[2])},
          .composition = composition_of(genes),
          .intron = markov_chain(genes.intron),
          .donor = site_matrix(genes.donors),
          .acceptor = site_matrix(genes.acceptors),
          .start = site_matrix(genes.starts),
          .branches = branch_points(genes.branches, genes.intron, genes.acceptors),
          .lengths = intron_lengths::learn(genes.intron_lengths),
          .start_codons = genes.start_codons,
          .stop_codons = genes.stop_codons,
          .masks = mask_scores(genes.masks, others.masks),
          .per_gene = log_score(1 / bases_per_gene),
          .per_stop = log_score(n_genes * codon_length / n_bases),
          .per_intron = log_score((n_introns + 0.5) / (n_bases + 1)),
          .upstream_start = log_score((static_cast<double>(genes.n_with_upstream_start) + 1) / (n_genes + 2))};
}

namespace {

// Adds one intron to a histogram, spread over the lengths around its own.
void spread(std::int64_t length, std::int64_t least, std::vector<double>& histogram) {
  const double deviation = 1 + 0.06 * static_cast<double>(length);
  const auto reach = static_cast<std::int64_t>(4 * deviation);
  const std::int64_t first = std::max(least, length - reach);
  const std::int64_t last = std::min(std::ssize(histogram) - 1, length + reach);
  const auto density = [&](std::int64_t n) {
    const double z = static_cast<double>(n - length) / deviation;
    return std::exp(-z * z / 2);
  };
  double sum = 0;
  for (std::int64_t n = first; n <= last; ++n) sum += density(n);
  for (std::int64_t n = first; n <= last; ++n) histogram[static_cast<std::size_t>(n)] += density(n) / sum;
}

std::int64_t min_of(const std::vector<std::int64_t>& ascending) {
  constexpr std::size_t outliers = 200;  // one in so many
  if (ascending.size() < intron_lengths::fewest_lengths) return intron_lengths::shortest;
  return std::max(intron_lengths::shortest, ascending[ascending.size() / outliers] - 2);
}

}  // namespace

intron_lengths::intron_lengths(std::vector<place_score> table, finding_score at_tail, finding_score per_nt)
    : table_(std::move(table)), at_tail_(at_tail), per_nt_(per_nt) {
  least_ = std::ranges::find_if(table_, [](place_score score) { return score != impossible_place; }) - table_.begin();
}

intron_lengths intron_lengths::learn(std::span<const std::int64_t> lengths) {
  std::vector<std::int64_t> ascending(lengths.begin(), lengths.end());
  std::ranges::sort(ascending);
  const std::int64_t least = std::min(min_of(ascending), tail_limit - 1);
  const auto n = static_cast<double>(ascending.size());
  const auto sum = static_cast<double>(std::accumulate(ascending.begin(), ascending.end(), std::int64_t{0}));
  const double mean_length = (sum + prior_introns * prior_mean) / (n + prior_introns);
  const double mean = std::max(1.0, mean_length - static_cast<double>(least));  // beyond the least
  const double fraction = std::max(0.05, prior_introns / (prior_introns + n));
  std::vector<double> histogram(static_cast<std::size_t>(tail_limit), 0.0);
  double n_tail = 0, sum_beyond = 0;  // introns of the tail, and by how much they are longer than where it begins
  for (const std::int64_t length : ascending) {
    if (length < tail_limit) {
      spread(std::max(length, least), least, histogram);
    } else {
      ++n_tail;
      sum_beyond += static_cast<double>(length - tail_limit);
    }
  }
  const auto geometric = [&](std::int64_t length) { return std::exp(-static_cast<double>(length - least) / mean); };
  std::vector<place_score> table(histogram.size(), impossible_place);
  for (std::int64_t length = least; length < tail_limit; ++length) {
    const auto i = static_cast<std::size_t>(length);
    table[i] = log_score((1 - fraction) * histogram[i] / std::max(1.0, n) + fraction * geometric(length) / mean);
  }
  constexpr double fewest_of_tail = 5;  // introns whose mean is their own
  const double tail_mean = n_tail > fewest_of_tail ? std::max(1.0, sum_beyond / n_tail) : mean;
  const double in_tail = (1 - fraction) * n_tail / std::max(1.0, n) + fraction * geometric(tail_limit);
  return {std::move(table), log_score(in_tail / tail_mean), log_score(1 - 1 / (tail_mean + 1))};
}

finding_score intron_lengths::at(std::int64_t length) const {
  if (length < least_) return impossible;
  if (length >= tail_begin()) return at_tail_ + (length - tail_begin()) * per_nt_;
  const place_score score = in_table(length);
  return score == impossible_place ? impossible : score;
}

}  // namespace exonweave
