// What codons score as coding sequence (genetic_code.hpp), learnt from genes and from sequence where there are
// none:
//
//   w(c)    = share * log2( P(c) / P0(c) )   bits
//   P(c)    = ( n(c) + 1 ) / ( n + the number of sense codons )           of genes
//   P0(abc) = P0(a) P0(b | a) P0(c | a, b)                                of the other sequence, on both strands
//
// where each order of P0 is drawn to the one below by 20 counts, the lowest to 1/4 for each base.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/settings/setting_values.hpp"
#include "exons/sites/training_sites.hpp"

namespace exonweave {

class codon_counts {
 public:
  explicit codon_counts(const genetic_code& code);

  /// A coding sequence from its start to its stop codon, in upper-case IUPAC letters. Both do not count, nor do stop
  /// codons within and codons with a base that is not known.
  void add(std::string_view coding);
  /// Those of other sequences, by the same code.
  void add(const codon_counts& others);

  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// P; 0 of stop codons.
  [[nodiscard]] codon_values probabilities() const;
  /// How well bits for each codon (coding_bits) tell what was counted, where P0 is that of `background`: with
  /// Z = sum of P0(c) 2^bits(c) over the sense codons, the sum over the counted codons of bits(c) - log2(Z). So bits
  /// that take all codons for likely gain nothing.
  [[nodiscard]] double fit(const codon_values& bits, const codon_values& background) const;

 private:
  [[nodiscard]] std::array<bool, codon_weights::n_codons> sense_codons() const;

  genetic_code code_;
  std::array<std::uint64_t, codon_weights::n_codons> counts_{};
  std::uint64_t total_ = 0;
};

class background_counts {
 public:
  /// A stretch of sequence, of which both strands count. Words of three bases with one that is not known do not.
  void add(std::string_view bases);

  /// Words on both strands.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// P0.
  [[nodiscard]] codon_values probabilities() const;

 private:
  std::array<std::uint64_t, codon_weights::n_codons> words_{};
  std::uint64_t total_ = 0;
};

/// What holds no genes, as far as anybody can tell, of a sequence: what lies outside of `genes` (any order) and of
/// frames without stop codon of 100 codons or more, in pieces of more than 50 nt. Ascending, disjoint; positions in
/// `bases`.
std::vector<interval> find_background(std::string_view bases, const std::vector<interval>& genes,
                                      const genetic_code& code);

/// How much of the log-likelihood a codon is worth: neighbouring codons do not speak independently.
constexpr double coding_fraction = 0.75;

/// log2( P / P0 ), to 3 decimals; 0 of stop codons.
codon_values coding_bits(const codon_counts& of_genes, const background_counts& of_others);

/// The fraction of such bits, in a unit of which `per_bit` make a bit.
codon_weights make_codon_weights(const codon_values& bits, double per_bit, double fraction = coding_fraction);

/// The usual share of them, in the unit of scores of proteins, which are half-bits.
codon_weights make_codon_weights(const codon_values& bits, score_unit unit);

struct coding_sample {
  codon_counts of_genes;
  background_counts of_others{};
  std::vector<codon_counts> by_fold;  // [n_folds] those of the genes that begin there
};

/// From some genes of a genome, those from ATG on in one frame, and what lies outside of all that are known. Sequences
/// are read in pieces of 1,000,000 nt: frames end where these do.
coding_sample learn_coding(genome& sequences, const std::vector<annotated_transcript>& genes,
                           const std::vector<annotated_transcript>& all_known, const genetic_code& code);

}  // namespace exonweave
