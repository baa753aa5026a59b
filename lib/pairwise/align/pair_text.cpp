#include "pairwise/align/pair_text.hpp"

#include <fmt/format.h>

#include "pairwise/align/alignment_text.hpp"

namespace exonweave {
namespace {

// A bar where both letters are the same.
alignment_columns columns_of(const aligned_pair& of) {
  return make_columns(of.query.residues, of.subject.residues, *of.alignment.edits, spliced::edit::deletion,
                      [](char a, char b) { return a == b ? '|' : ' '; });
}

// = and X for pairs, I: residues of the query alone, D: of the target alone.
std::string cigar_of(const alignment_columns& of) {
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
  const alignment_columns columns = columns_of(of);
  return fmt::format("{}\t{}\t{}\t255\tAS:i:{}\tNM:i:{}\tcg:Z:{}\n", paf_head(of), columns.n_identical,
                     columns.size(), of.alignment.total, columns.size() - columns.n_identical,
                     cigar_of(columns));
}

std::string pair_blocks(const aligned_pair& of) {
  std::string text =
      fmt::format("Query= {}\nLength={}\n\n> {}\nLength={}\n\n Score = {}\n", of.query.name,
                  of.query.residues.size(), of.subject.name, of.subject.residues.size(), of.alignment.total);
  if (!of.alignment.edits) return text + "\n";
  const alignment_columns columns = columns_of(of);
  const std::size_t n = columns.size(), n_gaps = n - columns.n_pairs;
  text += fmt::format(" Identities = {}/{} ({}%), Gaps = {}/{} ({}%)\n\n", columns.n_identical, n,
                      100 * columns.n_identical / n, n_gaps, n, 100 * n_gaps / n);
  return text + alignment_blocks(columns, 0, counted_from_one);
}

}  // namespace exonweave
