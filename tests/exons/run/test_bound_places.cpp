#include <algorithm>
#include <string>

#include "catch.hpp"
#include "exons/run/bound_search.hpp"

namespace exonweave::testing {
namespace {

using spliced::score;

constexpr std::int64_t length = 10;  // nt of a window

// Of each window from where the chain of its bound begins; windows.
struct drawn_bounds {
  std::vector<score> bounds;
  std::vector<std::size_t> begins;

  [[nodiscard]] bound_places find(score least, std::size_t most = 100, std::size_t first = 0) const {
    return find_bound_places(first, bounds, {least, most, length},
                             [&](window_range within, score value) -> std::optional<bound_chain> {
                               const std::size_t window = within.last - 1;
                               REQUIRE(bounds.at(window - first) == value);
                               if (begins.at(window - first) < within.first) return std::nullopt;
                               return bound_chain{static_cast<std::int64_t>(begins[window - first]) * length + 3,
                                                  static_cast<std::int64_t>(window) * length + 7};
                             });
  }
};

std::vector<window_range> windows_of(const bound_places& found) {
  std::vector<window_range> windows;
  for (const bound_place& each : found.places) windows.push_back(each.windows);
  return windows;
}

}  // namespace

TEST_CASE("of bounds that are too little nothing is a place") {
  const drawn_bounds bounds{{3, 4, 0, 4}, {0, 0, 2, 3}};
  CHECK(bounds.find(5).places.empty());
  CHECK(bounds.find(5).open.empty());
  CHECK(drawn_bounds{}.find(1).places.empty());
}

TEST_CASE(
    "a place is from the begin of its chain to its end, the best one first, and what it raises is swept "
    "anew") {
  //                      0  1  2  3  4  5  6  7  8  9 10 11
  const drawn_bounds bounds{{0, 6, 9, 0, 0, 7, 8, 7, 6, 0, 0, 5}, {0, 0, 1, 0, 0, 5, 5, 5, 5, 0, 0, 10}};
  const bound_places found = bounds.find(5);
  CHECK(windows_of(found) == std::vector<window_range>{{1, 3}, {5, 7}, {10, 12}});
  CHECK(found.open == std::vector<window_range>{{7, 9}});
  CHECK(found.places[0].value == 9);
  CHECK(found.places[0].chain.begin == 13);
  CHECK(found.places[0].chain.end == 27);
}

TEST_CASE("windows are those of the strand, wherever a sweep began") {
  const drawn_bounds bounds{{0, 9, 6, 0}, {40, 41, 41, 43}};
  const bound_places found = bounds.find(5, 100, 40);
  CHECK(windows_of(found) == std::vector<window_range>{{41, 42}});
  CHECK(found.open == std::vector<window_range>{{42, 43}});
}

TEST_CASE(
    "where the chain of a bound goes back over a place, all from there to the next window with too little is "
    "swept anew") {
  //                     0  1  2  3  4  5  6  7  8
  const drawn_bounds bounds{{0, 9, 6, 0, 0, 7, 6, 0, 5}, {0, 1, 1, 0, 0, 1, 1, 0, 8}};
  const bound_places found = bounds.find(5);
  CHECK(windows_of(found) == std::vector<window_range>{{1, 2}, {8, 9}});
  CHECK(found.open == std::vector<window_range>{{2, 7}});
}

TEST_CASE("what is swept anew ends where a place begins") {
  //                     0  1  2  3  4  5  6
  const drawn_bounds bounds{{0, 9, 6, 6, 0, 8, 0}, {0, 1, 1, 1, 0, 3, 0}};
  const bound_places found = bounds.find(5);
  CHECK(windows_of(found) == std::vector<window_range>{{1, 2}, {3, 6}});
  CHECK(found.open == std::vector<window_range>{{2, 3}});
}

TEST_CASE("no more places are looked for than are wanted, of equal bounds the left ones") {
  const drawn_bounds bounds{{5, 0, 5, 0, 7, 0, 5}, {0, 1, 2, 3, 4, 5, 6}};
  CHECK(windows_of(bounds.find(5, 2)) == std::vector<window_range>{{4, 5}, {0, 1}});
  CHECK(bounds.find(5, 2).open.empty());
}

TEST_CASE("chains that end left of a place but begin left of another one are looked at as they are") {
  //                     0  1  2  3  4  5
  const drawn_bounds bounds{{6, 0, 0, 7, 0, 9}, {0, 0, 0, 2, 0, 5}};
  CHECK(windows_of(bounds.find(5)) == std::vector<window_range>{{5, 6}, {2, 4}, {0, 1}});
}

}  // namespace exonweave::testing
