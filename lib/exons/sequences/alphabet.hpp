// The letters of nucleotides and amino acids as files may spell them, and as exonweave keeps them: upper
// case, T for U.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace exonweave::letter_tables {

// The same as tables, for who asks of every letter of large files.

/// What each byte is read as; 0: nothing.
using letter_table = std::array<char, 256>;

constexpr std::size_t at(char letter) { return static_cast<unsigned char>(letter); }

constexpr char lower(char upper) { return static_cast<char>(upper - 'A' + 'a'); }

constexpr letter_table both_cases_of(std::string_view letters) {
  letter_table table{};
  for (const char letter : letters) table[at(letter)] = table[at(lower(letter))] = letter;
  return table;
}

inline constexpr letter_table nucleotides = [] {
  letter_table table = both_cases_of("ACGTRYSWKMBDHVN");
  table[at('U')] = table[at('u')] = 'T';
  return table;
}();

inline constexpr letter_table nucleotides_as_written = [] {
  letter_table table = nucleotides;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    if (char& base = table[at(letter)]; base != 0) base = lower(base);
  return table;
}();

inline constexpr letter_table amino_acids = [] {
  letter_table table = both_cases_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  table[at('*')] = '*';
  return table;
}();

}  // namespace exonweave::letter_tables

namespace exonweave {

enum class molecule { dna, protein };

/// The upper-case IUPAC nucleotide (ACGT RYSWKM BDHV N) for a letter of either case, U as T; 0 for anything
/// else.
char nucleotide(char letter);

/// The same in the case of `letter`: lower case is how files mask repeats softly.
char nucleotide_as_written(char letter);

constexpr bool is_lower_case(char residue) { return 'a' <= residue && residue <= 'z'; }
constexpr char in_upper_case(char residue) {
  return is_lower_case(residue) ? static_cast<char>(residue - 'a' + 'A') : residue;
}

/// The upper-case amino acid (the 20, and X B Z J U O) for a letter of either case, '*' as itself; 0 for
/// anything else.
char amino_acid(char letter);

/// The reverse complement of an IUPAC string in the form that nucleotide() gives.
std::string reverse_complement(std::string_view residues);

/// Which letters sequences are made of, and whether that is DNA or protein.
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
