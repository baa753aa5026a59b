// What codons are that introns split: looked up by the bases after the intron, for all bases before it at once.
#pragma once

#include <array>
#include <cstdint>

#include "exons/gene_finding/ends/split_codon_prefix.hpp"
#include "exons/graph/chain_graph.hpp"

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
