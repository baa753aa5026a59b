// A candidate file of any format, line by line: what it is shows in its first telling lines, whatever its
// name says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/files/line_reader.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/candidates/genscan.hpp"
#include "exons/candidates/genscan_row.hpp"
#include "exons/candidates/gff.hpp"

namespace exonweave {

/// Recognises and parses. A GENSCAN line (is_genscan_line) makes a GENSCAN text; the first row of eight or nine
/// columns, or a `##gff-version`, makes a GFF, whose rows tell of which kind it is (gff.hpp). Lines before that are
/// passed over in a GENSCAN text, and are errors in a GFF. Text of other gene finders is one error.
class candidate_file {
 public:
  candidate_file(const candidate_source& source, const candidate_options& options, gff_use use = gff_use::candidates)
      : source_(source), options_(options), use_(use) {}

  void line(std::string_view text, std::uint64_t number);

  /// All lines, until it is_hopeless().
  void read(line_reader& lines);

  /// The exons in file order; errors for an empty or unknown file. Call it once, after the last line.
  std::vector<candidate_exon> finish();

  /// Whether it makes no sense to read on: too much text without a telling line, or another gene finder's text.
  [[nodiscard]] bool is_hopeless() const;

  /// After finish(); nothing: it is of no known format.
  [[nodiscard]] std::optional<candidate_format> format() const;

  /// After finish(): what knows the models of the exons; null: no GFF.
  [[nodiscard]] const gff_parser* gff() const { return std::get_if<gff_parser>(&parser_); }

 private:
  [[nodiscard]] bool is_undecided() const { return std::holds_alternative<std::monostate>(parser_); }
  void undecided_line(std::string_view text, std::uint64_t number);
  void begin_gff();
  std::vector<candidate_exon> finish(gff_parser& gff) const;
  void pass_on(std::string_view text, std::uint64_t number);
  void tell_unknown() const;

  struct passed_line {
    std::string text;
    std::uint64_t number;
  };

  candidate_source source_;
  candidate_options options_;
  gff_use use_;
  std::variant<std::monostate, genscan_parser, gff_parser> parser_;
  int version_ = 0;  // of the ##gff-version line; 0: none
  bool has_comments_ = false;
  bool is_other_text_ = false;       // of a gene finder whose text is not read; reported
  std::vector<passed_line> passed_;  // lines before the format was known, without comments and blank lines
  std::size_t passed_bytes_ = 0;
};

/// Texts of gene finders that are not read, though they look like those of GENSCAN or like GFF: by which line each is
/// known, and how the program writes GFF or GTF instead.
struct other_text {
  std::string_view program;  // and format
  std::string_view hint;
};

/// Of the line that reports it, a title or a row; null: another line.
const other_text* other_text_of(std::string_view line);

/// Eight or more values whose fourth and fifth are numbers, as rows of GFF have them, between tabs or, wrongly, blanks.
bool looks_like_gff_row(const genscan_values& values);

/// What is reported of that line, which must outlive it, where such formats are read.
complaint complaint_of(const other_text& other, std::string_view line, std::string formats);

}  // namespace exonweave
