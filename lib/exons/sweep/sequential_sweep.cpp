#include "exons/sweep/sequential_sweep.hpp"

#include <vector>

#include "exons/sweep/track_sweep.hpp"
#include "spliced/dp/recurrence.hpp"

namespace exonweave {
namespace {

using spliced::residue_code;
using spliced::score;

// Rows as recurrence.hpp has them.
class score_rows {
 public:
  using row = std::vector<score>;

  score_rows(const chain_scoring& scoring, std::span<const residue_code> target)
      : problem_(scoring.problem_on({}, target)),
        profile_(scoring.substitution, target),
        source_(nothing()),
        sink_(nothing()) {
    spliced::source_row(problem_, source_);
  }

  [[nodiscard]] row nothing() const { return row(problem_.layout().width(), spliced::unreachable); }
  [[nodiscard]] const row& source() const { return source_; }
  void add(score weight, row& to) const {
    for (score& each : to) each += weight;
  }
  void let_in(const row& from, score weight, row& into) const { spliced::let_in(from, weight, into); }
  void align(residue_code residue, const row& above, score weight, row& into) const {
    spliced::let_in_residue(problem_, {above, profile_.of(residue), weight}, into);
  }
  void close(row& made, const row* above, residue_code residue, score weight) const {
    if (above != nullptr) align(residue, *above, weight, made);
    spliced::close_row(problem_, made);
  }
  void end(const row& from, score weight) { spliced::let_in(from, weight, sink_); }

  [[nodiscard]] spliced::best_end best() const { return spliced::find_best_end(problem_, sink_); }

 private:
  spliced::problem problem_;
  spliced::target_profile profile_;
  row source_, sink_;
};

}  // namespace

spliced::best_end sweep_sequentially(const genome_track& track, const chain_scoring& scoring,
                                     std::span<const residue_code> target) {
  score_rows rows(scoring, target);
  track_sweep(track, scoring, rows).run();
  return rows.best();
}

}  // namespace exonweave
