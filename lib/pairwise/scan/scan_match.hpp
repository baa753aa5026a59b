// A hit of a scan with its alignment, and the tables and texts that tell of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

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

}  // namespace exonweave
