// Which letters sequences are made of, and whether that is DNA or protein.
#pragma once

#include <array>
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

}  // namespace exonweave
