#include "exons/gene_finding/ends/gene_introns.hpp"

namespace exonweave {

codon_gains codon_gains::make(const exon_reading& reading, spliced::residue_code a, spliced::residue_code b,
                              spliced::residue_code c) {
  codon_gains made;
  const spliced::residue_code residue = reading.code->translate(a, b, c);
  if (may_go_on(residue)) made.goes_on = reading.weight_in_gap(a, b, c, residue);
  if (reading.code->may_end(a, b, c)) made.ends = 0;
  return made;
}

split_codon_table::split_codon_table(const exon_reading& reading) {
  const auto base = [](std::size_t index) { return static_cast<spliced::residue_code>(1U << index); };
  for (std::size_t i = 0; i < n_bases; ++i)
    for (std::size_t j = 0; j < n_bases; ++j)
      for (std::size_t k = 0; k < n_bases; ++k) {
        const codon_gains values = codon_gains::make(reading, base(i), base(j), base(k));
        ending_[j][k][i] = values;
        third_[k][n_bases * i + j] = values;
      }
}

}  // namespace exonweave
