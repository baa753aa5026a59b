// What codons are that introns split: looked up by the bases behind the intron, for all bases before it at once.
#pragma once

#include <array>
#include <cstdint>

#include "exons/gene_finding/ends/carried_bases.hpp"
#include "exons/graph/chain_graph.hpp"

namespace exonweave {

/// What genes are worth: sums over a whole sequence, which 32 bits may not hold. In the unit of scores.
using gene_worth = std::int64_t;

/// Of no gene at all; no sum with it is anywhere near to what a gene is worth.
constexpr gene_worth no_gene = -(gene_worth{1} << 60);

/// What a codon is to a gene.
struct codon_worths {
  gene_worth goes_on = no_gene;  // what it earns, where the gene goes on behind it
  gene_worth ends = no_gene;     // 0 where it may end the gene

  /// Of a codon of any bases. A stop codon within a gene is none, and no stop is recoded.
  static codon_worths make(const exon_reading& reading, spliced::residue_code a, spliced::residue_code b,
                           spliced::residue_code c);
};

/// Whether a gene may go on behind a codon for this residue.
inline bool may_go_on(spliced::residue_code residue) {
  return residue != spliced::stop_amino && !is_recoded_stop(residue);
}

class split_codon_table {
 public:
  static constexpr std::size_t n_bases = carried_bases::n_bases;
  using behind_one = std::array<codon_worths, n_bases>;            // by the base before the intron
  using behind_two = std::array<codon_worths, n_bases * n_bases>;  // by both, as carried_bases has them

  explicit split_codon_table(const exon_reading& reading);

  /// Of codons that end with these two bases; of other letters than A, C, G and T there are none.
  [[nodiscard]] const behind_one& ending(spliced::residue_code second, spliced::residue_code third) const {
    return ending_[carried_bases::index_of(second)][carried_bases::index_of(third)];
  }
  /// Of codons that end with this base.
  [[nodiscard]] const behind_two& ending(spliced::residue_code third) const {
    return third_[carried_bases::index_of(third)];
  }

 private:
  std::array<std::array<behind_one, n_bases + 1>, n_bases + 1> ending_{};  // the last of each: not known
  std::array<behind_two, n_bases + 1> third_{};
};

}  // namespace exonweave
