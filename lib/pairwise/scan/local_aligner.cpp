#include "pairwise/scan/local_aligner.hpp"

#include <algorithm>
#include <stdexcept>

#include "pairwise/align/row_aligner.hpp"

namespace exonweave {
namespace {

std::vector<spliced::residue_code> reversed(std::span<const spliced::residue_code> residues) {
  return {residues.rbegin(), residues.rend()};
}

}  // namespace

std::vector<spliced::edit_run> path_between(std::span<const spliced::residue_code> sequence,
                                            std::span<const spliced::residue_code> query, spliced::score total,
                                            const scan_scoring& scoring, std::uint64_t memory) {
  // A gap that costs more than the whole alignment scores is in none, however much more; so scores stay small.
  const spliced::gap_costs gaps{std::min(scoring.gaps.open, total + 1), std::min(scoring.gaps.extend, total + 1)};
  // Rows are those of the sequence, as d(sequence, query) has it.
  const auto path = make_simd_aligner()->align(
      {.query = sequence, .target = query, .scoring = {scoring.substitution, gaps}, .memory = memory});
  if (path.total != total) throw std::logic_error("a local alignment scores other than between its ends");
  return *path.edits;
}

local_aligner::local_aligner(std::span<const spliced::residue_code> query, const scan_scoring& scoring)
    : query_(query), scoring_(scoring), parasail_scoring_(scoring), profile_(parasail_scoring_, query) {}

local_alignment local_aligner::align(std::span<const spliced::residue_code> sequence, std::uint64_t memory) const {
  const local_end end = profile_.align(parasail_letters(sequence));
  if (end.total == 0) return {};
  const auto query_to_end = query_.first(end.in_query);
  const auto sequence_to_end = sequence.first(end.in_sequence);
  const auto query_backwards = reversed(query_to_end);
  const local_end begin =
      parasail_profile(parasail_scoring_, query_backwards).align(parasail_letters(reversed(sequence_to_end)));
  local_alignment made{
      end.total, end.in_query - begin.in_query, end.in_query, end.in_sequence - begin.in_sequence, end.in_sequence, {}};
  made.edits = path_between(sequence_to_end.subspan(made.sequence_begin), query_to_end.subspan(made.query_begin),
                            made.total, scoring_, memory);
  return made;
}

}  // namespace exonweave
