// What texts of a match are made of.
#pragma once

#include <string>

#include "pairwise/align/alignment_text.hpp"
#include "pairwise/scan/scan_match.hpp"

namespace exonweave {

/// As tables have it.
std::string e_value_text(double e_value);

struct match_view {
  match_view(const scan_context& context, const scan_match& found);

  const scan_context& context;
  const scan_match& match;
  const target& query;
  database_origin origin;
  interval where;  // in the protein, or the genome's sequence
  // The alignment. Between residues stands the letter where both are the same, + where the pair scores above 0, else a
  // blank.
  alignment_columns columns;

  [[nodiscard]] bool is_of_genome() const { return context.database.kind() == database_kind::frames; }
  [[nodiscard]] const std::string& record_name() const { return context.database.name(origin.record); }
  [[nodiscard]] std::int64_t record_length() const { return context.database.length(origin.record); }
  /// Pairs that score above 0.
  [[nodiscard]] std::size_t n_positive() const;
  [[nodiscard]] std::size_t n_unpaired() const { return columns.size() - columns.n_pairs; }
  /// 1-based, both inclusive, as read along the strand.
  [[nodiscard]] reported_places places() const;
  /// Of residues [begin, end) of those that are aligned.
  [[nodiscard]] reported_places places_of(std::size_t begin, std::size_t end) const;
  /// `nan` without statistics.
  [[nodiscard]] std::string e_value() const;
  /// Bits, or without statistics the score.
  [[nodiscard]] std::string bits() const;
};

}  // namespace exonweave
