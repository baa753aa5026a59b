// The scores of both strands of a sequence, part by part, for a pass that goes over it from left to right.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// What is known of the genes of a sequence beforehand: bits for coding bases in a frame, introns, and ends of genes.

/// Of one gene, bits that a parse earns which agrees with it. Chosen on fission yeast.
struct hint_bits {
  double per_base = 0.2;  // of each coding base, in its frame
  double intron = 4;
  double start = 2;
  double stop = 4;
};

/// How much the hints of a gene count by its support: as much as that, and sure_hint_factor times so from
/// sure_hint_support on. Genes whose support nobody knows are taken for even chances, times the probability that a
/// program predicts them with, if any: chosen on fission yeast and predictions of AUGUSTUS.
double hint_factor(std::optional<double> support, std::optional<double> probability = {});
constexpr double sure_hint_support = 0.9, sure_hint_factor = 6, unknown_hint_support = 0.5;

/// Scores of all but sites are at least 0; those of several hints for one thing add up. Forward coordinates.
struct gene_hints {
  struct coding {
    interval where;
    strand on;
    std::int64_t n_before;  // of the codon of its first base, how many bases are to the left of it: 0 to 2
    finding_score per_base;
  };
  struct intron {
    interval where;
    strand on;
    finding_score score;
  };
  struct codon {
    std::int64_t position;  // its first base on the forward strand
    strand on;
    bool is_start;  // else it ends a gene
    finding_score score;
  };
  /// A stop codon within a gene that is read on, as that of selenocysteine. No intron splits it.
  struct recoded_stop {
    std::int64_t position;  // its first base on the forward strand
    strand on;

    auto operator<=>(const recoded_stop&) const = default;
  };
  /// What a splice site scores next to its bases, instead of unlisted_site.
  struct site {
    std::int64_t border;  // between exon and intron
    strand on;
    bool is_donor;
    finding_score score;  // over unlisted_site
  };
  std::vector<coding> codings{};
  std::vector<intron> introns{};
  std::vector<codon> codons{};
  std::vector<recoded_stop> recoded_stops{};
  std::vector<site> sites{};
  finding_score unlisted_site = 0;  // of each splice site that is not listed

  /// The hints of a whole gene: its coding exons with start and stop codon, ascending in forward coordinates. Each
  /// counts for `factor` of these bits.
  void add_gene(const std::vector<interval>& exons, strand on, const hint_bits& bits, double factor);

  /// The hints of a piece of a gene: its coding exons as above, the first in reading direction with this GFF3 phase.
  /// Nothing is said of its ends.
  void add_piece(const std::vector<interval>& exons, strand on, std::int8_t phase, const hint_bits& bits,
                 double factor);

  /// Adds those of the same sequence; one of both at most has listed sites. They are sorted only after sort().
  void add(const gene_hints& others);

  /// Sorts them by place, as the parse needs them, and makes one of those that say the same of an intron. The order in
  /// which hints came does not matter.
  void sort();

  /// Of sorted hints those of a part of the sequence, in its coordinates, sorted: of coding bases and sites those
  /// within, of introns and codons those that lie within as a whole.
  [[nodiscard]] gene_hints within(interval part) const;

  /// Those of the reverse complement of a sequence of `length` nt, sorted.
  [[nodiscard]] gene_hints flipped(std::int64_t length) const;
};

// What each place of a strand scores to a parse. Strands are both read from left to right on the forward strand, so
// that one recurrence serves them: a gene of the reverse strand begins, at its left, with its stop codon, and its
// introns begin with their acceptors.

/// A part of a strand, in forward coordinates. Whatever lies beyond it is impossible.
struct strand_scores {
  interval where;
  std::array<std::vector<place_score>, codon_length> codings{};  // [bases of the codon to the left][position]
  std::vector<place_score> begins{}, ends{};                     // [position] of the first base of a codon
  std::vector<place_score> intron_begins{}, intron_ends{};       // [border]
  std::vector<finding_score> contents{};                         // [border]

  /// Of the base at a position whose codon has so many bases to its left.
  [[nodiscard]] place_score coding(std::size_t n_before, std::int64_t position) const {
    return at(codings[n_before], position);
  }
  /// Of a gene that has its left end, or its right one, with the codon whose first base is there. No exon earns
  /// anything for that codon.
  [[nodiscard]] place_score begin(std::int64_t position) const { return at(begins, position); }
  [[nodiscard]] place_score end(std::int64_t position) const { return at(ends, position); }
  /// Of an intron whose left border is there, or its right one.
  [[nodiscard]] place_score intron_begin(std::int64_t border) const { return at(intron_begins, border); }
  [[nodiscard]] place_score intron_end(std::int64_t border) const { return at(intron_ends, border); }
  /// Of introns: the content of [a, b) is content(b) - content(a). At the ends of `where` for all borders beyond.
  [[nodiscard]] finding_score content(std::int64_t border) const {
    return contents[static_cast<std::size_t>(std::clamp(border, where.start, where.end) - where.start)];
  }

 private:
  [[nodiscard]] place_score at(const std::vector<place_score>& scores, std::int64_t place) const {
    const auto i = static_cast<std::uint64_t>(place - where.start);
    return i < scores.size() ? scores[i] : impossible_place;
  }
};

/// Makes them for one strand of a sequence. What it is given must outlive it.
class strand_scorer {
 public:
  /// `bases` are those of the strand, in reading direction, and `hints` are sorted, in forward coordinates.
  strand_scorer(const gene_parameters& parameters, const genetic_code& code, const masked_bases& bases, strand on,
                const gene_hints& hints);

  /// Of a part of the sequence, forward coordinates, within its ends. The same place gets the same scores whatever part
  /// it is requested with, but for contents, which begin with 0 at the left end of the part.
  ///
  ///   coding         of codons over intergenic sequence, masks, hints
  ///   start codon    its fraction among start codons and the context before it, over intergenic sequence; per_gene;
  ///                  upstream_start; hints
  ///   stop codon     its fraction among stop codons over intergenic sequence; per_stop; hints
  ///   donor          GT or GC: its exon bases over the composition of coding bases, its intron bases over intergenic
  ///                  sequence; hints
  ///   acceptor       AG: the same, and its branch point (branch_points.hpp)
  ///   content        of introns over intergenic sequence
  [[nodiscard]] strand_scores score(interval where) const;

  /// The bases of an intron that its left site sees, and its right one: those have no content.
  [[nodiscard]] std::int64_t left_reach() const { return is_forward() ? donor_rows.n_after : acceptor_rows.n_before; }
  [[nodiscard]] std::int64_t right_reach() const { return is_forward() ? acceptor_rows.n_before : donor_rows.n_after; }

  /// What a gene earns that is cut at its left end, or at its right one, in place of a codon there. A gene without
  /// start pays for the density of genes as if it began anywhere further up; one without stop pays nothing.
  [[nodiscard]] finding_score cut_begin() const { return is_forward() ? cut_start() : 0; }
  [[nodiscard]] finding_score cut_end() const { return is_forward() ? 0 : cut_start(); }

  /// Whether three bases of the forward strand, from left to right, are a stop codon of this one within a gene.
  [[nodiscard]] bool is_stop(base_number left, base_number middle, base_number right) const {
    return codons_.is_stop(is_forward() ? codon_number(left, middle, right)
                                        : codon_number(complement(right), complement(middle), complement(left)));
  }

 private:
  class part;
  [[nodiscard]] bool is_forward() const { return on_ == strand::forward; }
  [[nodiscard]] finding_score cut_start() const { return parameters_.per_gene - parameters_.per_stop; }
  void add_hints(strand_scores& scores) const;

  const gene_parameters& parameters_;
  codon_table codons_;
  std::array<place_score, n_codon_numbers> start_scores_, stop_scores_;
  const masked_bases& bases_;
  strand on_;
  const gene_hints& hints_;
  std::int64_t longest_coding_hint_ = 0;  // nt
};

constexpr std::size_t index_of(strand on) { return static_cast<std::size_t>(on); }

/// A sequence as gene finding sees it: both strands, each in its reading direction, and hints, sorted, in forward
/// coordinates.
struct finding_problem {
  const gene_parameters& parameters;
  const genetic_code& code;
  const masked_bases& forward;
  const masked_bases& reverse;
  const gene_hints& hints;
};

class sequence_scores {
 public:
  /// What the problem refers to must outlive it.
  explicit sequence_scores(const finding_problem& problem);

  [[nodiscard]] const gene_parameters& parameters() const { return problem_.parameters; }
  [[nodiscard]] std::int64_t length() const { return problem_.forward.length(); }
  [[nodiscard]] base_number base(std::int64_t position) const { return problem_.forward.at(position); }
  [[nodiscard]] const strand_scorer& scorer(strand on) const { return scorers_[index_of(on)]; }

  /// The scores of a part and of margin on either side, until the next call. Parts follow one another from 0 on, and
  /// contents go on from part to part.
  void load(interval part);
  [[nodiscard]] const strand_scores& loaded(strand on) const { return loaded_[index_of(on)]; }
  static constexpr std::int64_t margin = 32;  // nt: what a step of the recurrence may look at

  /// Where genes may be cut at their left ends, and at their right ones: borders, ascending.
  [[nodiscard]] const std::vector<std::int64_t>& left_cuts() const { return left_cuts_; }
  [[nodiscard]] const std::vector<std::int64_t>& right_cuts() const { return right_cuts_; }

  /// Whether a stop codon of a strand, whose first base on the forward strand is there, is read on.
  [[nodiscard]] bool is_recoded(strand on, std::int64_t position) const;

  /// The hints of introns of both strands that end at a border.
  [[nodiscard]] std::span<const gene_hints::intron> introns_to(std::int64_t border) const;
  /// The borders at which hints for introns of at least such a length begin, ascending.
  [[nodiscard]] std::vector<std::int64_t> hinted_begins(strand on, std::int64_t least) const;

 private:
  finding_problem problem_;
  std::array<strand_scorer, 2> scorers_;
  std::array<strand_scores, 2> loaded_;
  std::vector<std::int64_t> left_cuts_, right_cuts_;
};

}  // namespace exonweave
