// The genetic codes of NCBI's list: what a codon means, on base codes for alignment and on letters for the rest.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spliced/graph/graph_view.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave::letter_tables {

// The letters of nucleotides and amino acids as files may spell them, and as exonweave keeps them: upper
// case, T for U.

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

constexpr std::size_t codon_length = 3;  // nt
constexpr std::int64_t codon_size = 3;   // the same, between positions

/// ATG, the start codon that every code has, in DNA codes. An ambiguous codon is none.
constexpr std::array<spliced::residue_code, codon_length> standard_start = {1, 8, 4};

/// What a start codon stands for, methionine.
constexpr auto start_amino = static_cast<spliced::residue_code>(spliced::amino_letters.find('M'));

/// Whether an amino acid is one that no codon stands for but a recoded stop: selenocysteine, pyrrolysine.
constexpr bool is_recoded_stop(spliced::residue_code amino) {
  constexpr auto selenocysteine = static_cast<spliced::residue_code>(spliced::amino_letters.find('U'));
  constexpr auto pyrrolysine = static_cast<spliced::residue_code>(spliced::amino_letters.find('O'));
  return amino == selenocysteine || amino == pyrrolysine;
}

/// One translation table. A codon with ambiguous bases means what all codons it stands for have in common: their
/// amino acid when it is the same for all, '*' when all are stops, else X.
///
/// Codes of organelles, bacteria and archaea have the start codons of NCBI's tables besides ATG. Nuclear codes have ATG
/// alone, whatever these tables say (TTG and CTG of the standard code): hardly a gene begins otherwise.
///
/// Some nuclear codes of ciliates and Blastocrithidia (27, 28, 31) have codons that are amino acids within a coding
/// sequence and stops at its end: those translate as amino acids, and may_end distinguishes them from others.
class genetic_code {
 public:
  /// The standard code is 1. Throws std::invalid_argument for a number that is not in ids().
  explicit genetic_code(int ncbi_id = 1);

  /// NCBI's numbers of the known codes, ascending.
  static std::span<const int> ids();
  static bool is_known(std::int64_t ncbi_id);

  [[nodiscard]] int id() const { return id_; }
  [[nodiscard]] std::string_view name() const { return name_; }  // "Vertebrate Mitochondrial"

  /// The same code where TGA within a coding sequence is selenocysteine, U, and TAG pyrrolysine, O, if they are stops
  /// in it; at its end they still may be. Ambiguous codons stay what they are.
  [[nodiscard]] genetic_code with_recoded_stops() const;

  /// The amino-acid code of three DNA codes; X when one of them is 0.
  [[nodiscard]] spliced::residue_code translate(spliced::residue_code first, spliced::residue_code second,
                                                spliced::residue_code third) const {
    return amino_acids_[index(first, second, third)];
  }

  /// Whether every codon that the three DNA codes stand for is a stop wherever it is.
  [[nodiscard]] bool is_stop(spliced::residue_code first, spliced::residue_code second,
                             spliced::residue_code third) const {
    return translate(first, second, third) == spliced::stop_amino;
  }

  /// Whether every codon that the three DNA codes stand for is a stop, or one at the end of a coding sequence.
  [[nodiscard]] bool may_end(spliced::residue_code first, spliced::residue_code second,
                             spliced::residue_code third) const {
    return may_end_[index(first, second, third)];
  }

  /// Whether the three DNA codes, none ambiguous, are a start codon.
  [[nodiscard]] bool may_begin(spliced::residue_code first, spliced::residue_code second,
                               spliced::residue_code third) const {
    return may_begin_[index(first, second, third)];
  }
  [[nodiscard]] bool has_other_starts() const { return may_begin_.count() > 1; }
  /// Whether two bases are the first ones of a start codon.
  [[nodiscard]] bool may_begin_with(spliced::residue_code first, spliced::residue_code second) const {
    return may_begin_with_[std::size_t{first} * spliced::n_dna_codes + second];
  }

 private:
  static constexpr std::size_t n_codons = spliced::n_dna_codes * spliced::n_dna_codes * spliced::n_dna_codes;

  static std::size_t index(spliced::residue_code first, spliced::residue_code second, spliced::residue_code third) {
    return (first * spliced::n_dna_codes + second) * spliced::n_dna_codes + third;
  }

  int id_;
  std::string_view name_;
  // [first][second][third]; not within, as the options of a run, which are on the stack, have several codes.
  std::vector<spliced::residue_code> amino_acids_ = std::vector<spliced::residue_code>(n_codons);
  std::bitset<n_codons> may_end_, may_begin_;  // the same order
  std::bitset<spliced::n_dna_codes * spliced::n_dna_codes> may_begin_with_;
};

/// Whether bases are a start codon of the code: one of which an intron stands before `n_known` bases, where these are
/// not all, is ATG.
inline bool is_start_codon(const std::array<spliced::residue_code, codon_length>& bases, std::int64_t n_known,
                           const genetic_code& code) {
  return n_known > 0 ? bases == standard_start : code.may_begin(bases[0], bases[1], bases[2]);
}

/// The code with number 1, made once.
const genetic_code& standard_code();

/// On three letters of either case; letters that are no bases make it X or false.
char translate_codon(std::string_view codon, const genetic_code& code = standard_code());
bool is_stop_codon(std::string_view codon, const genetic_code& code = standard_code());
bool may_end_coding(std::string_view codon, const genetic_code& code = standard_code());
bool may_begin_coding(std::string_view codon, const genetic_code& code = standard_code());

/// Codon by codon from the first base; bases left over at the end are ignored.
std::string translate(std::string_view coding, const genetic_code& code = standard_code());

/// By which genetic code each sequence of a genome is read: one for all, but for sequences that have their own, as
/// those of organelles.
class genetic_codes {
 public:
  genetic_codes(genetic_code usual = standard_code()) : usual_(usual) {}  // NOLINT(google-explicit-constructor)

  /// `sequence` is an index of the catalog.
  void set(std::size_t sequence, const genetic_code& code) { others_.insert_or_assign(sequence, code); }

  [[nodiscard]] const genetic_code& usual() const { return usual_; }
  [[nodiscard]] bool has_own(std::size_t sequence) const { return others_.contains(sequence); }
  [[nodiscard]] const genetic_code& of_sequence(std::size_t sequence) const {
    const auto own = others_.find(sequence);
    return own == others_.end() ? usual_ : own->second;
  }

 private:
  genetic_code usual_;
  std::map<std::size_t, genetic_code> others_;  // by sequence
};

// Frames without a stop codon: long ones are mostly coding sequence.

/// Marks in `covered`, [bases], what lies in a frame of either strand without stop codon of n_codons or more. Frames go
/// on to the ends of the bases. A codon with a base that is not known is none unless it is a stop whatever that is.
void cover_open_frames(std::string_view bases, const genetic_code& code, std::size_t n_codons,
                       std::vector<bool>& covered);

// What codons score as coding sequence, whatever they are aligned with: chains earn it where no target residue
// speaks for a codon.

/// In the unit of scores.
class codon_weights {
 public:
  using weight = spliced::gap_weight;
  static constexpr std::size_t n_bases = 4;
  static constexpr std::size_t n_codons = n_bases * n_bases * n_bases;

  /// In the order of the bases A, C, G, T, the third base fastest: AAA, AAC, AAG, AAT, ACA ...
  explicit codon_weights(const std::array<weight, n_codons>& by_codon) : by_codon_(by_codon) {}

  /// 0 where a base is not known: none of A, C, G and T.
  [[nodiscard]] weight of(spliced::residue_code a, spliced::residue_code b, spliced::residue_code c) const {
    const std::size_t i = index_of[a], j = index_of[b], k = index_of[c];
    const bool is_known = i < n_bases && j < n_bases && k < n_bases;
    return is_known ? by_codon_[(i * n_bases + j) * n_bases + k] : weight{0};
  }
  /// Of all, at least 0.
  [[nodiscard]] weight largest() const { return std::max(weight{0}, *std::ranges::max_element(by_codon_)); }
  /// Of the absolute values.
  [[nodiscard]] int largest_change() const { return std::max<int>(largest(), -*std::ranges::min_element(by_codon_)); }

 private:
  static constexpr std::uint8_t none = n_bases;
  static constexpr std::array<std::uint8_t, spliced::n_dna_codes> index_of = {
      none, 0, 1, none, 2, none, none, none, 3, none, none, none, none, none, none, none};

  std::array<weight, n_codons> by_codon_;
};

/// A number for each codon, in the order of codon_weights.
using codon_values = std::array<double, codon_weights::n_codons>;

/// The codon of a place in that order, in upper case.
inline std::string codon_of(std::size_t number) {
  constexpr std::string_view bases = "ACGT";
  constexpr std::size_t n = codon_weights::n_bases;
  return {bases[number / (n * n)], bases[number / n % n], bases[number % n]};
}

/// Of all places.
inline std::vector<std::string> codon_names() {
  std::vector<std::string> codons;
  for (std::size_t number = 0; number < codon_weights::n_codons; ++number) codons.push_back(codon_of(number));
  return codons;
}

}  // namespace exonweave
