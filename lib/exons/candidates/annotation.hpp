// Coding transcripts of a file, annotated or predicted: the CDS rows of each transcript, put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// What a transcript consists of.
enum class annotated_rows {
  coding,          // CDS rows
  coding_or_exons  // its exon rows where it has no CDS, as models of cDNA
};

struct annotated_transcript {
  std::string id;            // the CDS rows' Parent or transcript_id
  std::size_t sequence = 0;  // index in the catalog
  strand on = strand::forward;
  std::vector<interval> exons;      // coding unless it has no CDS, ascending forward coordinates, disjoint
  std::uint64_t line = 0;           // 1-based, of the first of these rows
  std::optional<double> support{};  // what its own row says, from 0 to 1, as annotate writes it
  std::optional<double> score{};    // of its own row
  std::int8_t phase = no_phase;     // GFF3 phase of its first exon in reading direction, as its row says
  std::string gene{};               // Parent of its own row, or gene_id; empty: none
};

/// Reads the CDS rows of a GFF3 or GTF file ("-" is standard input; plain, gzip, BGZF) as candidates are read, with the
/// stop codons that have rows of their own (gff_models.hpp). Sorted by (sequence, start, id). Errors in `problems`:
/// those of CDS rows as candidates (gff.hpp), IDs twice, CDS without Parent or transcript_id, a transcript with CDS
/// rows that overlap, an id that has blanks (it becomes the name of a FASTA record), no CDS row at all. Transcripts on
/// two sequences or strands are trans-spliced, and left out with one warning. Without sequences, of a genome that could
/// not be read, nothing is read. Throws missing_input or io_failure.
std::vector<annotated_transcript> read_annotation(const std::string& path, const sequence_catalog& sequences,
                                                  report& problems, annotated_rows rows = annotated_rows::coding);

/// The same without a genome: `sequences` gets those that rows name, as long as can be. CDS rows of a transcript may
/// overlap, as those of a ribosomal slippage do, and its id may have blanks. GFF3 without any row is an empty set.
std::vector<annotated_transcript> read_gene_set(const std::string& path, sequence_catalog& sequences, report& problems);

/// Reads genes that another program predicts, in GENSCAN text or whatever read_annotation() reads; the content shows
/// which. Their scores are probabilities: of GFF those of transcripts, as AUGUSTUS has them, where all of the file are
/// decimals from 0 to 1 without an exponent, and not all the same; else none has any. Of GENSCAN, whose genes are the
/// exons with the same number before the point, it is the lowest P of an exon; suboptimal exons are no genes. Errors
/// are those of read_annotation() and of candidates (candidates.hpp). Throws missing_input or io_failure.
std::vector<annotated_transcript> read_predicted_genes(const std::string& path, const sequence_catalog& sequences,
                                                       report& problems);

/// The coding sequence in reading direction.
std::string coding_sequence(genome& sequences, const annotated_transcript& transcript);

}  // namespace exonweave
