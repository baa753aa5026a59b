// Which letters sequences are made of, and whether that is DNA or protein.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "exons/sequences/alphabet.hpp"

namespace exonweave {

class composition {
 public:
  void add(std::string_view residues) {
    for (const char residue : residues) ++counts_[static_cast<unsigned char>(residue)];
  }

  /// DNA when fewer than one letter in 20 is no IUPAC nucleotide and at least every second one is ACGTU or N,
  /// else protein; nothing without letters. In proteins about 35% are no IUPAC nucleotides (EFILPQ), 26% are
  /// ACGTN.
  [[nodiscard]] std::optional<molecule> kind() const;

 private:
  std::array<std::uint64_t, 256> counts_{};
};

// How often each of the 20 amino acids is in proteins as they are.

constexpr std::size_t n_kinds_of_residues = 20;

/// Of 100,000 residues, in the order of the codes (Robinson and Robinson 1991).
constexpr std::array<std::uint32_t, n_kinds_of_residues> residue_frequencies = {
    7805, 5129, 4487, 5364, 1925, 4264, 6295, 7377, 2199, 5142,
    9019, 5744, 2243, 3856, 5203, 7120, 5841, 1330, 3216, 6441};

}  // namespace exonweave
