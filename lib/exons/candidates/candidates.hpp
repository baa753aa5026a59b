// Candidate exons: what the readers of GENSCAN text, GFF3, GTF and GFF2 produce, merged over all files.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/settings/setting_values.hpp"
#include "spliced/scoring/score.hpp"

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

// One candidate file while it is read, and the checks that all its formats share: each reports what is wrong
// with a value, with its line and the accepted range, and returns nothing.

/// What is wrong with a row; the parts of a problem_report. `got` is cut before it is kept.
struct complaint {
  std::string what;
  // The initializers let GCC take a list that ends early. NOLINTBEGIN(readability-redundant-member-init)
  std::string_view got = {};
  std::string need = {};
  std::string hint = {};
  // NOLINTEND(readability-redundant-member-init)
};

struct candidate_source {
  std::string path;
  std::uint32_t index;  // of the file, in command-line order
  const sequence_catalog& sequences;
  report& problems;
  sequence_catalog* growing = nullptr;  // of no genome: `sequences`, to which rows add those that they lie on

  void error(std::uint64_t line, const complaint& about) const;
  void warn(std::uint64_t line, const complaint& about) const;

  /// The sequence of that name, as long as can be where rows add it. Nothing: it is unknown.
  [[nodiscard]] std::optional<std::size_t> find_sequence(std::string_view name) const;

  /// The same; an unknown one is reported with the nearest names.
  [[nodiscard]] std::optional<std::size_t> sequence(std::uint64_t line, std::string_view name) const;

  /// A 1-based position: a whole number of at least 1. `column` names it in messages.
  [[nodiscard]] std::optional<std::int64_t> position(std::uint64_t line, const std::string& column,
                                                     std::string_view text) const;

  /// A finite number.
  [[nodiscard]] std::optional<double> score(std::uint64_t line, std::string_view text) const;

  /// Whether [start, end) ends within a sequence of `length` nt.
  [[nodiscard]] bool inside(std::uint64_t line, interval where, std::int64_t length) const;
};

/// "Hint" text that names what is nearest to `name`; empty: nothing is near.
std::string nearest_hint(std::string_view name, const sequence_catalog& sequences);

// What the scores of gene finders score in half-bits, so that candidates can weigh on the score of a chain.

/// How a gene finder's score is to be read:
///
///   raw            half-bits = weight * (score - offset)
///   log_odds_bits  half-bits = 2 * weight * (score - offset)
///   posterior      half-bits = 2 * weight * (log2(p / (1 - p)) - offset)
///
/// where p is the score, or GENSCAN's P for its exons, kept within [min_posterior, 1 - min_posterior].
enum class evidence_unit { raw, log_odds_bits, posterior };

constexpr double min_posterior = 0.001;

/// The calibration of one source.
struct evidence_scale {
  std::string source{};  // the second column of GFF3, GTF and GFF2; "genscan" for GENSCAN text
  evidence_unit unit = evidence_unit::raw;
  double weight = 1;  // [0, 1000000]
  double offset = 0;  // [-1000000, 1000000]; the score that counts as 0, in bits for the last two units

  bool operator==(const evidence_scale&) const = default;
};

/// "raw", "log_odds_bits", "posterior".
std::string_view to_string(evidence_unit unit);
std::vector<std::string> evidence_unit_names();
std::optional<evidence_unit> evidence_unit_from(std::string_view name);

/// Which of the scales is a source's, and what scores score that have none.
struct evidence_rules {
  double candidate_weight = 0;           // other sources: candidate_weight * score
  std::vector<evidence_scale> scales{};  // at most one per source
  score_unit unit = score_unit::whole();
};

/// What a statement scores in the unit of the rules, rounded once to the nearest integer; nothing when it has no
/// score. Throws std::range_error when that is not a score.
std::optional<spliced::score> evidence_weight(const evidence_rules& rules, const merged_exon::statement& statement);

/// Reports what scales and candidates have to say to each other: a posterior that is no probability is an error, a
/// source that no candidate has a warning.
void check_evidence(const candidate_set& candidates, const std::vector<evidence_scale>& scales, report& problems);

}  // namespace exonweave
