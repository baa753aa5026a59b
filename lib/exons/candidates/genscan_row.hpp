// One row of a GENSCAN table and the header that says which columns it has. Values stand between blanks;
// which one is which follows from the header, and values that a row lacks at its end are missing scores.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exons/candidates/candidates.hpp"

namespace exonweave {

using genscan_values = std::vector<std::string_view>;

/// The values between blanks and tabs.
genscan_values genscan_split(std::string_view line);

/// Where the columns of a table stand; `none` for a column that the header lacks.
struct genscan_columns {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t count = 0;
  std::size_t begin = none, end = none, length = none, frame = none, probability = none, score = none;
};

/// Reads "Gn.Ex Type S .Begin ...End ..." or "Exnum Type S ...". Nothing when a column of these five is not
/// there.
std::optional<genscan_columns> genscan_header(const genscan_values& header);

/// "1.02" or "S.002", the number of an exon.
bool is_genscan_number(std::string_view value);

/// Whether the line is a table row, perhaps cut: its first value is the number of an exon or the beginning of
/// one.
bool looks_like_genscan_row(const genscan_values& values);

/// Init, Intr, Term, Sngl: the exon types; Prom and PlyA are rows without a candidate exon.
bool is_genscan_exon(std::string_view type);
bool is_genscan_signal(std::string_view type);

/// A row of a sequence of `length` nt (the text's own figure). `sequence`, `source` and `line` of the result
/// are not set. Errors go to `source` and give nothing.
std::optional<candidate_exon> genscan_exon(const candidate_source& source, std::uint64_t line,
                                           const genscan_columns& columns, const genscan_values& values,
                                           std::int64_t length);

// Whether the rows of a GENSCAN table are whole. The text may end anywhere, and nothing in it says how many
// rows to expect, so completeness is judged from the header and from the other rows.

/// The rules:
///  - An exon row has a value for each column of the header. Where the scores at the end are missing, they
///  are missing
///    in every exon row of the table.
///  - When nothing follows the table's last row, the row may lack values only if another row lacks them too,
///  and its
///    last value has as many decimals as those of the other rows (GENSCAN prints the score with two).
class genscan_table {
 public:
  genscan_table() = default;
  explicit genscan_table(const genscan_columns& columns);

  [[nodiscard]] const genscan_columns& columns() const { return columns_; }

  /// Takes the next row, of exon or signal type; false: an error was reported, the row is not to be used.
  bool take(const candidate_source& source, std::uint64_t line, const genscan_values& values);

  /// The text ends right after the last row.
  void end_of_text(const candidate_source& source) const;

 private:
  bool take_short(const candidate_source& source, std::uint64_t line, const genscan_values& values);

  genscan_columns columns_;
  std::size_t n_rows_ = 0;
  std::size_t n_whole_ = 0;          // exon rows with all values
  std::size_t n_short_ = 0;          // exon rows that lack values at their end
  std::size_t short_values_ = 0;     // how many values those have
  std::uint64_t first_short_ = 0;    // line of the first of them
  std::uint64_t last_line_ = 0;      // of the last row
  bool is_last_short_ = false;       // the last row lacks values
  std::size_t last_decimals_ = 0;    // of the last row's last value
  std::size_t fewest_decimals_ = 0;  // of the last values of the rows before it; without such rows, GENSCAN's own
};

}  // namespace exonweave
