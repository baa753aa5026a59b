#include "exons/sweep/best_beside.hpp"

#include <algorithm>
#include <iterator>

namespace exonweave {

void best_beside::add(std::int64_t position, spliced::score worth) {
  const auto behind = std::ranges::upper_bound(chains_, position, {}, &chain::position);
  if (behind != chains_.begin() && std::prev(behind)->worth >= worth) return;
  const auto better = std::find_if(behind, chains_.end(), [&](const chain& other) { return other.worth > worth; });
  const auto same = behind != chains_.begin() && std::prev(behind)->position == position ? std::prev(behind) : behind;
  chains_.insert(chains_.erase(same, better), {position, worth});
}

spliced::score best_beside::best_to(std::int64_t position) const {
  const auto behind = std::ranges::upper_bound(chains_, position, {}, &chain::position);
  return behind == chains_.begin() ? spliced::unreachable : std::prev(behind)->worth;
}

}  // namespace exonweave
