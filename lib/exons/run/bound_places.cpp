#include "exons/run/bound_places.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace exonweave {
namespace {

using spliced::score;

// Chains that end in `ends`, and begin in `begin` or right of it.
struct pending_ends {
  score best = 0;
  std::size_t begin = 0;
  window_range ends{};
  std::size_t window = 0;  // of the best one
  bool operator<(const pending_ends& other) const {
    return std::tuple(best, other.window) < std::tuple(other.best, window);
  }
};

class place_finder {
 public:
  place_finder(std::size_t first, std::span<const score> bounds, const place_rules& rules, const bound_tracer& trace)
      : first_(first), bounds_(bounds), rules_(rules), trace_(trace) {}

  bound_places find() {
    add(first_, {first_, first_ + bounds_.size()});
    while (!ends_.empty() && found_.places.size() < rules_.most) {
      const pending_ends ends = ends_.top();
      ends_.pop();
      look_at(ends);
    }
    keep_apart();
    return std::move(found_);
  }

 private:
  [[nodiscard]] score bound(std::size_t window) const { return bounds_[window - first_]; }

  void add(std::size_t begin, window_range ends) {
    if (ends.first >= ends.last) return;
    const auto of_ends = bounds_.subspan(ends.first - first_, ends.last - ends.first);
    const auto peak = std::ranges::max_element(of_ends);
    if (*peak >= rules_.least)
      ends_.push({*peak, begin, ends, ends.first + static_cast<std::size_t>(peak - of_ends.begin())});
  }

  void look_at(const pending_ends& ends) {
    std::size_t end = ends.window + 1;  // of those that a chain from farther left may have raised
    while (end < ends.ends.last && bound(end) >= rules_.least) ++end;
    const auto chain = trace_({ends.begin, ends.window + 1}, ends.best);
    const std::size_t swept = chain ? ends.window + 1 : ends.begin;
    if (swept < end) found_.open.push_back({swept, end});
    add(swept, {end, ends.ends.last});
    if (!chain) return;
    const auto begin = static_cast<std::size_t>(chain->begin / rules_.window_length);
    found_.places.push_back({{begin, ends.window + 1}, *chain, ends.best});
    add(ends.begin, {ends.ends.first, begin});
  }

  // What is to be swept anew ends where a place begins, and no window of it is swept twice.
  void keep_apart() {
    std::vector<window_range>& open = found_.open;
    for (window_range& each : open)
      for (const bound_place& place : found_.places)
        if (each.first <= place.windows.first && place.windows.first < each.last && each.last <= place.windows.last)
          each.last = place.windows.first;
    std::erase_if(open, [](const window_range& each) { return each.first >= each.last; });
    std::ranges::sort(open, {}, &window_range::first);
    std::vector<window_range> apart;
    for (const window_range& each : open)
      if (apart.empty() || each.first >= apart.back().last)
        apart.push_back(each);
      else
        apart.back().last = std::max(apart.back().last, each.last);
    open = std::move(apart);
  }

  std::size_t first_;
  std::span<const score> bounds_;
  const place_rules& rules_;
  const bound_tracer& trace_;
  std::priority_queue<pending_ends> ends_;
  bound_places found_;
};

}  // namespace

bound_places find_bound_places(std::size_t first, std::span<const score> bounds, const place_rules& rules,
                               const bound_tracer& trace) {
  return place_finder(first, bounds, rules, trace).find();
}

}  // namespace exonweave
