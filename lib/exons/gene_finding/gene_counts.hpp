// What is counted in genes, and outside of them, to learn how genes of a genome look.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/gene_finding/branch_points.hpp"
#include "exons/gene_finding/markov_chain.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// [whether the base before is masked][whether the base is].
using mask_counts = std::array<std::array<std::uint64_t, 2>, 2>;

constexpr std::size_t n_codon_numbers = 64;  // codon_number() of known bases

/// The chain of coding exons of a gene, [first base of the start codon, after the stop codon), in the coordinates of
/// its strand, ascending. Whether it is a whole gene: of known bases at its codons, from a start codon to a codon that
/// may end it, in frame, without a stop codon before.
bool is_whole_gene(const masked_bases& strand, std::span<const interval> exons, const genetic_code& code);

/// Whether the codons of such a chain are read on until its last one, where its first whole codon begins after `phase`
/// bases: a gene may lack its ends.
bool has_open_frame(const masked_bases& strand, std::span<const interval> exons, std::int64_t phase,
                    const genetic_code& code);

/// The introns of a chain of exons to learn from, in the same coordinates: those that begin with GT or GC, end with AG
/// and are not shorter than intron_lengths::shortest.
std::vector<interval> training_introns(const masked_bases& strand, std::span<const interval> exons);

class gene_counts {
 public:
  static constexpr std::size_t coding_order = 4, intron_order = 3;

  /// A whole gene, as above. Start and stop codon do not count as coding sequence. Of its introns the
  /// training_introns count. Branch points are not counted here: they are learnt from all introns together.
  void add(const masked_bases& strand, std::span<const interval> exons, const genetic_code& code);
  /// Of other genes; but for branch points.
  void add(const gene_counts& others);

  std::array<markov_counts, codon_length> coding = {markov_counts(coding_order), markov_counts(coding_order),
                                                    markov_counts(coding_order)};  // by the place in the codon
  markov_counts intron{intron_order};                                              // but for what sites see of it
  std::array<std::uint64_t, n_known_bases> composition{};                          // of coding bases
  site_counts donors{donor_rows}, acceptors{acceptor_rows}, starts{start_rows};
  std::array<std::uint64_t, n_codon_numbers> start_codons{}, stop_codons{};
  std::vector<std::int64_t> intron_lengths{};  // nt
  branch_counts branches{};
  mask_counts masks{};  // of coding bases
  std::uint64_t n_genes = 0;
  std::uint64_t n_with_upstream_start = 0;  // has_start_further_up (masked_bases.hpp)
  std::uint64_t n_coding_bases = 0;         // with start and stop codons

  bool operator==(const gene_counts&) const = default;
};

/// Of sequence without genes, both strands together.
struct intergenic_counts {
  static constexpr std::size_t order = 4;

  /// A stretch of a strand. Nothing before it is looked at.
  void add(const masked_bases& strand, interval stretch);
  void add(const intergenic_counts& others);

  markov_counts bases{order};
  mask_counts masks{};

  bool operator==(const intergenic_counts&) const = default;
};

}  // namespace exonweave
