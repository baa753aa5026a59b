#include "exons/sweep/track_program.hpp"

#include <algorithm>
#include <utility>

#include "exons/sweep/max_partial_weight.hpp"
#include "exons/sweep/track_sweep.hpp"
#include "spliced/sweep/find_uses.hpp"

namespace exonweave {

using spliced::slot_id;
using spliced::sweep_window;

namespace {

template <class Values>
std::uint64_t bytes_in(const Values& values) {
  return std::uint64_t{values.size()} * sizeof(typename Values::value_type);
}

std::uint64_t bytes_of(const sweep_window& window) {
  return sizeof window + bytes_in(window.ops) + bytes_in(window.steps) + bytes_in(window.runs) + bytes_in(window.live) +
         bytes_in(window.unread) + bytes_in(window.junctions);
}

std::uint64_t bytes_of(const sweep_state<slot_id>& state) {
  std::uint64_t bytes = sizeof state + bytes_in(state.waiting) + bytes_in(state.introns);
  for (const auto& intron : state.introns) {
    bytes += bytes_in(intron.left) + bytes_in(intron.parts);
    for (const auto& part : intron.parts) bytes += bytes_in(part.maxima);
  }
  return bytes;
}

// Makes windows one after the other.
class window_maker {
 public:
  window_maker(const genome_track& track, const sweep_plan& plan, std::int64_t window_length)
      : track_(track), window_length_(window_length), rows_(track), sweep_(track, plan, rows_) {}

  void make_next(sweep_window& window) {
    const std::int64_t end = track_.length() + 1;
    const std::int64_t last = std::min(sweep_.where().position + window_length_, end);
    rows_.begin_window(window);
    tell_junctions(window.junctions);
    sweep_.run_to(last);
    rows_.end_window();
    find_uses(window, last == end ? std::vector<slot_id>() : rows_.live(), rows_.n_slots());
  }

  [[nodiscard]] const program_rows& rows() const { return rows_; }
  [[nodiscard]] sweep_state<slot_id> where() const {
    return sweep_.where().mapped([](const program_rows::row& row) { return program_rows::slot_of(row); });
  }
  void go_on_from(const program_rows::state& rows, const sweep_state<slot_id>& sweep) {
    sweep_.go_on_from({});
    rows_.go_on_from(rows);
    sweep_.go_on_from(sweep.mapped([this](slot_id slot) { return rows_.hold(slot); }));
  }

 private:
  // But for rows with which codons of an exon wait as well.
  void tell_junctions(std::vector<slot_id>& junctions) const {
    const auto& state = sweep_.where();
    const auto waits = [&](slot_id slot) {
      return std::ranges::any_of(state.waiting,
                                 [&](const auto& codon) { return program_rows::slot_of(codon.chains) == slot; });
    };
    for (const auto& intron : state.introns)
      for (const auto& part : intron.parts)
        for (const auto& chains : part.maxima)
          if (const slot_id slot = program_rows::slot_of(chains); slot != spliced::nothing && !waits(slot))
            junctions.push_back(slot);
  }

  const genome_track& track_;
  std::int64_t window_length_;
  program_rows rows_;
  track_sweep<program_rows> sweep_;
};

}  // namespace

class track_program::reader::maker : public window_maker {
 public:
  using window_maker::window_maker;
};

// ---- all windows once ----

track_program::track_program(const genome_track& track, const chain_scoring& scoring, std::int64_t window_length,
                             std::uint64_t max_bytes, std::vector<std::int64_t> part_ends)
    : track_(track), plan_(sweep_plan::make(track, scoring, std::move(part_ends))) {
  outline_.codons = track.codons;
  outline_.in_gap = track.coding;
  outline_.min_in_gap = plan_.reading.min_in_gap();
  outline_.window_length = window_length;
  outline_.longest_wait = std::max<std::int64_t>(scoring.introns.min_intron, 0);
  make_all(max_bytes);
  study(scoring);
}

void track_program::make_all(std::uint64_t max_bytes) {
  window_maker maker(track_, plan_, outline_.window_length);
  const auto n = static_cast<std::size_t>(track_.length() / outline_.window_length + 1);
  bool is_stored = true;
  std::uint64_t stored = 0;
  sweep_window window;
  for (std::size_t w = 0; w < n; ++w) {
    if (w % group_length == 0) places_.push_back({maker.rows().where(), maker.where()});
    maker.make_next(window);
    outline_.counts += window.counts;
    outline_.max_borders = std::max(outline_.max_borders, window.n_borders());
    outline_.max_live = std::max(outline_.max_live, static_cast<std::uint32_t>(window.live.size()));
    n_ops_ += window.n_ops();
    max_window_bytes_ = std::max(max_window_bytes_, bytes_of(window));
    live_.push_back(window.live);
    if (!is_stored) continue;
    stored += bytes_of(window);
    if (stored > max_bytes)
      is_stored = false;
    else
      windows_.push_back(window);
  }
  outline_.n_slots = maker.rows().n_slots();
  outline_.largest_weight = maker.rows().largest_weight();
  if (is_stored)
    places_ = {};
  else
    windows_ = {};
}

// What bounds lanes, before anything is computed.
void track_program::study(const chain_scoring& scoring) {
  for (const intron_line& line : scoring.introns.lines)
    outline_.offset = std::max(outline_.offset, line.length_cost(track_.start, track_.start + track_.length()));
  outline_.heaviest = max_partial_weight(track_, plan_);
}

std::span<const slot_id> track_program::live_before(std::size_t window) const {
  return window < live_.size() ? std::span<const slot_id>(live_[window]) : std::span<const slot_id>();
}

std::uint64_t track_program::bytes() const {
  std::uint64_t bytes = plan_.is_plain.size() / 8 + bytes_in(live_);
  for (const auto& slots : live_) bytes += bytes_in(slots);
  for (const sweep_window& window : windows_) bytes += bytes_of(window);
  for (const place& before : places_) bytes += bytes_in(before.rows.free) + bytes_of(before.sweep);
  return bytes;
}

// ---- one after the other ----

track_program::reader::reader(const track_program& program) : program_(program) {
  const auto wait = static_cast<std::size_t>(program.outline_.longest_wait / program.outline_.window_length);
  groups_.resize(2 + wait / group_length);
  if (!program.is_stored())
    maker_ = std::make_unique<maker>(program.track_, program.plan_, program.outline_.window_length);
}

track_program::reader::~reader() = default;

sweep_size track_program::size() const {
  const auto wait = static_cast<std::uint64_t>(outline_.longest_wait / outline_.window_length);
  return {.n_windows = n_windows(),
          .window_length = static_cast<std::uint64_t>(outline_.window_length),
          .n_slots = outline_.n_slots,
          .max_borders = outline_.max_borders,
          .max_live = outline_.max_live,
          .of_reader = is_stored() ? 0 : (2 * group_length + wait) * max_window_bytes_};
}

const sweep_window& track_program::reader::at(std::size_t window) {
  if (program_.is_stored()) return program_.windows_[window];
  const std::size_t number = window / group_length;
  group* oldest = &groups_.front();
  for (group& known : groups_) {
    if (known.number == number) return known.read(++n_reads_, window % group_length);
    if (known.last_read < oldest->last_read) oldest = &known;
  }
  const place& before = program_.places_[number];
  maker_->go_on_from(before.rows, before.sweep);
  oldest->number = number;
  oldest->windows.resize(std::min(group_length, program_.n_windows() - number * group_length));
  for (sweep_window& next : oldest->windows) maker_->make_next(next);
  return oldest->read(++n_reads_, window % group_length);
}

}  // namespace exonweave
