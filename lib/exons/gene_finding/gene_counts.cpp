#include "exons/gene_finding/gene_counts.hpp"

#include <algorithm>

#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/markov_chain.hpp"
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

}  // namespace exonweave
