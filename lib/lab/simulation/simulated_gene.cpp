// The gene of a simulated locus: its coding sequence, exons, introns and splice sites.
#include <algorithm>
#include <cassert>
#include <numeric>
#include <string_view>

#include "exons/sequences/genetic_code.hpp"
#include "lab/simulation/divergence.hpp"
#include "lab/simulation/simulated_locus.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t shortest_intron = 70;  // nt
constexpr std::int64_t shortest_flank = 100;  // nt
constexpr std::uint32_t consensus = 700'000;  // ppm: how often a base around a splice site is the usual one

std::string random_coding_sequence(std::int64_t length, random_source& random) {
  std::string coding = "ATG";
  while (static_cast<std::int64_t>(coding.size() + codon_length) < length) coding += random_sense_codon(random);
  return coding + random_stop_codon(random);
}

// Exons in [flank, length - flank): the introns take what the exons and flanks leave.
std::vector<interval> place_exons(const locus_plan& plan, random_source& random) {
  const auto n_introns = plan.exon_lengths.size() - 1;
  const auto coding = std::accumulate(plan.exon_lengths.begin(), plan.exon_lengths.end(), std::int64_t{0});
  const auto free = plan.length - coding - static_cast<std::int64_t>(n_introns) * shortest_intron - 2 * shortest_flank;
  assert(free >= 0);
  const std::int64_t flank = shortest_flank + random.between(0, free / 4);
  const std::int64_t after = shortest_flank + random.between(0, free / 4);
  std::vector<std::int64_t> introns;
  if (n_introns > 0) introns = random_parts(plan.length - coding - flank - after, n_introns, shortest_intron, random);
  std::vector<interval> exons;
  std::int64_t start = flank;
  for (std::size_t k = 0; k <= n_introns; ++k) {
    exons.push_back({start, start + plan.exon_lengths[k]});
    start = exons.back().end + (k < n_introns ? introns[k] : 0);
  }
  return exons;
}

void write_usual(std::string& residues, std::int64_t start, std::string_view usual, random_source& random) {
  for (std::size_t k = 0; k < usual.size(); ++k)
    if (random.chance(consensus)) residues[static_cast<std::size_t>(start) + k] = usual[k];
}

void write_intron_ends(locus_draft& locus, interval intron, random_source& random) {
  constexpr std::string_view donor_rest = "AAGT";                // after GT
  constexpr std::string_view acceptor_tract = "TTTCTTTTCTTTAC";  // before AG
  auto& residues = locus.residues;
  write_usual(residues, intron.start + 2, donor_rest, random);
  write_usual(residues, intron.end - 2 - static_cast<std::int64_t>(acceptor_tract.size()), acceptor_tract, random);
  const auto start = static_cast<std::size_t>(intron.start);
  const auto end = static_cast<std::size_t>(intron.end);
  residues.replace(start, 2, "GT");
  residues.replace(end - 2, 2, "AG");
  for (const std::size_t position : {start, start + 1, end - 2, end - 1}) locus.is_fixed[position] = true;
}

}  // namespace

std::string random_bases(std::int64_t length, random_source& random) {
  std::string residues(static_cast<std::size_t>(length), 'N');
  for (char& base : residues) base = random.chance(gc_fraction) ? "GC"[random.below(2)] : "AT"[random.below(2)];
  return residues;
}

exon_type type_of_exon(std::size_t index, std::size_t n) {
  if (n == 1) return exon_type::single;
  if (index == 0) return exon_type::initial;
  return index + 1 == n ? exon_type::terminal : exon_type::internal;
}

locus_draft draft_gene(const locus_plan& plan, random_source& random) {
  locus_draft locus;
  locus.residues = random_bases(plan.length, random);
  locus.is_fixed.resize(locus.residues.size());
  locus.gene = place_exons(plan, random);
  const auto coding_length = std::accumulate(plan.exon_lengths.begin(), plan.exon_lengths.end(), std::int64_t{0});
  const std::string coding = random_coding_sequence(coding_length, random);
  const auto phases = coding_phases(locus.gene, strand::forward);
  std::size_t written = 0;
  for (std::size_t k = 0; k < locus.gene.size(); ++k) {
    const auto exon = locus.gene[k];
    const auto length = static_cast<std::size_t>(exon.length());
    locus.residues.replace(static_cast<std::size_t>(exon.start), length, coding, written, length);
    written += length;
    std::fill_n(locus.is_fixed.begin() + exon.start, exon.length(), true);
    if (k > 0) write_intron_ends(locus, {locus.gene[k - 1].end, exon.start}, random);
    locus.exons.push_back(
        {exon, strand::forward, phases[k], type_of_exon(k, locus.gene.size()), random.between(200, 3000), true});
  }
  return locus;
}

}  // namespace exonweave
