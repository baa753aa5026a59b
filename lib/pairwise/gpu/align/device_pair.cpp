#include "pairwise/gpu/align/device_pair.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace exonweave::gpu {

using spliced::edit;

gain_table make_gains(const align_scoring& scoring) {
  gain_table gains{};
  const auto& matrix = *scoring.substitution;
  for (std::size_t q = 0; q < matrix.n_codes(); ++q)
    for (std::size_t t = 0; t < matrix.n_codes(); ++t)
      gains[q * pair_codes + t] = matrix(static_cast<spliced::residue_code>(q), static_cast<spliced::residue_code>(t)) +
                                  2 * scoring.gaps.extend;
  return gains;
}

std::string align_refusal(const align_scoring& scoring) {
  if (scoring.gaps.open != 0) return "it aligns with linear gaps (--gap-open 0)";
  if (scoring.substitution->n_codes() >= pair_codes) return "its tables hold fewer letters";
  return {};
}

void check_request(const align_request& request) {
  if (const std::string why = align_refusal(request.scoring); !why.empty()) throw std::invalid_argument(why);
  check_score_range(request);
  constexpr auto longest = std::size_t{std::numeric_limits<std::int32_t>::max()} / 4;
  if (std::max(request.query.size(), request.target.size()) > longest)
    throw std::range_error("a sequence is longer than devices count");
  if (request.control != nullptr) request.control->throw_if_stopped();
}

spliced::score score_of(std::int32_t last, const align_request& request) {
  return last - request.scoring.gaps.of(request.query.size() + request.target.size());
}

std::vector<spliced::edit_run> edits_of(std::span<const std::uint8_t> moves, std::size_t m, std::size_t n) {
  std::vector<spliced::edit_run> edits;
  const auto add = [&](edit op, std::size_t length) {
    append_edits(edits, op, length);
    m -= op == edit::insertion ? 0 : length;
    n -= op == edit::deletion ? 0 : length;
  };
  for (const std::uint8_t move : moves) {
    const bool is_match = move == static_cast<std::uint8_t>(cell_move::match);
    const bool is_deletion = move == static_cast<std::uint8_t>(cell_move::deletion);
    add(is_match ? edit::match : is_deletion ? edit::deletion : edit::insertion, 1);
  }
  if (m > 0 && n > 0) throw std::logic_error("an alignment's moves end within both sequences");
  add(edit::deletion, m);
  add(edit::insertion, n);
  std::ranges::reverse(edits);
  return edits;
}

}  // namespace exonweave::gpu
