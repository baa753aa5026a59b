#include "pairwise/scan/match_view.hpp"

#include <fmt/format.h>

namespace exonweave {
namespace {

bool is_positive(const scan_context& context, char of_query, char of_sequence) {
  return context.substitution(spliced::amino_code(of_sequence), spliced::amino_code(of_query)) > 0;
}

alignment_columns columns_of(const scan_context& context, const scan_match& match) {
  const std::string_view query = context.queries.targets[match.query].residues;
  return make_columns(query.substr(match.alignment.query_begin), match.residues, match.alignment.edits,
                      spliced::edit::insertion, [&](char of_query, char of_sequence) {
                        if (of_query == of_sequence) return of_query;
                        return is_positive(context, of_query, of_sequence) ? '+' : ' ';
                      });
}

// Of no residues twice the last place before them.
reported_places along_strand(interval where, strand on) {
  if (where.length() == 0) {
    const std::int64_t before = on == strand::forward ? where.end : where.start + 1;
    return {before, before};
  }
  if (on == strand::forward) return {where.start + 1, where.end};
  return {where.end, where.start + 1};
}

}  // namespace

std::string e_value_text(double e_value) { return e_value < 1e-180 ? "0.0" : fmt::format("{:.2e}", e_value); }

match_view::match_view(const scan_context& context, const scan_match& found)
    : context(context),
      match(found),
      query(context.queries.targets[found.query]),
      origin(context.database.origin(found.sequence)),
      where(place_of(origin, context.database.kind(), found.alignment.sequence_begin, found.alignment.sequence_end)),
      columns(columns_of(context, found)) {}

std::size_t match_view::n_positive() const {
  std::size_t n = 0;
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns.query[k] != '-' && columns.subject[k] != '-' &&
        is_positive(context, columns.query[k], columns.subject[k]))
      ++n;
  return n;
}

reported_places match_view::places() const { return along_strand(where, origin.on); }

reported_places match_view::places_of(std::size_t begin, std::size_t end) const {
  const std::size_t before = match.alignment.sequence_begin;
  return along_strand(place_of(origin, context.database.kind(), before + begin, before + end), origin.on);
}

std::string match_view::e_value() const {
  if (!context.has_statistics) return "nan";
  return e_value_text(match.e_value);
}

std::string match_view::bits() const {
  return fmt::format("{:.1f}", context.has_statistics ? match.bits : static_cast<double>(match.alignment.total));
}

}  // namespace exonweave
