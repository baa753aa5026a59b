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

namespace {

// A bar where both letters are the same.
alignment_columns columns_of(const aligned_pair& pair) {
  return make_columns(pair.query.residues, pair.subject.residues, *pair.alignment.edits, spliced::edit::deletion,
                      [](char a, char b) { return a == b ? '|' : ' '; });
}

// = and X for pairs, I: residues of the query alone, D: of the target alone.
std::string cigar_of(const alignment_columns& columns) {
  const auto op_of = [&](std::size_t k) {
    if (columns.query[k] == '-') return 'D';
    if (columns.subject[k] == '-') return 'I';
    return columns.middle[k] == '|' ? '=' : 'X';
  };
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < columns.size(); begin = end) {
    while (end < columns.size() && op_of(end) == op_of(begin)) ++end;
    text += fmt::format("{}{}", end - begin, op_of(begin));
  }
  return text;
}

std::string paf_head(const aligned_pair& pair) {
  const std::size_t m = pair.query.residues.size(), n = pair.subject.residues.size();
  return fmt::format("{}\t{}\t0\t{}\t+\t{}\t{}\t0\t{}", pair.query.name, m, m, pair.subject.name, n, n);
}

}  // namespace

std::string cigar_row(const aligned_pair& pair) {
  return fmt::format("{}\t{}\t{}\t{}\n", pair.query.name, pair.subject.name, pair.alignment.total,
                     pair.alignment.edits ? cigar_of(columns_of(pair)) : "*");
}

std::string pair_paf_row(const aligned_pair& pair) {
  if (!pair.alignment.edits) return fmt::format("{}\t0\t0\t255\tAS:i:{}\n", paf_head(pair), pair.alignment.total);
  const alignment_columns columns = columns_of(pair);
  return fmt::format("{}\t{}\t{}\t255\tAS:i:{}\tNM:i:{}\tcg:Z:{}\n", paf_head(pair), columns.n_identical,
                     columns.size(), pair.alignment.total, columns.size() - columns.n_identical, cigar_of(columns));
}

std::string pair_blocks(const aligned_pair& pair) {
  std::string text =
      fmt::format("Query= {}\nLength={}\n\n> {}\nLength={}\n\n Score = {}\n", pair.query.name,
                  pair.query.residues.size(), pair.subject.name, pair.subject.residues.size(), pair.alignment.total);
  if (!pair.alignment.edits) return text + "\n";
  const alignment_columns columns = columns_of(pair);
  const std::size_t n = columns.size(), n_gaps = n - columns.n_pairs;
  text += fmt::format(" Identities = {}/{} ({}%), Gaps = {}/{} ({}%)\n\n", columns.n_identical, n,
                      100 * columns.n_identical / n, n_gaps, n, 100 * n_gaps / n);
  return text + alignment_blocks(columns, 0, counted_from_one);
}

}  // namespace exonweave
