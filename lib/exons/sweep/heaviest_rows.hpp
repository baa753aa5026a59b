// The rows of a sweep as to weights alone: what the heaviest part of a chain that begins at any row is worth, whatever the target.
#pragma once

#include <algorithm>

#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

class heaviest_rows {
 public:
  using row = spliced::score;

  /// Of all parts from a row to a row, or to the end; at least 0.
  [[nodiscard]] spliced::score best() const { return best_; }

  // As track_sweep wants them.
  [[nodiscard]] static row nothing() { return spliced::unreachable; }
  [[nodiscard]] static const row& source() {
    static constexpr row of_nothing = 0;
    return of_nothing;
  }
  static void add(spliced::score weight, row& to) { to += weight; }
  static void let_in(const row& from, spliced::score weight, row& into) {
    into = std::max(into, from + weight);
  }
  static void align(spliced::residue_code, const row& above, spliced::score weight, row& into) {
    let_in(above, weight, into);
  }
  void close(row& made, const row* above, spliced::residue_code, spliced::score weight) {
    if (above != nullptr) let_in(*above, weight, made);
    made = std::max(made, 0);
    best_ = std::max(best_, made);
  }
  void end(const row& from, spliced::score weight) { best_ = std::max(best_, from + weight); }

 private:
  spliced::score best_ = 0;
};

}  // namespace exonweave
