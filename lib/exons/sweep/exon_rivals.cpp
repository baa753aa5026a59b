#include "exons/sweep/exon_rivals.hpp"

#include <algorithm>
#include <stdexcept>

namespace exonweave {

using spliced::border_row;
using spliced::exon_border;
using spliced::op_range;
using spliced::score;
using spliced::sweep_op;
using spliced::sweep_op_kind;
using spliced::unreachable;

exon_rivals::exon_rivals(sweep_runs& runs, const border_worths& worths) : runs_(runs), worths_(worths) {
  const std::size_t n = runs.n_windows();
  ends_before_.assign(n + 1, unreachable);
  begins_behind_.assign(n + 1, unreachable);
  for (std::size_t w = 0; w < n; ++w) ends_before_[w + 1] = std::max(ends_before_[w], worths.ends_in[w]);
  for (std::size_t w = n; w-- > 0;) begins_behind_[w] = std::max(begins_behind_[w + 1], worths.begins_in[w]);
}

// They stand at their position, or behind: of codons that an intron splits, and where chains wait for an intron's least length.
exon_rivals::place_range exon_rivals::ops_of(exon_border border, std::int64_t position) {
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

// run(window, ops) from the end to the begin, in parts that have no more borders than rows are kept of.
template <class Run>
void exon_rivals::for_each_part_back(const place_range& range, const Run& run) {
  for (std::size_t w = range.last.window + 1; w-- > range.first.window;) {
    const std::uint32_t first = w == range.first.window ? range.first.op : 0;
    std::uint32_t last = w == range.last.window ? range.last.op : runs_.all_of(w).last;
    while (last > first) {
      const std::uint32_t piece = runs_.first_of_piece(w, {first, last});
      run(w, op_range{piece, last});
      last = piece;
    }
  }
}

std::pair<std::uint32_t, std::uint32_t> exon_rivals::borders_in(const place_range& range) {
  return {runs_.first_border_at(range.first), runs_.first_border_at(range.last)};
}

void exon_rivals::copy_rows_to_labelled(op_place place) {
  if (!labelled_) labelled_ = runs_.backward().make_another();
  labelled_->clear();
  const auto live = runs_.live_at(place);
  spare_.save(runs_.backward(), live);
  spare_.load(*labelled_, live);
}

// `labelled` is what is earned within the exon by chains that came in at its start, which may leave anywhere but at its end.
void exon_rivals::run_labelled(const place_range& range, interval exon, spliced::border_rows* keep) {
  const auto within_exon = [&](const sweep_op& op) {
    if (op.border == exon_border::start) return border_row::own;
    if (std::int64_t{op.position} == exon.end) return border_row::none;
    return op.kind == sweep_op_kind::end ? border_row::own : border_row::given;
  };
  for_each_part_back(range, [&](std::size_t w, op_range ops) {
    const auto [first, last] = borders_in({{w, ops.first}, {w, ops.last}});
    auto* const rows = holding(own_rows_, runs_.backward(), first, last);
    begins_ = std::max(
        begins_, runs_.run_backward(runs_.backward(), w, ops, {.keep = rows, .kept = exon_border::end}));
    runs_.run_backward(*labelled_, w, ops,
                       {.keep = keep, .kept = exon_border::start, .given = rows, .row_of = within_exon});
  });
}

// Where chains start the exon they earn what the labelled ones do and no more.
score exon_rivals::run_start_without(const place_range& starts, interval exon,
                                     const spliced::border_rows& labelled) {
  const auto instead = [&](const sweep_op& op) {
    const bool starts_exon = op.border == exon_border::start && std::int64_t{op.position} == exon.start;
    return starts_exon ? border_row::given : border_row::own;
  };
  score begins = unreachable;
  for_each_part_back(starts, [&](std::size_t w, op_range ops) {
    const score here = runs_.run_backward(runs_.backward(), w, ops, {.given = &labelled, .row_of = instead});
    begins = std::max(begins, here);
  });
  return begins;
}

// Of whole chains that ended before a place, and those that are in a slot there, by what the backward machine has.
score exon_rivals::join_before(op_place place) {
  runs_.load_forward(place.window);
  const score ends = runs_.run_forward(place.window, {0, place.op});
  return std::max(
      {runs_.backward().join(runs_.forward(), runs_.live_at(place)), ends, ends_before_[place.window]});
}

score exon_rivals::best_without(interval exon) {
  const place_range starts = ops_of(exon_border::start, exon.start),
                    ends = ops_of(exon_border::end, exon.end);
  const op_place behind = std::max(starts.last, ends.last);
  spliced::backward_machine& main = runs_.backward();
  runs_.load_backward(behind.window);
  begins_ = begins_behind_[behind.window + 1];
  const op_range rest{behind.op, runs_.all_of(behind.window).last};
  begins_ = std::max(begins_, runs_.run_backward(main, behind.window, rest));
  copy_rows_to_labelled(behind);
  run_labelled({starts.last, behind}, exon, nullptr);

  const score begins_behind_start = begins_;
  const auto live = runs_.live_at(starts.last);
  spare_.save(main, live);
  const auto [first, last] = borders_in(starts);
  run_labelled(starts, exon, holding(labelled_rows_, main, first, last));
  spare_.load(main, live);
  const score begins_at_start = run_start_without(starts, exon, *labelled_rows_);
  return std::max({join_before(starts.first), begins_at_start, begins_behind_start});
}

score exon_rivals::best_by_other_borders(std::span<const interval> exons) const {
  score best = unreachable;
  const auto is_start = [&](std::int64_t position) {
    return std::ranges::binary_search(exons, position, {}, &interval::start);
  };
  for (const auto& begin : worths_.begins)
    if (!is_start(begin.position)) best = std::max(best, begin.worth);
  for (const auto& acceptor : worths_.acceptors)
    if (!is_start(acceptor.position) || acceptor.position == exons.front().start)
      best = std::max(best, acceptor.worth);
  for (const auto& donor : worths_.donors)
    if (donor.position == exons.back().end) best = std::max(best, donor.worth);
  return best;
}

}  // namespace exonweave
