// Whether the rows of a GENSCAN table are whole. The text may end anywhere, and nothing in it says how many
// rows to expect, so completeness is judged from the header and from the other rows.
#pragma once

#include <cstdint>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/genscan_row.hpp"

namespace exonweave {

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
