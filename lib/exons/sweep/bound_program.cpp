#include "exons/sweep/bound_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/bound_sweep.hpp"
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

}  // namespace

bound_program::bound_program(const genome_track& track, const bound_plan& plan, std::int64_t window_length)
    : track_(track), plan_(plan), n_windows_(static_cast<std::size_t>(track.length() / window_length + 1)) {
  outline_.codons = track.codons;
  outline_.window_length = window_length;
  // Rows of frames and junctions, and as many again that are being made.
  outline_.n_slots = 32 + 8 * static_cast<std::uint32_t>(plan.lines.size());
  outline_.offset = bound_borders(track, plan).max_paid(window_length + std::int64_t{codon_length});
  std::int64_t dearest = 0;
  for (const intron_line& line : plan.lines) dearest = std::max<std::int64_t>(dearest, line.cost);
  const std::int64_t of_intron = largest_of(track.donors[0]) + largest_of(track.acceptors[0]);
  outline_.largest_weight =
      std::max({of_intron + dearest + 2 * outline_.offset, largest_of(track.starts) + plan.max_start_gain(),
                largest_of(track.cut_begins), largest_of(track.cut_ends)});
  outline_.heaviest = heaviest_by_bounds(track, plan, window_length);
}

struct bound_program::reader::maker {
  maker(const bound_program& source, std::size_t first_window)
      : program(source),
        rows(source.track_),
        sweep(source.track_, source.plan_, rows,
              static_cast<std::int64_t>(first_window) * source.outline_.window_length) {}

  const bound_program& program;
  program_rows rows;
  bound_sweep<program_rows> sweep;
  sweep_window window;
};

bound_program::reader::reader(const bound_program& program, std::size_t first_window)
    : maker_(std::make_unique<maker>(program, first_window)) {}
bound_program::reader::~reader() = default;

const sweep_window& bound_program::reader::next() {
  auto& [program, rows, sweep, window] = *maker_;
  rows.begin_window(window);
  sweep.run_to(sweep.position() + program.outline_.window_length);
  rows.end_window();
  if (rows.n_slots() > program.outline_.n_slots) throw std::logic_error("a sweep of bounds has more rows than planned");
  find_uses(window, rows.live(), rows.n_slots());
  return window;
}

spliced::sweep_machines machines_for(const bound_program& program, std::span<const spliced::residue_code> target,
                                     score least) {
  const spliced::problem problem = program.plan().scoring().problem_on({}, target);
  auto machines = make_sweep_machines(problem, program.outline(), true);
  if (!machines || machines->forward->exact_above() >= least)
    machines = make_sweep_machines(problem, program.outline(), false);
  return std::move(*machines);
}

namespace {

// The place of the border whose worth is as much: of several the last one.
std::optional<std::int64_t> position_of(const sweep_window& window, spliced::row_op_kind kind,
                                        std::span<const score> values, score value) {
  std::optional<std::int64_t> position;
  for (const spliced::sweep_op& op : window.ops)
    if (op.kind == kind && !op.is_dead && values[op.number - window.first_border] == value)
      position = std::max<std::int64_t>(position.value_or(0), op.position);
  return position;
}

}  // namespace

std::optional<bound_chain> trace_bound(const bound_program& program, std::span<const spliced::residue_code> target,
                                       std::size_t first, std::size_t last, score value) {
  const auto [forward, backward] = machines_for(program, target, value);
  std::vector<sweep_window> windows;
  std::vector<score> values;
  constexpr std::size_t enough_at_first = 2;
  for (std::size_t n = std::min(enough_at_first, last - first);; n = std::min(4 * n, last - first)) {
    windows.clear();
    bound_program::reader reader(program, last - n);
    while (windows.size() < n) windows.push_back(reader.next());
    backward->clear();
    for (std::size_t w = n; w-- > 0;) {
      values.assign(windows[w].n_borders(), spliced::unreachable);
      backward->run(windows[w], {0, windows[w].n_ops()}, {.begins = values});
      const auto begin = position_of(windows[w], spliced::row_op_kind::begin, values, value);
      if (!begin) continue;
      forward->clear();
      for (std::size_t v = 0; v < n; ++v) {
        values.assign(windows[v].n_borders(), spliced::unreachable);
        forward->run(windows[v], {0, windows[v].n_ops()}, values, nullptr);
      }
      const auto end = position_of(windows.back(), spliced::row_op_kind::end, values, value);
      if (!end) throw std::logic_error("a chain that begins where its bound says ends nowhere");
      return bound_chain{*begin, *end};
    }
    if (n == last - first) return std::nullopt;
  }
}

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
