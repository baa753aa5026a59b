// A hit of a scan with its alignment, and the tables and texts that tell of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pairwise/align/align_run.hpp"
#include "pairwise/scan/local_aligner.hpp"
#include "pairwise/scan/scan_database.hpp"

namespace exonweave {

struct scan_match {
  std::uint32_t query = 0;     // index among the queries
  std::uint32_t sequence = 0;  // in the database's order
  spliced::score best = 0;     // of the query's in the sequence
  local_alignment alignment;
  std::string residues;  // of the sequence, those that are aligned
  double e_value = 0;
  double bits = 0;
};

/// What all matches of a scan have in common.
struct scan_context {
  const target_set& queries;
  const scan_database& database;
  const spliced::substitution_matrix& substitution;
  bool has_statistics = true;  // false: E-values and bits are not known
};

/// By query; the sequences of a query from the best score on, then by name and place; those of a sequence from the best
/// score on, then by place.
void sort_matches(const scan_context& context, std::vector<scan_match>& matches);

/// PAF: for a genome in nt, with the strand; a CIGAR in residues (tag cg), the score (AS), the E-value (ev).
std::string paf_row(const scan_context& context, const scan_match& match);

/// GFF3 of matches, by place: a protein_match each, with its Target. Holds a row of each.
class match_gff3 {
 public:
  void add(const scan_context& context, const scan_match& match);
  /// Of all, in the order of their places, of several at one place in that of their adding.
  [[nodiscard]] std::string text(const scan_database& database);

 private:
  struct row {
    std::uint32_t record;
    strand on;
    interval where;
    spliced::score total;
    std::string target;  // and what is after it
  };
  std::vector<row> rows_;
};

/// The alignment as text, 60 columns to a line, as BLAST writes it.
std::string pairwise_text(const scan_context& context, const scan_match& match);

// What texts of a match are made of.

/// As tables have it.
std::string e_value_text(double e_value);

struct match_view {
  match_view(const scan_context& context, const scan_match& found);

  const scan_context& context;
  const scan_match& match;
  const target& query;
  database_origin origin;
  interval where;  // in the protein, or the genome's sequence
  // The alignment. Between residues stands the letter where both are the same, + where the pair scores above 0, else a
  // blank.
  alignment_columns columns;

  [[nodiscard]] bool is_of_genome() const { return context.database.kind() == database_kind::frames; }
  [[nodiscard]] const std::string& record_name() const { return context.database.name(origin.record); }
  [[nodiscard]] std::int64_t record_length() const { return context.database.length(origin.record); }
  /// Pairs that score above 0.
  [[nodiscard]] std::size_t n_positive() const;
  [[nodiscard]] std::size_t n_unpaired() const { return columns.size() - columns.n_pairs; }
  /// 1-based, both inclusive, as read along the strand.
  [[nodiscard]] reported_places places() const;
  /// Of residues [begin, end) of those that are aligned.
  [[nodiscard]] reported_places places_of(std::size_t begin, std::size_t end) const;
  /// `nan` without statistics.
  [[nodiscard]] std::string e_value() const;
  /// Bits, or without statistics the score.
  [[nodiscard]] std::string bits() const;
};

/// BLAST's twelve columns.
constexpr std::string_view standard_columns =
    "qaccver saccver pident length mismatch gapopen qstart qend sstart send evalue bitscore";

struct unknown_column {
  std::string name;
  std::vector<std::string> nearest;  // known ones that are like it
};

class match_table {
 public:
  /// Names with blanks or commas between them; `std` stands for the standard columns. Throws unknown_column; without
  /// any name one with an empty name.
  explicit match_table(std::string_view names);

  /// All names that there are, and what is in each column, for the manual.
  static std::vector<std::pair<std::string_view, std::string_view>> all();

  /// Of all matches of a query: a line each. The reverse strand of a genome is recognised by places in reverse order.
  [[nodiscard]] std::string rows(const scan_context& context, std::span<const scan_match> of_query) const;

 private:
  std::vector<std::size_t> columns_;  // numbers of all()
};

}  // namespace exonweave
