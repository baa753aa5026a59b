#include "exons/writers/end_codons.hpp"

#include <algorithm>

namespace exonweave {
namespace {

// The first bases in reading direction, or the last ones.
codon_places end_bases(const gene_model& model, bool is_first) {
  const bool is_low = is_first == (model.on == strand::forward);
  codon_places pieces;
  std::int64_t n_missing = codon_length;
  const auto take = [&](const interval& exon) {
    const std::int64_t n = std::min(n_missing, exon.length());
    if (n > 0) pieces.push_back(is_low ? interval{exon.start, exon.start + n} : interval{exon.end - n, exon.end});
    n_missing -= n;
  };
  if (is_low)
    for (const model_exon& exon : model.exons) take(exon.where);
  else
    for (auto exon = model.exons.rbegin(); exon != model.exons.rend(); ++exon) take(exon->where);
  if (!is_first) std::ranges::reverse(pieces);
  return pieces;
}

}  // namespace

codon_places start_codon_of(const gene_model& model) {
  return model.is_coding && model.has_start ? end_bases(model, true) : codon_places{};
}

codon_places stop_codon_of(const gene_model& model) {
  return model.is_coding && model.has_stop ? end_bases(model, false) : codon_places{};
}

std::vector<std::int8_t> phases_of(const codon_places& codon) {
  constexpr std::int64_t whole = codon_length;  // nt
  std::vector<std::int8_t> phases;
  std::int64_t n_before = 0;
  for (const interval& piece : codon) {
    phases.push_back(static_cast<std::int8_t>((whole - n_before) % whole));
    n_before += piece.length();
  }
  return phases;
}

}  // namespace exonweave
