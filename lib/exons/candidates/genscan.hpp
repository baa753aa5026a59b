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

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/candidates/genscan_row.hpp"

namespace exonweave {

/// The records below "Predicted peptide sequence(s):" of a GENSCAN text. They are not used, but they tell whether the
/// text goes on to its end: each says in its header how long it is,
///
///   >chr1|GENSCAN_predicted_peptide_1|189_aa
///   >chr1|GENSCAN_predicted_CDS_1|570_bp
///
/// A text that ends between two records cannot be distinguished from a whole one.
class genscan_peptides {
 public:
  /// Of the line "Predicted peptide sequence(s):"; a run with exons has records, or says that it has none.
  void begin(std::uint64_t line, bool has_exons);

  /// A line without blanks at its ends. A record that is shorter than its header says is an error.
  void take(const candidate_source& source, std::string_view text, std::uint64_t line);

  /// After the last line of the section: the errors of what is missing.
  void end(const candidate_source& source);

 private:
  std::uint64_t line_ = 0;      // where the section began, or its last record
  std::int64_t n_stated_ = 0;   // letters of that record; -1: its header does not say
  std::int64_t n_letters_ = 0;  // so far
  bool needs_record_ = false;
};

// Which sequence of the genome a GENSCAN text is about: it names the file it was run on rather than a
// sequence.

/// "Sequence NAME : LENGTH bp : ..." of a text.
struct genscan_sequence {
  std::string name;         // as written; it may be a path
  std::int64_t length = 0;  // nt
  std::uint64_t line = 0;
};

/// Reads that line; nothing when it is another one.
std::optional<genscan_sequence> genscan_sequence_line(std::string_view line);

/// By exact name, else by the file name in NAME, else by it without its extensions; else, if `is_only_one`
/// (the text is about one sequence) and the genome has one sequence of that length, that one, with a warning.
/// An unknown name and a length that differs from the genome's are errors.
std::optional<std::size_t> find_genscan_sequence(const candidate_source& source, const genscan_sequence& sequence,
                                                 bool is_only_one);

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
