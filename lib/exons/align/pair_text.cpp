#include "exons/align/pair_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace exonweave {
namespace {

using spliced::edit;

// The alignment column by column; '-' where a side has no residue.
struct pair_columns {
  std::string query;
  std::string middle;  // | where both letters are the same
  std::string subject;
  std::size_t n_identical = 0;
  std::size_t n_pairs = 0;

  [[nodiscard]] std::size_t size() const { return middle.size(); }
};

pair_columns columns_of(const aligned_pair& of) {
  pair_columns made;
  std::size_t i = 0, j = 0;
  for (const auto& run : *of.alignment.edits)
    for (std::uint32_t k = 0; k < run.length; ++k) {
      const char of_query = run.op == edit::insertion ? '-' : of.query.residues[i++];
      const char of_subject = run.op == edit::deletion ? '-' : of.subject.residues[j++];
      const bool is_same = of_query == of_subject;
      made.n_pairs += run.op == edit::match ? 1 : 0;
      made.n_identical += is_same ? 1 : 0;
      made.query += of_query;
      made.middle += is_same ? '|' : ' ';
      made.subject += of_subject;
    }
  return made;
}

// = and X for pairs, I: residues of the query alone, D: of the target alone.
std::string cigar_of(const pair_columns& of) {
  const auto op_of = [&](std::size_t k) {
    if (of.query[k] == '-') return 'D';
    if (of.subject[k] == '-') return 'I';
    return of.middle[k] == '|' ? '=' : 'X';
  };
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < of.size(); begin = end) {
    while (end < of.size() && op_of(end) == op_of(begin)) ++end;
    text += fmt::format("{}{}", end - begin, op_of(begin));
  }
  return text;
}

std::string paf_head(const aligned_pair& of) {
  const std::size_t m = of.query.residues.size(), n = of.subject.residues.size();
  return fmt::format("{}\t{}\t0\t{}\t+\t{}\t{}\t0\t{}", of.query.name, m, m, of.subject.name, n, n);
}

}  // namespace

std::string cigar_row(const aligned_pair& of) {
  return fmt::format("{}\t{}\t{}\t{}\n", of.query.name, of.subject.name, of.alignment.total,
                     of.alignment.edits ? cigar_of(columns_of(of)) : "*");
}

std::string pair_paf_row(const aligned_pair& of) {
  if (!of.alignment.edits) return fmt::format("{}\t0\t0\t255\tAS:i:{}\n", paf_head(of), of.alignment.total);
  const pair_columns columns = columns_of(of);
  return fmt::format("{}\t{}\t{}\t255\tAS:i:{}\tNM:i:{}\tcg:Z:{}\n", paf_head(of), columns.n_identical,
                     columns.size(), of.alignment.total, columns.size() - columns.n_identical,
                     cigar_of(columns));
}

std::string pair_blocks(const aligned_pair& of) {
  constexpr std::size_t width = 60;
  std::string text =
      fmt::format("Query= {}\nLength={}\n\n> {}\nLength={}\n\n Score = {}\n", of.query.name,
                  of.query.residues.size(), of.subject.name, of.subject.residues.size(), of.alignment.total);
  if (!of.alignment.edits) return text + "\n";
  const pair_columns columns = columns_of(of);
  const std::size_t n = columns.size(), n_gaps = n - columns.n_pairs;
  text += fmt::format(" Identities = {}/{} ({}%), Gaps = {}/{} ({}%)\n\n", columns.n_identical, n,
                      100 * columns.n_identical / n, n_gaps, n, 100 * n_gaps / n);
  const auto n_residues = [](std::string_view part) {
    return part.size() - static_cast<std::size_t>(std::ranges::count(part, '-'));
  };
  std::size_t i = 0, j = 0;
  for (std::size_t at = 0; at < n; at += width) {
    const auto query = columns.query.substr(at, width), subject = columns.subject.substr(at, width);
    const std::size_t i_end = i + n_residues(query), j_end = j + n_residues(subject);
    text +=
        fmt::format("Query  {:<10} {}  {}\n{:18}{}\nSbjct  {:<10} {}  {}\n\n", std::min(i + 1, i_end), query,
                    i_end, "", columns.middle.substr(at, width), std::min(j + 1, j_end), subject, j_end);
    i = i_end;
    j = j_end;
  }
  return text;
}

}  // namespace exonweave
