#include "exons/sweep/best_next_to.hpp"

#include <algorithm>
#include <iterator>

namespace exonweave {

void best_next_to::add(std::int64_t position, spliced::score value) {
  const auto after = std::ranges::upper_bound(chains_, position, {}, &chain::position);
  if (after != chains_.begin() && std::prev(after)->value >= value) return;
  const auto better = std::find_if(after, chains_.end(), [&](const chain& other) { return other.value > value; });
  const auto same = after != chains_.begin() && std::prev(after)->position == position ? std::prev(after) : after;
  chains_.insert(chains_.erase(same, better), {position, value});
}

spliced::score best_next_to::best_to(std::int64_t position) const {
  const auto after = std::ranges::upper_bound(chains_, position, {}, &chain::position);
  return after == chains_.begin() ? spliced::unreachable : std::prev(after)->value;
}

}  // namespace exonweave
