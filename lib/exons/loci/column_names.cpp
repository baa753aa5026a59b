#include "exons/loci/column_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace exonweave {
namespace {

using alternatives = std::array<std::string_view, 2>;  // names of one column

// MMseqs2's, BLAST's.
constexpr std::array<alternatives, 12> in_row{{{"query", "qseqid"},
                                               {"target", "sseqid"},
                                               {"fident", "pident"},
                                               {"alnlen", "length"},
                                               {"mismatch", "mismatch"},
                                               {"gapopen", "gapopen"},
                                               {"qstart", "qstart"},
                                               {"qend", "qend"},
                                               {"tstart", "sstart"},
                                               {"tend", "send"},
                                               {"evalue", "evalue"},
                                               {"bits", "bitscore"}}};

// BLAST's, DIAMOND's.
constexpr std::size_t first_end = 6;
constexpr std::array<alternatives, 4> ends_in_comment{{{"q. start", "Start of alignment in query"},
                                                       {"q. end", "End of alignment in query"},
                                                       {"s. start", "Start of alignment in subject"},
                                                       {"s. end", "End of alignment in subject"}}};

bool is_one_of(const alternatives& names, std::string_view field) {
  return std::ranges::find(names, field) != names.end();
}

// Whether the fields from `first` on are these columns; more may follow.
bool are_columns(const std::vector<std::string_view>& fields, std::size_t first,
                 std::span<const alternatives> columns) {
  return fields.size() >= first + columns.size() &&
         std::ranges::equal(columns, std::span(fields).subspan(first, columns.size()), is_one_of);
}

bool is_known(std::string_view field) {
  return std::ranges::any_of(in_row, [&](const alternatives& names) { return is_one_of(names, field); });
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
  constexpr std::string_view comma = ", ";
  std::vector<std::string_view> fields;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(comma, start), text.size());
    fields.push_back(text.substr(start, end - start));
    start = end + comma.size();
  }
  return fields;
}

}  // namespace

column_names names_in_row(const std::vector<std::string_view>& fields) {
  constexpr std::ptrdiff_t min_known = 3;  // a hit has two names, which may be any words
  if (are_columns(fields, 0, in_row)) return column_names::standard;
  return std::ranges::count_if(fields, is_known) >= min_known ? column_names::other : column_names::none;
}

column_names names_in_comment(std::string_view line) {
  constexpr std::string_view head = "# Fields: ";
  if (!line.starts_with(head)) return column_names::none;
  return are_columns(split_at_commas(line.substr(head.size())), first_end, ends_in_comment) ? column_names::standard
                                                                                            : column_names::other;
}

}  // namespace exonweave
