// The genetic codes of NCBI's list: what a codon means, on base codes for alignment and on letters for the rest.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

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

}  // namespace exonweave
