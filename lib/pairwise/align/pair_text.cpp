#include "pairwise/align/pair_text.hpp"

#include <fmt/format.h>

#include "pairwise/align/alignment_text.hpp"

namespace exonweave {
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
