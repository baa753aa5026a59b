// Random sequences, and proteins written as codons: what searches are to find again.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace exonweave::testing {

inline std::string random_text(std::mt19937_64& random, std::size_t length, std::string_view letters) {
  std::string text;
  while (text.size() < length) text += letters[random() % letters.size()];
  return text;
}

/// A codon for each residue.
inline std::string coding(std::string_view protein) {
  static const std::string codons[] = {"GCT", "TGT", "GAT", "GAA", "TTT", "GGT", "CAT", "ATT", "AAA", "CTT",
                                       "ATG", "AAT", "CCT", "CAA", "CGT", "TCT", "ACT", "GTT", "TGG", "TAT"};
  std::string text;
  for (const char residue : protein) text += codons[std::string_view("ACDEFGHIKLMNPQRSTVWY").find(residue)];
  return text;
}

}  // namespace exonweave::testing
