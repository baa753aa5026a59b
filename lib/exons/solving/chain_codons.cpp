#include "exons/solving/chain_codons.hpp"

#include <stdexcept>

namespace exonweave {
namespace {

std::size_t count_residues(const spliced::alignment& chain) {
  std::size_t n = 0;
  for (const auto& exon : chain.exons)
    for (const auto& [op, length] : exon.edits) n += op == spliced::edit::insertion ? 0 : length;
  return n;
}

}  // namespace

chain_reading read_codons(const spliced::alignment& chain, const strand_region& region, const genetic_code& code) {
  chain_reading read;
  std::vector<std::int64_t>& open = read.unread;
  std::size_t middle = 0;  // the exon of the open codon's middle base
  for (std::size_t e = 0; e < chain.exons.size(); ++e) {
    const auto& exon = chain.exons[e];
    for (std::int64_t base = exon.begin + exon.n_skipped; base < exon.end; ++base) {
      open.push_back(base);
      if (open.size() == 2) middle = e;
      if (open.size() < codon_length) continue;
      read.codons.push_back({{open[0], open[1], open[2]},
                             code.translate(region.at(open[0]), region.at(open[1]), region.at(open[2])),
                             middle,
                             false});
      open.clear();
    }
  }
  if (!read.codons.empty() && chain.exons.front().n_skipped == 0) {
    const auto [a, b, c] = read.codons.front().bases;
    read.has_start = is_start_codon({region.at(a), region.at(b), region.at(c)}, c - a - 2, code);
  }
  const std::size_t n_aligned = count_residues(chain);
  if (read.codons.size() == n_aligned + 1) {
    chain_codon& last = read.codons.back();
    if (!open.empty() || !code.may_end(region.at(last.bases[0]), region.at(last.bases[1]), region.at(last.bases[2])))
      throw std::logic_error("a chain ends in what is no stop codon");
    last.is_final_stop = true;
  } else if (read.codons.size() != n_aligned) {
    throw std::logic_error("the edits do not cover the codons of the chain");
  }
  return read;
}

}  // namespace exonweave
