// Coding sequences of made proteins.
#pragma once

#include <string>
#include <string_view>

namespace exonweave::testing {

/// Codons of a protein of the 20 residues, one for each, without those of other frames in mind.
inline std::string codons_of(std::string_view residues) {
  constexpr std::string_view letters = "ACDEFGHIKLMNPQRSTVWY";
  constexpr const char* codons[] = {"GCC", "TGC", "GAC", "GAG", "TTC", "GGC", "CAC", "ATC", "AAG", "CTG",
                                    "ATG", "AAC", "CCC", "CAG", "CGC", "TCC", "ACC", "GTC", "TGG", "TAC"};
  std::string text;
  for (const char residue : residues) text += codons[letters.find(residue)];
  return text;
}

}  // namespace exonweave::testing
