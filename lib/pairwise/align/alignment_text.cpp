#include "pairwise/align/alignment_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exonweave {
namespace {

using spliced::edit;

std::size_t n_residues(std::string_view columns) {
  return columns.size() - static_cast<std::size_t>(std::ranges::count(columns, '-'));
}

}  // namespace

alignment_columns make_columns(std::string_view query, std::string_view subject,
                               std::span<const spliced::edit_run> edits, edit query_alone,
                               const std::function<char(char, char)>& between) {
  alignment_columns made;
  std::size_t i = 0, j = 0;
  for (const spliced::edit_run& run : edits) {
    const bool is_pair = run.op == edit::match;
    made.n_gaps += is_pair ? 0 : 1;
    made.n_pairs += is_pair ? run.length : 0;
    for (std::uint32_t k = 0; k < run.length; ++k) {
      const char of_query = is_pair || run.op == query_alone ? query[i++] : '-';
      const char of_subject = is_pair || run.op != query_alone ? subject[j++] : '-';
      made.n_identical += of_query == of_subject ? 1 : 0;
      made.query += of_query;
      made.middle += is_pair ? between(of_query, of_subject) : ' ';
      made.subject += of_subject;
    }
  }
  return made;
}

reported_places counted_from_one(std::size_t begin, std::size_t end) {
  return {static_cast<std::int64_t>(std::min(begin + 1, end)), static_cast<std::int64_t>(end)};
}

std::string alignment_blocks(const alignment_columns& columns, std::size_t query_begin,
                             const std::function<reported_places(std::size_t, std::size_t)>& subject_places) {
  constexpr std::size_t width = 60;
  std::string text;
  std::size_t i = query_begin, j = 0;
  for (std::size_t first = 0; first < columns.size(); first += width) {
    const auto query = columns.query.substr(first, width), subject = columns.subject.substr(first, width);
    const std::size_t i_end = i + n_residues(query), j_end = j + n_residues(subject);
    const auto [query_first, query_last] = counted_from_one(i, i_end);
    const auto [subject_first, subject_last] = subject_places(j, j_end);
    text += fmt::format("Query  {:<10} {}  {}\n{:18}{}\nSbjct  {:<10} {}  {}\n\n", query_first, query, query_last, "",
                        columns.middle.substr(first, width), subject_first, subject, subject_last);
    i = i_end;
    j = j_end;
  }
  return text;
}

}  // namespace exonweave
