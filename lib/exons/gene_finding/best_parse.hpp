// The best parse of a sequence into genes and intergenic sequence: Viterbi's algorithm on parse_recurrence.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/sequence_scores.hpp"

namespace exonweave {

struct parsed_exon {
  interval where;  // forward coordinates, with start and stop codon
  // Bases of the codon that its left border splits, and its right one, which are to the left of the border.
  std::uint8_t n_before_left = 0, n_before_right = 0;
  finding_score score = 0;  // of its codons and hints, without start and stop codon

  bool operator==(const parsed_exon&) const = default;
};

struct parsed_gene {
  strand on = strand::forward;
  std::vector<parsed_exon> exons;  // ascending in forward coordinates
  bool has_left_codon = true;      // start or stop codon; else it is cut there
  bool has_right_codon = true;
  finding_score score = 0;  // of all of it: what the parse earns more than with intergenic sequence in its place

  [[nodiscard]] bool has_start() const { return on == strand::forward ? has_left_codon : has_right_codon; }
  [[nodiscard]] bool has_stop() const { return on == strand::forward ? has_right_codon : has_left_codon; }
  bool operator==(const parsed_gene&) const = default;
};

struct sequence_parse {
  std::vector<parsed_gene> genes;  // from left to right
  finding_score score = 0;         // the sum of theirs

  bool operator==(const sequence_parse&) const = default;
};

/// Takes time by the length of the sequence, and by the number of donors within the table of intron lengths of each
/// acceptor. Next to the bases and hints, memory is for parts of the sequence, and for those alternatives that the best
/// parse may still take: what none of them leads to is dropped from time to time (Sramek, Brejova and Vinar 2007,
/// WABI, LNCS 4645:240-251).
///
/// Scores are integers, so the parse is the same on every machine. Of parses that score the same the one is taken that,
/// looked at from the right end of the sequence, has intergenic sequence rather than the end of a gene, a gene of the
/// forward strand rather than of the reverse one, in an exon its begin or the end of an intron rather than another
/// base, and of introns those beyond the table of lengths, and then the longest.
sequence_parse find_best_parse(const finding_problem& problem);

}  // namespace exonweave
