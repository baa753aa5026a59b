#include "exons/gene_finding/gene_learning.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "exons/sites/coding_training.hpp"

namespace exonweave {
namespace {

// In reading direction, in the coordinates of its strand.
std::vector<interval> exons_on_strand(const annotated_transcript& transcript, std::int64_t length) {
  std::vector<interval> exons = transcript.exons;
  if (transcript.on == strand::forward) return exons;
  for (interval& exon : exons) exon = flip(exon, length);
  std::ranges::reverse(exons);
  return exons;
}

std::int64_t coding_length(const annotated_transcript& transcript) {
  std::int64_t length = 0;  // nt
  for (const interval& exon : transcript.exons) length += exon.length();
  return length;
}

// visit(index of a transcript, bases of its strand, its exons there), sequence by sequence.
template <class Visit>
void visit_transcripts(genome& sequences, const std::vector<annotated_transcript>& transcripts, const Visit& visit) {
  std::vector<std::vector<std::size_t>> by_sequence(sequences.catalog().size());
  for (std::size_t t = 0; t < transcripts.size(); ++t) by_sequence[transcripts[t].sequence].push_back(t);
  for (std::size_t s = 0; s < by_sequence.size(); ++s) {
    if (by_sequence[s].empty()) continue;
    const std::int64_t length = sequences.catalog().length(s);
    const masked_bases forward(sequences.fetch_as_written(s, {0, length}));
    const masked_bases reverse = forward.reverse_complement();
    for (const std::size_t t : by_sequence[s])
      visit(t, transcripts[t].on == strand::forward ? forward : reverse, exons_on_strand(transcripts[t], length));
  }
}

}  // namespace

std::vector<bool> which_are_whole(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                                  const genetic_codes& codes) {
  std::vector<bool> is_whole(transcripts.size());
  visit_transcripts(sequences, transcripts,
                    [&](std::size_t t, const masked_bases& bases, const std::vector<interval>& exons) {
                      is_whole[t] = is_whole_gene(bases, exons, codes.of_sequence(transcripts[t].sequence));
                    });
  return is_whole;
}

std::vector<gene_hints> hints_of(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                                 const genetic_codes& codes) {
  const auto is_whole = which_are_whole(sequences, transcripts, codes);
  std::vector<gene_hints> hints(sequences.catalog().size());
  for (std::size_t t = 0; t < transcripts.size(); ++t)
    if (is_whole[t])
      hints[transcripts[t].sequence].add_gene(transcripts[t].exons, transcripts[t].on, {},
                                              hint_factor(transcripts[t].support));
  for (gene_hints& each : hints) each.sort();
  return hints;
}

std::vector<annotated_transcript> choose_training_genes(const std::vector<annotated_transcript>& transcripts,
                                                        const std::vector<bool>& is_whole) {
  const auto of_support = [&](double least) {
    std::vector<std::size_t> chosen;
    for (std::size_t t = 0; t < transcripts.size(); ++t)
      if (is_whole[t] && transcripts[t].support.value_or(1) >= least) chosen.push_back(t);
    return chosen;
  };
  std::vector<std::size_t> ranked = of_support(training_support);
  if (ranked.size() < few_genes) ranked = of_support(few_training_support);
  std::ranges::stable_sort(ranked, std::greater(), [&](std::size_t t) {
    return std::pair(transcripts[t].support.value_or(1), coding_length(transcripts[t]));
  });
  std::vector<std::size_t> kept;
  std::map<std::tuple<std::size_t, strand, std::int64_t>, std::int64_t> taken;  // [sequence, strand, end] starts
  for (const std::size_t t : ranked) {
    const annotated_transcript& gene = transcripts[t];
    const std::int64_t start = gene.exons.front().start, end = gene.exons.back().end;
    const auto next = taken.upper_bound({gene.sequence, gene.on, start});
    const bool is_on_strand =
        next != taken.end() && std::get<0>(next->first) == gene.sequence && std::get<1>(next->first) == gene.on;
    if (is_on_strand && next->second < end) continue;
    taken.emplace(std::tuple(gene.sequence, gene.on, end), start);
    kept.push_back(t);
  }
  std::ranges::sort(kept);
  std::vector<annotated_transcript> genes;
  for (const std::size_t t : kept) genes.push_back(transcripts[t]);
  return genes;
}

gene_counts count_genes(genome& sequences, const std::vector<annotated_transcript>& genes, const genetic_codes& codes) {
  gene_counts counts;
  std::vector<bases_of_intron> introns;
  visit_transcripts(sequences, genes,
                    [&](std::size_t g, const masked_bases& bases, const std::vector<interval>& exons) {
                      counts.add(bases, exons, codes.of_sequence(genes[g].sequence));
                      for (const interval& intron : training_introns(bases, exons))
                        introns.push_back(bases_before_acceptor(bases, intron));
                    });
  counts.branches = learn_branch_points(introns, {counts.intron, counts.acceptors});
  return counts;
}

intergenic_counts count_intergenic(genome& sequences, const std::vector<annotated_transcript>& known,
                                   const genetic_codes& codes) {
  constexpr std::int64_t piece_length = 1'000'000;  // nt
  intergenic_counts counts;
  std::vector<std::vector<interval>> genes(sequences.catalog().size());
  for (const annotated_transcript& each : known)
    genes[each.sequence].push_back({each.exons.front().start, each.exons.back().end});
  for (std::size_t s = 0; s < genes.size(); ++s) {
    const std::int64_t length = sequences.catalog().length(s);
    for (std::int64_t start = 0; start < length; start += piece_length) {
      const interval piece{start, std::min(length, start + piece_length)};
      const masked_bases bases(sequences.fetch_as_written(s, piece));
      std::vector<interval> within;
      for (const interval& gene : genes[s])
        if (gene.overlaps(piece)) within.push_back({gene.start - start, gene.end - start});
      for (const interval& stretch : find_background(sequences.fetch(s, piece), within, codes.of_sequence(s)))
        counts.add(bases, stretch);
    }
  }
  return counts;
}

}  // namespace exonweave
