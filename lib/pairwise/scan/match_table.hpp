// Matches as a table, with BLAST's columns by their names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pairwise/scan/match_view.hpp"

namespace exonweave {

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
