// A genetic code by the numbers of codons, and which places splice sites may be.
#pragma once

#include <array>
#include <cstddef>

#include "exons/gene_finding/masked_bases.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

/// Codons with an unknown base (no_codon) are neither starts nor stops.
class codon_table {
 public:
  explicit codon_table(const genetic_code& code) {
    for (std::size_t number = 0; number < no_codon; ++number) {
      const auto residue = [number](std::size_t place) {
        return static_cast<spliced::residue_code>(1U << (number >> (2 * (codon_length - 1 - place)) & 3));
      };
      kinds_[number] = {code.may_begin(residue(0), residue(1), residue(2)),
                        code.may_end(residue(0), residue(1), residue(2)),
                        code.is_stop(residue(0), residue(1), residue(2))};
    }
  }

  [[nodiscard]] bool may_begin(std::size_t codon) const { return kinds_[codon].may_begin; }
  [[nodiscard]] bool may_end(std::size_t codon) const { return kinds_[codon].may_end; }
  /// Within a gene as well.
  [[nodiscard]] bool is_stop(std::size_t codon) const { return kinds_[codon].is_stop; }

 private:
  struct kind {
    bool may_begin = false, may_end = false, is_stop = false;
  };
  std::array<kind, no_codon + 1> kinds_{};
};

/// Whether a start codon stands further up in the frame of a position of a strand, with neither a stop codon nor an
/// unknown base between.
inline bool has_start_further_up(const masked_bases& strand, std::int64_t position, const codon_table& codons) {
  for (position -= codon_size; position >= 0; position -= codon_size) {
    const std::size_t codon = codon_number_at(strand, position);
    if (codon == no_codon || codons.is_stop(codon)) return false;
    if (codons.may_begin(codon)) return true;
  }
  return false;
}

/// Introns begin with GT or GC at a border of a strand.
inline bool is_donor(const masked_bases& strand, std::int64_t border) {
  const base_number second = strand.at(border + 1);
  return strand.at(border) == 2 && (second == 3 || second == 1);
}
/// And end with AG.
inline bool is_acceptor(const masked_bases& strand, std::int64_t border) {
  return strand.at(border - 2) == 0 && strand.at(border - 1) == 2;
}

}  // namespace exonweave
