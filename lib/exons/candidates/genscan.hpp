// GENSCAN 1.0 text: as the program prints it and as its web page shows it, several runs in one file, text
// around.
//
// A run is a title ("GENSCAN 1.0 ..."), a "Sequence NAME : LEN bp" line, the table of the optimal genes and,
// if requested, the table of the suboptimal exons; then "Predicted peptide sequence(s):" and its records, which
// are not used. What is a text cut short and what is not:
//  - A run must reach the first row of each table that it announces, or "NO EXONS": otherwise it is an error.
//  - Rows must be whole by the rules of genscan_table: otherwise it is an error.
//  - Records of peptides must be as long as they say (genscan_peptides): otherwise it is an error.
//  - A text that ends between two rows cannot be distinguished from one that was saved without its peptides: a
//  warning.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/candidates/genscan_peptides.hpp"
#include "exons/candidates/genscan_row.hpp"
#include "exons/candidates/genscan_sequences.hpp"
#include "exons/candidates/genscan_table.hpp"

namespace exonweave {

/// Whether a line can only come from a GENSCAN text: title, sequence, table header, "NO EXONS/GENES".
bool is_genscan_line(std::string_view line);

/// Takes a text line by line; problems go to the source's report.
class genscan_parser {
 public:
  explicit genscan_parser(const candidate_source& source) : source_(source) {}

  void line(std::string_view text, std::uint64_t number);

  /// The exons of all sequences, in file order. Call it once, after the last line.
  std::vector<candidate_exon> finish();

 private:
  /// What was read last, and with it what must, may and cannot follow.
  enum class part : std::uint8_t {
    outside,           // before a run
    title,             // a sequence must follow
    sequence,          // a table must follow
    header,            // rows must follow
    suboptimal_title,  // a header must follow
    rows,              // rows may follow
    after_rows,        // other text; no row can follow
    whole,             // the tables are complete
    peptides           // and so are records of peptides
  };

  struct run {
    genscan_sequence sequence;  // line 0: the text does not name it
    std::vector<candidate_exon> exons;
    bool has_exon_rows = false;
  };

  bool keyword_line(std::string_view text, std::uint64_t number);
  void begin_table(std::string_view text, std::uint64_t number);
  void table_row(const genscan_values& values, std::uint64_t number);
  void no_exons(std::uint64_t number);
  void tell_if_unfinished();
  void end_run();
  void enter(part next, std::uint64_t number);

  candidate_source source_;
  std::vector<run> runs_;
  part part_ = part::outside;
  std::uint64_t part_line_ = 0;  // where part_ began
  genscan_table table_;
  genscan_peptides peptides_;
};

}  // namespace exonweave
