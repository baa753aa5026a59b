// Rows of the tabular format 6 of BLAST, which DIAMOND and MMseqs2 write too.
#include <algorithm>

#include "exons/loci/hit_row.hpp"

namespace exonweave {
namespace {

struct blast {
  enum column : std::size_t { query, subject, query_start = 6, query_end, subject_start, subject_end, n_columns = 12 };
};

// Either end may come first.
struct written_range {
  std::int64_t first;
  std::int64_t last;

  [[nodiscard]] bool is_backward() const { return last < first; }
  [[nodiscard]] interval forward() const { return {std::min(first, last) - 1, std::max(first, last)}; }
};

// The query is the target unless its name says that it is a sequence, or that of the subject that it is a target.
bool is_turned(const hit_row& row) {
  const auto is_sequence = [&](blast::column column) {
    return row.records.find_sequence(row.fields[column]).has_value();
  };
  const auto is_target = [&](blast::column column) { return row.records.has_target(row.fields[column]); };
  if (is_target(blast::query) && is_sequence(blast::subject)) return false;
  if (is_sequence(blast::query) && is_target(blast::subject)) return true;
  return !is_target(blast::query) && !is_sequence(blast::subject) &&
         (is_sequence(blast::query) || is_target(blast::subject));
}

}  // namespace

std::optional<alignment_task> read_blast_row(const hit_row& row) {
  if (!row.has_columns(blast::n_columns)) return std::nullopt;
  const auto query_first = row.position(blast::query_start, "start in the query", 1);
  const auto query_last = row.position(blast::query_end, "end in the query", 1);
  const auto subject_first = row.position(blast::subject_start, "start in the subject", 1);
  const auto subject_last = row.position(blast::subject_end, "end in the subject", 1);
  if (!query_first || !query_last || !subject_first || !subject_last) return std::nullopt;
  const written_range of_query{*query_first, *query_last}, of_subject{*subject_first, *subject_last};
  const strand on = of_query.is_backward() == of_subject.is_backward() ? strand::forward : strand::reverse;
  if (is_turned(row))
    return checked_hit(
        row, {row.fields[blast::query], of_query.forward(), on, row.fields[blast::subject], of_subject.forward()});
  return checked_hit(
      row, {row.fields[blast::subject], of_subject.forward(), on, row.fields[blast::query], of_query.forward()});
}

}  // namespace exonweave
