#include "exons/sweep/exon_alternatives.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace exonweave {

using spliced::exon_border;
using spliced::score;
using spliced::sweep_op;
using spliced::unreachable;

exon_alternatives::exon_alternatives(sweep_runs& runs, const border_values& values) : runs_(runs), values_(values) {
  const std::size_t n = runs.n_windows();
  ends_before_.assign(n + 1, unreachable);
  begins_after_.assign(n + 1, unreachable);
  for (std::size_t w = 0; w < n; ++w) ends_before_[w + 1] = std::max(ends_before_[w], values.ends_in[w]);
  for (std::size_t w = n; w-- > 0;) begins_after_[w] = std::max(begins_after_[w + 1], values.begins_in[w]);
}

// They stand at their position, or after: of codons that an intron splits, and where chains wait for an intron's least
// length.
exon_alternatives::place_range exon_alternatives::ops_of(exon_border border, std::int64_t position) {
  std::optional<place_range> found;
  const auto first = static_cast<std::size_t>(position / runs_.program().outline().window_length);
  for (std::size_t w = first; w < std::min(runs_.n_windows(), first + runs_.reach() + 1); ++w)
    runs_.for_each_border(w, [&](const sweep_op& op, std::uint32_t o) {
      if (op.border != border || std::int64_t{op.position} != position) return;
      if (!found) found = {{w, o}, {}};
      found->last = {w, o + 1};
    });
  if (!found) throw std::logic_error("an exon's border is none of the program's");
  return *found;
}

// Of whole chains that ended before a place, and those that are in a slot there, by what the backward machine has.
score exon_alternatives::join_before(op_place place) {
  runs_.load_forward(place.window);
  const score ends = runs_.run_forward(place.window, {0, place.op});
  return std::max({runs_.backward().join(runs_.forward(), runs_.live_at(place)), ends, ends_before_[place.window]});
}

score exon_alternatives::best_avoiding(exon_border border, std::int64_t position) {
  const place_range range = ops_of(border, position);
  runs_.load_backward(range.last.window);
  score begins = begins_after_[range.last.window + 1];
  const auto is_barred = [&](const sweep_op& op) {
    return op.border == border && std::int64_t{op.position} == position;
  };
  for (std::size_t w = range.last.window + 1; w-- > range.first.window;) {
    const std::uint32_t first = w == range.first.window ? range.first.op : 0;
    begins = std::max(begins,
                      runs_.run_backward(runs_.backward(), w, {first, runs_.all_of(w).last}, {.is_barred = is_barred}));
  }
  return std::max(join_before(range.first), begins);
}

// Of chains that leave an exon there.
score exon_alternatives::best_leaving_within(interval exon) const {
  score best = unreachable;
  for (const auto& donor : values_.donors)
    if (exon.start < donor.position && donor.position < exon.end) best = std::max(best, donor.value);
  return best;
}

score exon_alternatives::best_without(interval exon) {
  return std::max({best_avoiding(exon_border::start, exon.start), best_avoiding(exon_border::end, exon.end),
                   best_leaving_within(exon)});
}

score exon_alternatives::best_by_other_borders(std::span<const interval> exons) const {
  score best = unreachable;
  const auto is_start = [&](std::int64_t position) {
    return std::ranges::binary_search(exons, position, {}, &interval::start);
  };
  for (const auto& begin : values_.begins)
    if (!is_start(begin.position)) best = std::max(best, begin.value);
  for (const auto& acceptor : values_.acceptors)
    if (!is_start(acceptor.position) || acceptor.position == exons.front().start) best = std::max(best, acceptor.value);
  for (const auto& donor : values_.donors)
    if (donor.position == exons.back().end) best = std::max(best, donor.value);
  return best;
}

void best_next_to::add(std::int64_t position, spliced::score value) {
  const auto after = std::ranges::upper_bound(chains_, position, {}, &chain::position);
  if (after != chains_.begin() && std::prev(after)->value >= value) return;
  const auto better = std::find_if(after, chains_.end(), [&](const chain& other) { return other.value > value; });
  const auto same = after != chains_.begin() && std::prev(after)->position == position ? std::prev(after) : after;
  chains_.insert(chains_.erase(same, better), {position, value});
}

spliced::score best_next_to::best_to(std::int64_t position) const {
  const auto after = std::ranges::upper_bound(chains_, position, {}, &chain::position);
  return after == chains_.begin() ? spliced::unreachable : std::prev(after)->value;
}

}  // namespace exonweave
