#include "exons/models/found_gene_model.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

std::string bases_of(std::string_view all, interval where, strand on) {
  const auto part = all.substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length()));
  return on == strand::forward ? std::string(part) : reverse_complement(part);
}

spliced::score rounded_gain(finding_score gain, score_unit unit) {
  constexpr double half_bits = 2;  // in a bit
  const double score = std::round(half_bits * to_bits(gain) * unit.per_written());
  return static_cast<spliced::score>(std::min(score, static_cast<double>(spliced::score_limit)));
}

}  // namespace

gene_model make_gene_model(const found_gene& gene, std::size_t sequence, std::string_view bases,
                           const genetic_code& code, score_unit unit) {
  constexpr std::int64_t n_site_letters = 2;
  gene_model model;
  model.sequence = sequence;
  model.on = gene.on;
  model.score = rounded_gain(gene.gain, unit);
  model.target = no_target;
  model.kind = molecule::protein;
  model.is_coding = true;
  model.has_start = gene.has_start;
  model.has_stop = gene.has_stop;
  model.probability = gene.probability;
  std::int64_t n_before = (codon_size - gene.phase) % codon_size;  // coding bases before the exon, and of its codon
  std::vector<found_exon> in_reading_direction = gene.exons;
  if (gene.on == strand::reverse) std::ranges::reverse(in_reading_direction);
  for (const found_exon& exon : in_reading_direction) {
    model_exon& made = model.exons.emplace_back();
    made.where = exon.where;
    made.probability = exon.probability;
    made.phase = static_cast<std::int8_t>((codon_size - n_before % codon_size) % codon_size);
    n_before += exon.where.length();
    model.coding += bases_of(bases, exon.where, gene.on);
    if (model.exons.size() == 1) continue;
    const interval last = model.exons[model.exons.size() - 2].where;
    const bool is_forward = gene.on == strand::forward;
    const interval intron = is_forward ? interval{last.end, exon.where.start} : interval{exon.where.end, last.start};
    const std::string letters = bases_of(bases, intron, gene.on);
    made.gap_begin = letters.substr(0, n_site_letters);
    made.gap_end = letters.substr(letters.size() - n_site_letters);
  }
  model.protein = translate(std::string_view(model.coding).substr(static_cast<std::size_t>(gene.phase)), code);
  if (model.has_start) model.protein.front() = spliced::amino_letter(start_amino);
  if (model.has_stop) model.protein.pop_back();
  if (gene.on == strand::reverse) std::ranges::reverse(model.exons);
  return model;
}

}  // namespace exonweave
