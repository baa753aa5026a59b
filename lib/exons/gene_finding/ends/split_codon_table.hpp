// What codons are that introns split: looked up by the bases after the intron, for all bases before it at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "exons/graph/chain_graph.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave::split_codon_prefix {

// What a gene carries over an intron that stands within a codon: the bases of the codon before the intron, as one small
// number.
//
//   0          none: the intron stands between two codons
//   1 - 4      one:  A, C, G, T
//   5 - 20     two:  AA, AC, AG, AT, CA ... TT
//   21         a base that is not known: no gene is split there

constexpr std::size_t n_bases = 4;
constexpr std::size_t none = 0, first_of_one = 1, first_of_two = first_of_one + n_bases;
constexpr std::size_t unknown = first_of_two + n_bases * n_bases;
constexpr std::size_t count = unknown + 1;

/// A, C, G, T as 0 to 3; n_bases for all others.
constexpr std::size_t index_of(spliced::residue_code base) {
  constexpr std::array<std::size_t, spliced::n_dna_codes> indices = {4, 0, 1, 4, 2, 4, 4, 4, 3, 4, 4, 4, 4, 4, 4, 4};
  return indices[base];
}

constexpr std::size_t one(spliced::residue_code base) {
  const std::size_t index = index_of(base);
  return index < n_bases ? first_of_one + index : unknown;
}

constexpr std::size_t two(spliced::residue_code first, spliced::residue_code second) {
  const std::size_t i = index_of(first), j = index_of(second);
  return i < n_bases && j < n_bases ? first_of_two + n_bases * i + j : unknown;
}

}  // namespace exonweave::split_codon_prefix

namespace exonweave {

/// What genes are worth: sums over a whole sequence, which 32 bits may not hold. In the unit of scores.
using gene_value = std::int64_t;

/// Of no gene at all; no sum with it is anywhere near to what a gene is worth.
constexpr gene_value no_gene = -(gene_value{1} << 60);

/// What a codon is to a gene.
struct codon_gains {
  gene_value goes_on = no_gene;  // what it earns, where the gene goes on after it
  gene_value ends = no_gene;     // 0 where it may end the gene

  /// Of a codon of any bases. A stop codon within a gene is none, and no stop is recoded.
  static codon_gains make(const exon_reading& reading, spliced::residue_code a, spliced::residue_code b,
                          spliced::residue_code c);
};

/// Whether a gene may go on after a codon for this residue.
inline bool may_go_on(spliced::residue_code residue) {
  return residue != spliced::stop_amino && !is_recoded_stop(residue);
}

class split_codon_table {
 public:
  static constexpr std::size_t n_bases = split_codon_prefix::n_bases;
  using after_one = std::array<codon_gains, n_bases>;            // by the base before the intron
  using after_two = std::array<codon_gains, n_bases * n_bases>;  // by both, as split_codon_prefix has them

  explicit split_codon_table(const exon_reading& reading);

  /// Of codons that end with these two bases; of other letters than A, C, G and T there are none.
  [[nodiscard]] const after_one& ending(spliced::residue_code second, spliced::residue_code third) const {
    return ending_[split_codon_prefix::index_of(second)][split_codon_prefix::index_of(third)];
  }
  /// Of codons that end with this base.
  [[nodiscard]] const after_two& ending(spliced::residue_code third) const {
    return third_[split_codon_prefix::index_of(third)];
  }

 private:
  std::array<std::array<after_one, n_bases + 1>, n_bases + 1> ending_{};  // the last of each: not known
  std::array<after_two, n_bases + 1> third_{};
};

}  // namespace exonweave
