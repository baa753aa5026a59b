#include "exons/prediction/locus_division.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "exons/solving/expected_costs.hpp"

namespace exonweave {
namespace {

class divider {
 public:
  divider(const division_context& in, const solved_part& whole)
      : in_(in), solver_(in.solver), whole_(whole.problem) {
    solver_.loci.best = whole.score();
    solver_.least_score = std::max(solver_.least_score, solver_.loci.least(whole.score()));
    solver_.planned = nullptr;  // nobody counts on them
  }

  std::vector<solved_part> parts_of(solved_part whole) {
    std::vector<solved_part> parts;
    if (whole.solved.cut) parts = both_sides(whole);
    if (!parts.empty()) {
      release(whole);
      return parts;
    }
    if (whole.solved.cut) solve_undivided(whole);
    parts.push_back(std::move(whole));
    return parts;
  }

  [[nodiscard]] const case_work& work() const { return work_; }

 private:
  // Nothing when a side has no locus after all.
  std::vector<solved_part> both_sides(const solved_part& whole) {
    const std::int64_t length = in_.input.sequences->catalog().length(whole.of.sequence);
    const std::int64_t at = whole.of.on == strand::reverse ? length - *whole.solved.cut : *whole.solved.cut;
    std::vector<solved_part> sides;
    for (const interval where : {interval{whole.of.region.start, at}, interval{at, whole.of.region.end}}) {
      solved_part side = solve_part(whole.of, where);
      if (side.solved.chains.empty()) {
        release(side);
        std::ranges::for_each(sides, [this](const solved_part& each) { release(each); });
        return {};
      }
      auto parts = parts_of(std::move(side));
      std::ranges::move(parts, std::back_inserter(sides));
    }
    return sides;
  }

  solved_part solve_part(alignment_case of, interval where) {
    of.region = where;
    solved_part part{of, in_.maker.make_problem(of, in_.reading, solver_), {}};
    work_.costs += costs_of_making(size_of(*part.problem), solver_);
    solve_as_one(part, solver_);
    solver_.reserved += bytes_of(part);
    return part;
  }

  // The whole of what cannot be cut after all, with all that is wanted of it.
  void solve_undivided(solved_part& whole) {
    solver_options as_one = solver_;
    as_one.loci = {};
    as_one.reserved -= bytes_of(whole);
    solve_as_one(whole, as_one);
  }

  void solve_as_one(solved_part& part, const solver_options& how) {
    part.solved = solve(*part.problem, in_.target, in_.scoring, how);
    work_ += part.solved.work;
    part.solved.work = {};
  }

  // Parts are held until all are solved; the whole region's problem is among what was reserved before.
  [[nodiscard]] std::uint64_t bytes_of(const solved_part& part) const {
    return part.problem->bytes(solver_.reads_backwards());
  }
  void release(const solved_part& part) {
    if (part.problem != whole_) solver_.reserved -= bytes_of(part);
  }

  const division_context& in_;
  solver_options solver_;
  shared_problem whole_;
  case_work work_;
};

interval span_of(const solved_part& part, std::int64_t sequence_length) {
  const spliced::alignment& chain = part.solved.chains.front();
  const interval on_strand{chain.exons.front().begin, chain.exons.back().end};
  return part.of.on == strand::reverse ? flip(on_strand, sequence_length) : on_strand;
}

}  // namespace

std::vector<solved_part> divide(solved_part whole, const division_context& in) {
  if (whole.solved.chains.empty()) return {};
  divider by(in, whole);
  case_work work = std::exchange(whole.solved.work, {});
  std::vector<solved_part> parts = by.parts_of(std::move(whole));
  parts.front().solved.work = work += by.work();
  return parts;
}

chosen_parts choose_parts(std::vector<solved_part> parts, const locus_rule& rule, std::size_t most,
                          std::int64_t sequence_length) {
  std::ranges::stable_sort(parts, std::greater<>(), &solved_part::score);
  chosen_parts chosen;
  if (parts.empty()) return chosen;
  const spliced::score least = rule.least(parts.front().score());
  std::vector<interval> spans;  // of those that are chosen, and of those that would be
  for (solved_part& each : parts) {
    if (!spans.empty() && each.score() < least) break;
    const interval span = span_of(each, sequence_length);
    const bool is_free = std::ranges::none_of(spans, [&](interval other) { return span.overlaps(other); });
    if (!is_free) continue;
    spans.push_back(span);
    if (chosen.parts.size() < most)
      chosen.parts.push_back(std::move(each));
    else
      ++chosen.n_left_out;
  }
  return chosen;
}

}  // namespace exonweave
