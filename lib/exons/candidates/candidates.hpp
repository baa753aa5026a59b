// Candidate exons: what the readers of GENSCAN text, GFF3, GTF and GFF2 produce, merged over all files.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/sequences.hpp"

namespace exonweave {

enum class exon_type : std::uint8_t { unknown, initial, internal, terminal, single };

/// The exon type that a gene finder's word means, in any case: First, Initial, Init; Internal, Intr;
/// Terminal, Term, Last; Single, Sngl. Any other word is unknown.
exon_type exon_type_from(std::string_view word);

/// "initial", "internal", "terminal", "single" or "unknown".
std::string_view to_string(exon_type type);

constexpr std::int8_t no_phase = -1;

/// One candidate exon as one input file states it.
struct candidate_exon {
  std::size_t sequence = 0;  // index in the catalog
  interval where;            // forward coordinates, 0-based half-open
  strand on = strand::forward;
  std::int8_t phase = no_phase;  // GFF3 phase 0, 1, 2 (bases before the first whole codon, in reading direction)
  exon_type type = exon_type::unknown;
  double score = std::numeric_limits<double>::quiet_NaN();        // as the file states it (Tscr); NaN: none
  double probability = std::numeric_limits<double>::quiet_NaN();  // GENSCAN's P, 0..1; NaN: none
  std::uint32_t source = 0;                                       // index of the input file, in command-line order
  std::uint64_t line = 0;                                         // 1-based line in that file
  std::string tool;  // what proposed it: the second column of GFF3, GTF and GFF2; "genscan" for GENSCAN text
  std::string id;    // ID attribute, decoded, or GENSCAN's "1.02" or "S.002"; may be empty
};

/// The formats that content distinguishes.
enum class candidate_format { genscan, gff3, gtf, gff2 };

struct candidate_options {
  std::vector<std::string> types = {"CDS"};  // feature types taken from GFF3/GTF/GFF2, case-sensitive
};

/// One place and phase and type on a strand, with every statement about it.
struct merged_exon {
  std::size_t sequence = 0;
  interval where;
  strand on = strand::forward;
  std::int8_t phase = no_phase;
  exon_type type = exon_type::unknown;
  struct statement {
    std::uint32_t source;  // index of the input file
    double score;          // best score this tool gave in this file; NaN: none
    double probability;    // of that best row; NaN: none
    std::string id;        // of that best row
    std::string tool;      // as in candidate_exon
  };
  std::vector<statement> statements;  // one per source and tool, ordered by them
};

struct candidate_set {
  std::vector<std::string> sources;  // paths, command-line order
  std::vector<candidate_format> formats;
  std::vector<merged_exon> exons;  // sorted by (sequence, start, end, strand, phase, type), without duplicates
};

/// Sorts and deduplicates. Of equal exons from one tool in one file the best row stays: higher score, then higher
/// probability, then smaller id; so the order of `exons` changes nothing.
std::vector<merged_exon> merge_candidates(std::vector<candidate_exon> exons);

/// Reads and merges candidate files ("-" is standard input; plain, gzip, BGZF), each recognised by its
/// content. Every problem goes to `problems`: errors for rows 1-44 of the bad-input table marked E, warnings
/// for W. Without sequences, of a genome that could not be read, nothing is read. The order of files and of rows
/// changes nothing in `exons` but the source numbers. Throws missing_input or io_failure.
candidate_set read_candidates(const std::vector<std::string>& paths, const candidate_options& options,
                              const sequence_catalog& sequences, report& problems);

}  // namespace exonweave
