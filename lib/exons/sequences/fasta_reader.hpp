// The records of a FASTA file, line by line, with every check that does not depend on the kind of sequence. Memory does
// not grow with the lines of residues: a long one comes in parts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/files/line_reader.hpp"
#include "base/files/report.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// Errors go to the report: no header, FASTQ, a binary file, an empty file, a record without a name, a name
/// twice or one that begins with '#' (tables of names take such a line for a comment). A record without residues is a
/// warning. Blank lines, and blanks at the end of a line, are passed over.
class fasta_reader {
 public:
  /// Reads on from where `lines` stands; both must outlive the reader.
  fasta_reader(line_reader& lines, report& problems) : lines_(&lines), problems_(&problems) {}

  enum class item { record, residues, end };

  /// The next header, or the next line of residues or part of one (line_reader::next_part). Throws io_failure on a
  /// truncated or damaged file.
  item next();

  [[nodiscard]] const std::string& name() const { return name_; }  // of the record: its header up to the first blank
  /// What its header has after the name; tabs as blanks.
  [[nodiscard]] const std::string& description() const { return description_; }
  [[nodiscard]] place header() const { return {lines_->source().name(), header_line_}; }

  /// The residues of the line or part as written, without blanks at the line's end; at least one byte, any but LF.
  [[nodiscard]] std::string_view residues() const { return residues_; }
  /// Where they start in their line, and whether the line ends after them.
  [[nodiscard]] std::size_t first_column() const { return lines_->column(); }
  [[nodiscard]] bool ends_line() const { return lines_->ends_line(); }

  /// The line of the last item: number, bytes.
  [[nodiscard]] const line_reader& lines() const { return *lines_; }

 private:
  item start_record();
  item refuse_start(std::string_view line);
  item finish();
  void close_record();
  void check_name(std::string_view header);

  line_reader* lines_;
  report* problems_;
  std::string name_;
  std::string description_;
  std::string_view residues_;
  std::uint64_t header_line_ = 0;  // 0: no record yet
  bool has_residues_ = false;
  std::unordered_map<std::string, std::uint64_t> lines_of_names_;
};

/// What to say about a letter that is not in the alphabet, at the 0-based `column` of a line of residues.
problem_report letter_problem(place where, char letter, std::size_t column, molecule alphabet);

// Where the residues of each record of a FASTA file lie: read from a .fai and tested against the file, or
// gathered while the file is read through.

/// One record. The smallest example, ">a\nACG\nT\n", has length 4, first_byte 3, line_bases 3, line_width 4.
struct record_place {
  std::int64_t length = 0;        // residues
  std::int64_t first_byte = 0;    // of the first residue, in the unpacked file
  std::int64_t line_bases = 0;    // residues in every line but the last; 0 when the lines are unequal
  std::int64_t line_width = 0;    // bytes in every line but the last, line end included
  std::uint64_t header_line = 0;  // 0 when unknown (from a .fai)

  [[nodiscard]] bool is_even() const { return line_bases > 0; }
  /// The byte of residue `index` (index < length); needs is_even().
  [[nodiscard]] std::int64_t byte_of(std::int64_t index) const {
    return first_byte + index / line_bases * line_width + index % line_bases;
  }
};

struct fasta_index {
  sequence_catalog catalog;
  std::vector<record_place> places;  // one per sequence of the catalog
};

/// The records as a .fai states them; nothing when it cannot be read or is not one, or names a sequence
/// twice.
std::optional<fasta_index> load_fai(const std::string& path);

/// Whether each record of a .fai has its header directly before its residues, its last residue directly
/// before the next header, and nothing else stands in the file.
bool fits(const fasta_index& index, random_reader& file);

/// Builds an index while a fasta_reader reads: call record() and residues() for its items, then finish().
class index_builder {
 public:
  void record(const fasta_reader& reader);
  void residues(const fasta_reader& reader);
  fasta_index finish();

 private:
  void close_record();

  fasta_index index_;
  std::string name_;            // of the open record
  record_place place_;          // of the open record; header_line 0: none is open
  std::int64_t next_byte_ = 0;  // where its next line must start when the lines are even
  bool is_even_ = true;
  bool had_last_line_ = false;  // a line that differs from the first; an even record has none after it
};

}  // namespace exonweave
