#include "exons/sweep/heaviest_by_bounds.hpp"

#include <algorithm>

#include "exons/sweep/bound_borders.hpp"
#include "exons/sweep/bound_sweep.hpp"

namespace exonweave {

using spliced::score;

namespace {

// Rows of what weights alone add to any part of a chain.
class weight_rows {
 public:
  using row = score;

  [[nodiscard]] static row nothing() { return spliced::unreachable; }
  [[nodiscard]] static row begin(score weight, std::int64_t) { return std::max(weight, 0); }
  void let_in(const row& source, score weight, row& into) {
    if (spliced::is_reachable(source)) into = std::max(into, source + weight);
    best_ = std::max(best_, into);
  }
  void align(const swept_codon&, const row& above, score weight, row& into) { let_in(above, weight, into); }
  void close(row& made, const row* above, const swept_codon&, score weight) {
    if (above != nullptr) let_in(*above, weight, made);
    made = std::max(made, 0);  // a part may begin anywhere
  }
  void end(const row& source, score weight, std::int64_t) {
    if (spliced::is_reachable(source)) best_ = std::max(best_, source + weight);
  }
  [[nodiscard]] score best() const { return best_; }

 private:
  score best_ = 0;
};

}  // namespace

score heaviest_by_bounds(const genome_track& track, const bound_plan& plan, std::int64_t window_length) {
  weight_rows rows;
  bound_sweep sweep(track, plan, rows);
  while (sweep.position() <= track.length()) sweep.run_to(sweep.position() + window_length);
  // A part may begin or end within an intron, of which it has one end then.
  return rows.best() + std::max<score>(track.donors[0].largest(), 0) +
         std::max<score>(track.acceptors[0].largest(), 0) + bound_borders(track, plan).max_paid(window_length);
}

}  // namespace exonweave
