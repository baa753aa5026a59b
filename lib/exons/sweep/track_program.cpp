#include "exons/sweep/track_program.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

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

using spliced::score;

namespace {

// Introns of one family: donors that may be followed by an acceptor, and those that wait for it.
class open_introns {
 public:
  open_introns(const genome_track& track, const sweep_plan& plan)
      : track_(track), plan_(plan), best_(plan.lines.size(), spliced::unreachable) {}

  void leave(std::int64_t position, score value) { waiting_.push_back({position, value}); }

  [[nodiscard]] score enter(std::int64_t position) {
    for (; next_ < waiting_.size() && waiting_[next_].position + plan_.introns.min_intron <= position; ++next_)
      for (std::size_t k = 0; k < best_.size(); ++k)
        best_[k] = std::max(best_[k], waiting_[next_].value + slope(k, waiting_[next_].position));
    score best = spliced::unreachable;
    for (std::size_t k = 0; k < best_.size(); ++k)
      best = std::max(best, best_[k] - plan_.lines[k].cost - slope(k, position));
    return best;
  }

 private:
  struct left {
    std::int64_t position;
    score value;
  };
  [[nodiscard]] score slope(std::size_t line, std::int64_t position) const {
    return plan_.lines[line].length_cost(track_.start, track_.start + position);
  }

  const genome_track& track_;
  const sweep_plan& plan_;
  std::vector<score> best_;  // [lines]
  std::vector<left> waiting_;
  std::size_t next_ = 0;
};

// The best of parts that end in an exon, at the position that is read last.
class exon_sums {
 public:
  static void read(std::int64_t) {}
  void begin(score value) { best_ = std::max(best_, value); }
  [[nodiscard]] score best() const { return best_; }
  [[nodiscard]] static score of_split_codons() { return 0; }

 private:
  score best_ = 0;
};

// The same with weights of codons: by the position where the last one ends.
class weighed_exon_sums {
 public:
  weighed_exon_sums(const genome_track& track, const sweep_plan& plan)
      : track_(track), plan_(plan), split_(plan.reading.coding->largest()) {}

  void read(std::int64_t position) {
    position_ = static_cast<std::size_t>(position);
    score& here = sums_[position_ % sums_.size()];
    here = std::max({0, begun_[position_ % begun_.size()], of_codon_before(), of_frameshift()});
    begun_[position_ % begun_.size()] = 0;
  }
  // Perhaps within a codon, which is split then.
  void begin(score value) {
    score& here = sums_[position_ % sums_.size()];
    here = std::max(here, value);
    for (std::size_t after = 1; after < codon_length; ++after) {
      score& begun = begun_[(position_ + after) % begun_.size()];
      begun = std::max(begun, value + split_);
    }
  }
  // Up to two bases after it may be those of a codon that is split.
  [[nodiscard]] score best() const { return std::max({at(0), at(1), at(2)}); }
  [[nodiscard]] score of_split_codons() const { return 2 * split_; }

 private:
  [[nodiscard]] score at(std::size_t before) const {
    return before > position_ ? 0 : sums_[(position_ - before) % sums_.size()];
  }
  [[nodiscard]] score of_codon_before() const {
    if (position_ < codon_length) return 0;
    const swept_codon codon = track_.whole_codon(static_cast<std::int64_t>(position_ - codon_length));
    return plan_.reading.may_align(codon.residue) ? at(codon_length) + codon.in_gap : 0;
  }
  [[nodiscard]] score of_frameshift() const {
    return plan_.reading.frameshift ? std::max(at(1), at(2)) - *plan_.reading.frameshift : 0;
  }

  const genome_track& track_;
  const sweep_plan& plan_;
  score split_;  // a codon that is split earns at most so much
  std::size_t position_ = 0;
  std::array<score, codon_length + 1> sums_{};  // by position
  std::array<score, codon_length> begun_{};     // by position: in exons whose first codon ends there
};

score largest_of(const std::array<site_track, intron_phase::n_families>& sites) {
  score largest = 0;
  for (const site_track& family : sites) largest = std::max<score>(largest, family.largest());
  return largest;
}

template <class ExonSums>
score heaviest_of(const genome_track& track, const sweep_plan& plan, ExonSums exons) {
  std::vector<open_introns> introns(intron_phase::n_families, open_introns(track, plan));
  score best = 0;
  for (std::int64_t p = 0; p <= track.length(); ++p) {
    exons.read(p);
    if (plan.is_plain[static_cast<std::size_t>(p)]) {
      best = std::max(best, exons.best());
      continue;
    }
    for (std::size_t family = 0; family < introns.size(); ++family)
      if (track.donors[family].has(p)) introns[family].leave(p, exons.best() + track.donors[family].at(p));
    if (track.cut_ends.has(p)) best = std::max<score>(best, exons.best() + track.cut_ends.at(p));
    for (std::size_t family = 0; family < introns.size(); ++family)
      if (track.acceptors[family].has(p)) exons.begin(introns[family].enter(p) + track.acceptors[family].at(p));
    for (const site_track* const begins : {&track.starts, &track.cut_begins})
      if (begins->has(p)) exons.begin(begins->at(p));
    best = std::max(best, exons.best());
  }
  return best + largest_of(track.donors) + largest_of(track.acceptors) + exons.of_split_codons();
}

}  // namespace

score max_partial_weight(const genome_track& track, const sweep_plan& plan) {
  return plan.reading.coding == nullptr ? heaviest_of(track, plan, exon_sums())
                                        : heaviest_of(track, plan, weighed_exon_sums(track, plan));
}

}  // namespace exonweave
