#include "exons/run/locus_division.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "exons/solving/counted_stages.hpp"
#include "exons/solving/expected_costs.hpp"

namespace exonweave {
namespace {

// A part is divided further or it stands: its graph goes in both cases, before any other one is made. Where it cannot
// be divided after all, which is rare, it is made once more.
class divider {
 public:
  divider(const division_context& context, const solved_part& whole)
      : in_(context),
        solver_(context.solver),
        whole_(whole.locus.region),
        done_(whole.solved.cut ? context.solver.planned : nullptr) {
    solver_.loci.best = whole.score();
    solver_.least_score = std::max(solver_.least_score, solver_.loci.least(whole.score()));
    solver_.planned = nullptr;  // their passes are not counted
  }

  // `share` is what the part counts for, of all that is divided.
  std::vector<solved_part> parts_of(solved_part whole, double share) {
    std::vector<solved_part> parts;
    if (whole.solved.cut)
      parts = both_sides(whole, share);
    else
      count(share);
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
  std::vector<solved_part> both_sides(const solved_part& whole, double share) {
    const std::int64_t length = in_.input.sequences->catalog().length(whole.locus.sequence);
    const std::int64_t at = whole.locus.on == strand::reverse ? length - *whole.solved.cut : *whole.solved.cut;
    std::vector<solved_part> sides;
    for (const interval where : {interval{whole.locus.region.start, at}, interval{at, whole.locus.region.end}}) {
      const double of_side =
          share * static_cast<double>(where.length()) / static_cast<double>(whole.locus.region.length());
      solved_part side = solve_part(whole.locus, where);
      count(of_side / 2);  // nobody knows how often it will be cut
      if (side.solved.chains.empty()) {
        release(side);
        std::ranges::for_each(sides, [this](const solved_part& each) { release(each); });
        return {};
      }
      auto parts = parts_of(std::move(side), of_side / 2);
      std::ranges::move(parts, std::back_inserter(sides));
    }
    return sides;
  }

  void count(double share) { done_.is_done(share_done_ += share); }

  solved_part solve_part(alignment_case locus, interval where) {
    locus.region = where;
    const shared_problem problem = make(locus);
    solved_part part{locus, std::make_shared<const region_material>(problem->material()), {}, problem->scoring().code};
    solve_as_one(*problem, solver_, part);
    solver_.reserved += bytes_of(part);
    return part;
  }

  // The whole of what cannot be cut after all, with all that is wanted of it.
  void solve_undivided(solved_part& whole) {
    solver_options as_one = solver_;
    as_one.loci = {};
    if (whole.locus.region == whole_) {
      as_one.reserved -= in_.whole.bytes(solver_.reads_backwards());
      return solve_as_one(in_.whole, as_one, whole);
    }
    as_one.reserved -= bytes_of(whole);
    const shared_problem again = make(whole.locus);
    solve_as_one(*again, as_one, whole);
  }

  shared_problem make(const alignment_case& of) {
    auto made = in_.maker.make_problem(of, in_.reading, solver_);
    work_.costs += costs_of_making(size_of(*made), solver_);
    return made;
  }

  void solve_as_one(const region_problem& on, const solver_options& how, solved_part& part) {
    part.solved = solve(on, in_.target, on.scoring(), how);
    work_ += part.solved.work;
    part.solved.work = {};
  }

  // What a part holds until all are solved; the whole region's problem is among what was reserved before.
  [[nodiscard]] std::uint64_t bytes_of(const solved_part& part) const {
    return part.locus.region == whole_ ? 0 : exonweave::bytes_of(*part.material);
  }
  void release(const solved_part& part) { solver_.reserved -= bytes_of(part); }

  const division_context& in_;
  solver_options solver_;
  interval whole_;
  counted_share done_;
  double share_done_ = 0;
  case_work work_;
};

interval span_of(const solved_part& part, std::int64_t sequence_length) {
  const spliced::alignment& chain = part.solved.chains.front();
  const interval on_strand{chain.exons.front().begin, chain.exons.back().end};
  return part.locus.on == strand::reverse ? flip(on_strand, sequence_length) : on_strand;
}

}  // namespace

std::vector<solved_part> divide(solved_part whole, const division_context& in) {
  if (whole.solved.chains.empty()) return {};
  divider by(in, whole);
  case_work work = std::exchange(whole.solved.work, {});
  std::vector<solved_part> parts = by.parts_of(std::move(whole), 1);
  parts.front().solved.work = work += by.work();
  return parts;
}

chosen_parts choose_parts(std::vector<solved_part> parts, const locus_rule& rule, std::size_t most,
                          std::int64_t sequence_length) {
  std::ranges::stable_sort(parts, {}, [](const solved_part& each) {
    return std::pair(-std::int64_t{each.score()}, each.locus.is_backwards);
  });
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
