#include "exons/writers/locus_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

std::string pairs_row(const found_locus& locus, const sequence_catalog& sequences, const target_set& targets) {
  const target& protein = targets.targets[locus.where.target];
  const found_chain& best = locus.best;
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{:.1f}\t{:.2g}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                     sequences.name(locus.where.sequence), locus.where.region.start, locus.where.region.end,
                     to_char(locus.where.on), protein.name, best.score, best.e_value, best.n_segments, best.core.start,
                     best.core.end, best.on_target.start, best.on_target.end, protein.residues.size());
}

std::string paf_row_of_chain(const found_chain& chain, const alignment_task& where, const sequence_catalog& sequences,
                             const target_set& targets) {
  const target& protein = targets.targets[where.target];
  const std::size_t on = where.sequence;
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t255\tAS:i:{:.0f}\tev:f:{:.2g}\tns:i:{}\n",
                     protein.name, protein.residues.size(), chain.on_target.start, chain.on_target.end,
                     to_char(where.on), sequences.name(on), sequences.length(on), chain.core.start, chain.core.end,
                     codon_length * chain.n_identical, codon_length * chain.n_aligned, chain.score, chain.e_value,
                     chain.n_segments);
}

std::vector<found_chain> chains_by_place(const found_locus& locus) {
  std::vector<found_chain> chains = locus.others;
  chains.push_back(locus.best);
  std::ranges::sort(chains, {}, [](const found_chain& c) { return std::tuple(c.core, c.on_target, -c.score); });
  return chains;
}

}  // namespace

void sort_by_place(const target_set& targets, std::vector<found_locus>& loci) {
  std::ranges::sort(loci, {}, [&](const found_locus& l) {
    return std::tuple(l.where.sequence, l.where.region, std::string_view(targets.targets[l.where.target].name),
                      l.where.on);
  });
}

void write_locus_pairs(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                       const text_sink& sink) {
  sink(
      "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\tscore\te_value\tsegments\t"
      "core_start0\tcore_end0\ttarget_start0\ttarget_end0\ttarget_length\n");
  for (const found_locus& each : loci) sink(pairs_row(each, sequences, targets));
}

void write_locus_paf(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                     const text_sink& sink) {
  for (const found_locus& locus : loci)
    for (const found_chain& each : chains_by_place(locus))
      sink(paf_row_of_chain(each, locus.where, sequences, targets));
}

}  // namespace exonweave
