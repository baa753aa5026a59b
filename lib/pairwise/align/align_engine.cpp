#include "pairwise/align/align_engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace exonweave {

std::vector<global_alignment> align_engine::align_all(std::span<const align_request> requests) const {
  std::vector<global_alignment> made;
  for (const align_request& each : requests) made.push_back(align(each));
  return made;
}

void check_score_range(const align_request& request) {
  const auto& [substitution, gaps] = request.scoring;
  const std::int64_t of_pair =
      std::max({std::abs(std::int64_t{substitution->largest()}), std::abs(std::int64_t{substitution->smallest()}),
                2 * (std::int64_t{gaps.open} + gaps.extend)});
  const auto length = static_cast<std::int64_t>(request.query.size() + request.target.size());
  if ((length + 1) * of_pair >= spliced::score_limit)
    throw std::range_error("scores of an alignment could leave 32 bits");
}

global_alignment align_with_nothing(const align_request& request) {
  const spliced::gap_costs gaps = request.scoring.gaps;
  global_alignment made{-gaps.of(request.query.size()) - gaps.of(request.target.size()), {}};
  if (!request.wants_path_of(made.total)) return made;
  made.edits.emplace();
  append_edits(*made.edits, spliced::edit::deletion, request.query.size());
  append_edits(*made.edits, spliced::edit::insertion, request.target.size());
  return made;
}

void append_edits(std::vector<spliced::edit_run>& edits, spliced::edit op, std::size_t length) {
  if (length == 0) return;
  if (edits.empty() || edits.back().op != op) edits.push_back({op, 0});
  edits.back().length += static_cast<std::uint32_t>(length);
}

}  // namespace exonweave
