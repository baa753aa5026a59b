// How genes of a genome look: what a parse into genes and intergenic sequence is scored by:
//
//   score(parse) = sum over genes ( density + start + sum exons( codons ) + sum introns( density + donor + content +
//                                   length + branch + acceptor ) + stop )
//
// each part the log2 of how much likelier it makes its bases than intergenic sequence does. It is a generalised hidden
// Markov model (Burge and Karlin 1997, J. Mol. Biol. 268:78-94); sequence_scores.hpp says where each part counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/gene_finding/branch_points.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// What is counted in genes, and outside of them, to learn how genes of a genome look.

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

// How likely introns of each length are.

/// Lengths below a limit have a table, and those from it on a geometric tail:
///
///   score(n) = table[n]                              n < tail_begin
///   score(n) = at_tail + (n - tail_begin) per_nt     n >= tail_begin
///
/// Other shapes of the tail, as those of large genomes, are further lines like this one of which an intron takes the
/// best: this is where they go.
class intron_lengths {
 public:
  /// `table` from length 0 on, impossible_place where there are no such introns; its size is tail_begin().
  intron_lengths(std::vector<place_score> table, finding_score at_tail, finding_score per_nt);

  /// From lengths in nt, in any order:
  ///
  ///   p(n) = (1 - e) h(n) + e g(n)       e = max(1/20, prior_introns / (prior_introns + number of lengths))
  ///
  /// h is the histogram of the lengths below tail_limit, each smoothed by a normal density of standard deviation
  /// 1 + 0.06 n, and g is geometric from the least length on, its mean that of the lengths and of prior_introns of
  /// prior_mean. The tail has what lies beyond. No intron is shorter than the shortest of these (but for 1 in 200)
  /// less 2, nor than `shortest`; fewer than fewest_lengths say nothing of that.
  static intron_lengths learn(std::span<const std::int64_t> lengths);

  static constexpr std::int64_t shortest = 20;      // nt
  static constexpr std::int64_t tail_limit = 1001;  // nt
  static constexpr double prior_mean = 300;         // nt
  static constexpr double prior_introns = 5;
  static constexpr std::size_t fewest_lengths = 20;

  [[nodiscard]] std::int64_t tail_begin() const { return static_cast<std::int64_t>(table_.size()); }
  /// The least length that may be, nt.
  [[nodiscard]] std::int64_t least() const { return least_; }
  /// Below tail_begin().
  [[nodiscard]] place_score in_table(std::int64_t length) const { return table_[static_cast<std::size_t>(length)]; }
  [[nodiscard]] finding_score at_tail() const { return at_tail_; }
  [[nodiscard]] finding_score per_nt() const { return per_nt_; }
  /// Of any length; impossible where it is too short.
  [[nodiscard]] finding_score at(std::int64_t length) const;

 private:
  std::vector<place_score> table_;
  finding_score at_tail_, per_nt_;
  std::int64_t least_;
};

struct gene_parameters {
  markov_chain intergenic;
  std::array<markov_chain, codon_length> coding;       // by the place in the codon
  std::array<place_score, n_known_bases> composition;  // of coding bases
  markov_chain intron;
  site_matrix donor, acceptor, start;
  branch_points branches;
  intron_lengths lengths;  // whose tail begins beyond what donor and acceptor see of an intron
  // How often codons start and end genes, by codon_number(): scores of a code are those of its codons alone.
  std::array<std::uint64_t, n_codon_numbers> start_codons, stop_codons;
  // Log-odds of a coding base by [whether the base before is masked softly][whether the base is].
  std::array<std::array<place_score, 2>, 2> masks;
  finding_score per_gene;    // of its density
  finding_score per_stop;    // that the coding sequence ends after a codon
  finding_score per_intron;  // that an intron stands after a coding base
  // Of a start codon where one stands further up in its frame, with no stop codon between.
  finding_score upstream_start;
};

/// Genes begin once in so many bases of each strand. Chosen on fission yeast: with fewer bases there are more genes, of
/// which fewer are right.
constexpr double bases_per_gene = 5000;
/// Few genes make parameters too: what is not seen is as in intergenic sequence, or has a prior. With C coding bases,
/// I introns and G genes: per_intron = log2((I + 1/2) / (C + 1)), per_stop = log2(G / (C / 3)), so that the absence of
/// introns counts. upstream_start = log2((U + 1) / (G + 2)) with U genes that have such a codon: of the start codons of
/// a frame a ribosome mostly takes the first. Masks are log2 of their frequencies in coding over those in intergenic
/// sequence, the former drawn to the latter by 20 counts.
gene_parameters make_parameters(const gene_counts& genes, const intergenic_counts& others);

/// log2 of the fraction of each codon among those that `may_be` says: (count + 1) / (sum of counts + 1 each).
template <class MayBe>
std::array<place_score, n_codon_numbers> codon_scores(const std::array<std::uint64_t, n_codon_numbers>& counts,
                                                      const MayBe& may_be) {
  std::array<place_score, n_codon_numbers> scores{};
  double sum = 0;
  for (std::size_t codon = 0; codon < counts.size(); ++codon)
    if (may_be(codon)) sum += static_cast<double>(counts[codon]) + 1;
  for (std::size_t codon = 0; codon < counts.size(); ++codon)
    scores[codon] = may_be(codon) ? log_score((static_cast<double>(counts[codon]) + 1) / sum) : impossible_place;
  return scores;
}

}  // namespace exonweave
