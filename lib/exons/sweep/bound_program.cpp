#include "exons/sweep/bound_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "exons/sweep/bound_sweep.hpp"
#include "exons/sweep/heaviest_by_bounds.hpp"
#include "exons/sweep/program_rows.hpp"
#include "spliced/sweep/find_uses.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

using spliced::score;
using spliced::sweep_window;

namespace {

std::int64_t largest_of(const site_track& sites) {
  return std::max(std::abs(sites.largest()), std::abs(sites.smallest()));
}

score slope_of(const bound_plan& plan, std::int64_t start, std::int64_t length) {
  score most = 0;
  for (const intron_line& line : plan.lines)
    most = std::max(most, line.length_cost(start, start + length) + 1);
  return most;
}

}  // namespace

bound_program::bound_program(const genome_track& track, const bound_plan& plan, std::int64_t window_length)
    : track_(track), plan_(plan), n_windows_(static_cast<std::size_t>(track.length() / window_length + 1)) {
  outline_.codons = track.codons;
  outline_.window_length = window_length;
  outline_.n_slots = 32 + 8 * static_cast<std::uint32_t>(plan.lines.size());
  outline_.drift = slope_of(plan, track.start, window_length + std::int64_t{codon_length});
  std::int64_t dearest = 0;
  for (const intron_line& line : plan.lines) dearest = std::max<std::int64_t>(dearest, line.cost);
  const std::int64_t of_intron = largest_of(track.donors[0]) + largest_of(track.acceptors[0]);
  outline_.largest_weight = std::max({of_intron + dearest + 2 * outline_.drift, largest_of(track.starts),
                                      largest_of(track.cut_begins), largest_of(track.cut_ends)});
  outline_.heaviest = heaviest_by_bounds(track, plan, window_length);
}

struct bound_program::reader::maker {
  explicit maker(const bound_program& of) : program(of), rows(of.track_), sweep(of.track_, of.plan_, rows) {}

  const bound_program& program;
  program_rows rows;
  bound_sweep<program_rows> sweep;
  sweep_window window;
};

bound_program::reader::reader(const bound_program& program) : maker_(std::make_unique<maker>(program)) {}
bound_program::reader::~reader() = default;

const sweep_window& bound_program::reader::next() {
  auto& [program, rows, sweep, window] = *maker_;
  rows.begin_window(window);
  sweep.run_to(sweep.position() + program.outline_.window_length);
  rows.end_window();
  if (rows.n_slots() > program.outline_.n_slots)
    throw std::logic_error("a sweep of bounds has more rows than planned");
  find_uses(window, rows.live(), rows.n_slots());
  return window;
}

std::vector<score> bounds_by_window(const bound_program& program,
                                    std::span<const spliced::residue_code> target, score least) {
  const spliced::problem problem = program.plan().scoring().problem_on({}, target);
  auto machines = make_sweep_machines(problem, program.outline(), true);
  if (!machines || machines->forward->exact_above() >= least)
    machines = make_sweep_machines(problem, program.outline(), false);
  machines->forward->clear();
  bound_program::reader reader(program);
  std::vector<score> bounds, ends;
  for (std::size_t w = 0; w < program.n_windows(); ++w) {
    const sweep_window& window = reader.next();
    ends.assign(window.n_borders(), spliced::unreachable);
    machines->forward->run(window, {0, window.n_ops()}, ends, nullptr);
    score best = 0;
    for (const score each : ends) best = std::max(best, each);
    bounds.push_back(best < least ? 0 : best);
  }
  return bounds;
}

}  // namespace exonweave
