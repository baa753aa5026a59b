// The recurrence of global alignment as text books have it, with the order of ties of traceback.hpp: the oracle of
// `align`.
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

#include "pairwise/align/align_engine.hpp"

namespace exonweave::testing {

class plain_global {
 public:
  explicit plain_global(const align_request& request) : request_(request), gaps_(request.scoring.gaps) { fill(); }

  [[nodiscard]] global_alignment align() const {
    global_alignment made{at(S, m(), n()), {}};
    made.edits.emplace();
    std::vector<spliced::edit> backwards;
    // All planes in which the string so far can stand are followed together.
    std::set<plane> states{S};
    for (std::size_t i = m(), j = n(); i > 0 || j > 0;) {
      if (auto next = before(spliced::edit::match, states, i, j); !next.empty()) {
        backwards.push_back(spliced::edit::match), states = next, --i, --j;
      } else if (next = before(spliced::edit::deletion, states, i, j); !next.empty()) {
        backwards.push_back(spliced::edit::deletion), states = next, --i;
      } else {
        next = before(spliced::edit::insertion, states, i, j);
        backwards.push_back(spliced::edit::insertion), states = next, --j;
      }
    }
    for (auto op = backwards.rbegin(); op != backwards.rend(); ++op) append_edits(*made.edits, *op, 1);
    return made;
  }

 private:
  enum plane { S, F, E };

  [[nodiscard]] std::size_t m() const { return request_.query.size(); }
  [[nodiscard]] std::size_t n() const { return request_.target.size(); }
  [[nodiscard]] spliced::score at(plane layer, std::size_t i, std::size_t j) const {
    return cells_[layer][i * (n() + 1) + j];
  }
  [[nodiscard]] spliced::score pair(std::size_t i, std::size_t j) const {
    return (*request_.scoring.substitution)(request_.query[i - 1], request_.target[j - 1]);
  }

  void fill() {
    for (auto& each : cells_) each.assign((m() + 1) * (n() + 1), spliced::unreachable);
    for (std::size_t i = 0; i <= m(); ++i)
      for (std::size_t j = 0; j <= n(); ++j) {
        const std::size_t k = i * (n() + 1) + j;
        if (i > 0) cells_[F][k] = std::max(at(F, i - 1, j), at(S, i - 1, j) - gaps_.open) - gaps_.extend;
        if (j > 0) cells_[E][k] = std::max(at(E, i, j - 1), at(S, i, j - 1) - gaps_.open) - gaps_.extend;
        cells_[S][k] = std::max(cells_[F][k], cells_[E][k]);
        if (i > 0 && j > 0) cells_[S][k] = std::max(cells_[S][k], at(S, i - 1, j - 1) + pair(i, j));
        if (i == 0 && j == 0) cells_[S][k] = 0;
      }
  }

  // The planes one edit back.
  [[nodiscard]] std::set<plane> before(spliced::edit op, const std::set<plane>& states, std::size_t i,
                                       std::size_t j) const {
    std::set<plane> next;
    const bool takes_query = op != spliced::edit::insertion, takes_target = op != spliced::edit::deletion;
    if ((takes_query && i == 0) || (takes_target && j == 0)) return next;
    const plane gap = takes_query ? F : E;
    const std::size_t above = i - (takes_query ? 1 : 0), left = j - (takes_target ? 1 : 0);
    for (const plane state : states) {
      if (op == spliced::edit::match) {
        if (state == S && at(S, above, left) + pair(i, j) == at(S, i, j)) next.insert(S);
      } else if (state == gap || (state == S && at(S, i, j) == at(gap, i, j))) {
        if (at(S, above, left) - gaps_.open - gaps_.extend == at(gap, i, j)) next.insert(S);
        if (at(gap, above, left) - gaps_.extend == at(gap, i, j)) next.insert(gap);
      }
    }
    return next;
  }

  const align_request& request_;
  spliced::gap_costs gaps_;
  std::array<std::vector<spliced::score>, 3> cells_;  // [m + 1][n + 1] each
};

/// One sequence, and another made of it by substitutions, insertions and deletions; `letters` are drawn from.
inline std::pair<std::vector<spliced::residue_code>, std::vector<spliced::residue_code>> related_sequences(
    std::mt19937_64& random, std::size_t m, std::size_t n, std::span<const spliced::residue_code> letters) {
  const auto letter = [&] { return letters[random() % letters.size()]; };
  std::vector<spliced::residue_code> query(m), target;
  for (auto& each : query) each = letter();
  for (std::size_t i = 0; target.size() < n; ++i) {
    const auto what = random() % 100;
    if (what < 6) continue;
    if (what < 12) target.push_back(letter());
    target.push_back(what < 25 || i >= m ? letter() : query[i]);
  }
  target.resize(n);
  return {query, target};
}

}  // namespace exonweave::testing
