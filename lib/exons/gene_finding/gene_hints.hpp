// What is known of the genes of a sequence beforehand: bits for coding bases in a frame, introns, and ends of genes.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "exons/gene_finding/finding_score.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

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

}  // namespace exonweave
