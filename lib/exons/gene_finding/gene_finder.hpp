// Genes of a sequence by the genome's own gene model: what callers need of this room.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/gene_finding/best_parse.hpp"
#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/sequence_scores.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// How likely the genes and exons of a parse are, by the sum over all parses of the sequence: the forward and backward
// algorithms on parse_recurrence.hpp.

struct gene_probabilities {
  double gene = 0;            // of parses with exactly this gene
  std::vector<double> exons;  // of parses with exactly this exon, in its frame, with the same kinds of ends
};

/// log2 of the sum of 2^score over all parses of the sequence.
double log_of_all_parses(const finding_problem& problem);

/// For each gene of a parse of the sequence, where 2^score of a parse over that sum is its probability:
///
///   P(gene)  =  2^( N(its left end) + its score + N'(its right end) - log of all )
///   P(exon)  =  2^( what leads to its left border + its codons + what leads from its right border - log of all )
///
/// N and the other values are those of parse_recurrence.hpp, N' those of the reverse complement. Floating point: the
/// same for any number of threads, and nearly so on every machine. A spare thread takes one of the two passes.
std::vector<gene_probabilities> probabilities_of(const finding_problem& problem, const sequence_parse& parse,
                                                 spare_threads* spare = nullptr);

struct found_exon {
  interval where;          // forward coordinates
  double probability = 0;  // of exactly this exon in its frame
};

struct found_gene {
  strand on = strand::forward;
  std::vector<found_exon> exons;  // coding, with start and stop codon; ascending in forward coordinates
  std::int8_t phase = 0;          // GFF3 phase of the first one in reading direction; not 0 only without a start codon
  bool has_start = true, has_stop = true;  // else it is cut there, by an end of the sequence or a gap
  finding_score gain = 0;                  // what the best parse loses with intergenic sequence in its place
  double probability = 0;                  // of exactly this gene

  [[nodiscard]] interval span() const { return {exons.front().where.start, exons.back().where.end}; }
};

/// Probabilities take three times the time of genes alone.
enum class finding_depth : std::uint8_t { genes, probabilities };

/// The genes of the best parse (best_parse.hpp), from left to right, of letters in the case of a file, where lower case
/// is a soft mask. `hints` are sorted. Without probabilities these are 0. A spare thread helps with them.
std::vector<found_gene> find_genes(std::string_view as_written, const gene_parameters& parameters,
                                   const genetic_code& code, const gene_hints& hints, finding_depth depth,
                                   spare_threads* spare = nullptr);

/// Of all sequences of a genome, each by its code; `hints` by sequence, sorted. The same for any number of threads.
/// Long sequences are parsed in pieces of about piece_length, each with piece_flank more on either side: it has the
/// genes whose middle lies in it. Of two of neighbouring pieces that overlap the one with more gain stays, and no gene
/// is cut where a piece ends. So a thread takes memory for a piece, not for a sequence. Throws what genome::fetch
/// throws, and run_stopped.
std::vector<std::vector<found_gene>> find_genes(const searched_genome& where, const gene_parameters& parameters,
                                                const std::vector<gene_hints>& hints, finding_depth depth);
constexpr std::int64_t piece_length = 500'000, piece_flank = 50'000;  // nt

/// Pieces that a genome is parsed in, and their nt with flanks.
struct piece_counts {
  std::size_t n = 0;
  std::int64_t n_bases = 0;
};
piece_counts count_pieces(const sequence_catalog& sequences);

}  // namespace exonweave
