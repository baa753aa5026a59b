#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

constexpr std::string_view bases = "TCAG";  // the order of the table
constexpr std::string_view amino_acids = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";

}  // namespace

bool is_stop_codon(std::string_view codon) { return translate_codon(codon) == '*'; }

char translate_codon(std::string_view codon) {
  std::size_t index = 0;
  for (const char base : codon) {
    const std::size_t digit = bases.find(base);
    if (digit == std::string_view::npos) return 'X';
    index = 4 * index + digit;
  }
  return amino_acids[index];
}

std::string translate(std::string_view coding) {
  std::string protein;
  for (std::size_t at = 0; at + codon_length <= coding.size(); at += codon_length)
    protein += translate_codon(coding.substr(at, codon_length));
  return protein;
}

}  // namespace exonweave
