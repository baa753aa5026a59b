#include "exons/run/bound_search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <queue>
#include <tuple>
#include <utility>

#include "base/threads/on_threads.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/sequences/masking.hpp"
#include "exons/sweep/bound_machines.hpp"
#include "exons/sweep/make_bound_stream.hpp"

namespace exonweave {

namespace {

using spliced::bound_job;
using spliced::score;

constexpr std::int64_t window_length = 3'072;  // nt

// One strand of a sequence.
struct swept_strand {
  std::size_t sequence = 0;
  strand on = strand::forward;
  genome_track track{};
  std::unique_ptr<chain_scoring> scoring{};  // with the sequence's genetic code
  std::unique_ptr<bound_plan> plan{};
  std::unique_ptr<bound_program> program{};

  [[nodiscard]] std::int64_t length() const { return track.length(); }
  [[nodiscard]] std::size_t n_windows() const { return program->n_windows(); }
};

// Windows [first, last) of a strand that a target may have places in.
struct open_part {
  std::size_t strand = 0, target = 0;
  std::size_t first = 0, last = 0;
};

class bound_search {
 public:
  bound_search(const prediction_input& input, const prediction_options& options, const search_rules& rules,
               const bound_finder_maker& elsewhere, run_control& control,
               const std::function<void(std::uint64_t)>& on_strands)
      : input_(input),
        options_(options),
        rules_(rules),
        elsewhere_(elsewhere),
        control_(control),
        on_strands_(on_strands),
        scoring_(options.scoring),
        maker_(input, options),
        targets_(input.targets.targets.size()),
        best_(targets_.size(), 0),
        n_found_(best_.size(), 0),
        cuts_(best_.size()) {
    const std::vector<target>& targets = input.targets.targets;
    on_threads(options.n_threads, targets.size(), control,
               [&] { return [&](std::size_t t) { targets_[t] = encode(masked(targets[t]), input.targets.kind); }; });
    const spliced::residue_code unknown = spliced::encode_protein("X").front();
    for (spliced::residue_code code = 0; code < scoring_.substitution.n_codes(); ++code)
      scoring_.substitution.at(code, unknown) = std::max(scoring_.substitution(code, unknown), 0);
    const double n_places = count_places(input.sequences.catalog());
    for (const target& each : targets)
      least_.push_back(lowest_score(n_places * static_cast<double>(each.residues.size())));
  }

  std::vector<found_locus> find() {
    const std::size_t n_strands = 2 * input_.sequences.catalog().size();
    for (std::size_t first = 0, last = 0; first < n_strands; first = last) {
      last = end_of_batch(first);
      make_strands(first, last);
      search_strands();
    }
    return settle_loci(std::move(found_), input_.sequences.catalog(), rules_, cuts_);
  }

 private:
  // Parts of low complexity score with much that is no homologue. Nothing is known of them then.
  [[nodiscard]] target masked(target copy) const {
    if (rules_.masks_low_complexity) copy.residues = masked_residues(copy, masking::seg);
    return copy;
  }

  [[nodiscard]] score lowest_score(double space) const {
    const score least = std::max<score>(options_.min_score, 1);
    if (!options_.by_chance || !options_.max_e_value) return least;
    return std::max(least, options_.by_chance->lowest_score(*options_.max_e_value, space));
  }

  // ---- strands ----

  [[nodiscard]] static std::size_t sequence_of(std::size_t strand) { return strand / 2; }

  // Small sequences together; both strands of a sequence are in one batch.
  [[nodiscard]] std::size_t end_of_batch(std::size_t first) const {
    constexpr std::int64_t most = 64'000'000;  // nt, of which each takes some 5 bytes, and more with streams
    const sequence_catalog& sequences = input_.sequences.catalog();
    std::int64_t n = 0;
    std::size_t last = first;
    do {
      n += 2 * sequences.length(sequence_of(last));
      last += 2;
    } while (last < 2 * sequences.size() && n + 2 * sequences.length(sequence_of(last)) <= most);
    return last;
  }

  void make_strands(std::size_t first, std::size_t last) {
    strands_.clear();
    strands_.resize(last - first);
    streams_.assign(last - first, {});
    std::atomic<bool> has_streams = elsewhere_ != nullptr && scoring_.residue_ends && scoring_.free_target_ends;
    on_threads(options_.n_threads, strands_.size(), control_, [&] {
      return [&](std::size_t s) {
        make_strand(first + s, strands_[s]);
        if (!has_streams) return;
        auto stream = make_bound_stream(*strands_[s].program);
        if (stream)
          streams_[s] = std::move(*stream);
        else
          has_streams = false;
      };
    });
    std::vector<const bound_program*> programs;
    for (const swept_strand& each : strands_) programs.push_back(each.program.get());
    here_ = make_bound_machines(programs, options_.n_threads);
    there_ = nullptr;
    if (has_streams) there_ = elsewhere_({&scoring_.substitution, scoring_.gaps, *scoring_.residue_ends}, streams_);
    streams_.clear();
  }

  void make_strand(std::size_t number, swept_strand& made) {
    made.sequence = sequence_of(number);
    made.on = number % 2 == 0 ? strand::forward : strand::reverse;
    const interval whole{0, input_.sequences.catalog().length(made.sequence)};
    const region_material material = maker_.make_material({made.sequence, whole, made.on}, target_reading::codons);
    made.scoring = std::make_unique<chain_scoring>(scoring_);
    made.scoring->code = options_.codes.of_sequence(made.sequence);
    made.track = make_track(material.region, *material.blocks, made.scoring->reading());
    made.plan = std::make_unique<bound_plan>(made.track, *made.scoring);
    made.program = std::make_unique<bound_program>(made.track, *made.plan, window_length);
  }

  // ---- batches ----

  // What is swept in one go.
  struct batch {
    std::vector<open_part> parts{};
    std::vector<bound_job> jobs{};
    std::future<std::optional<spliced::window_bounds>> working{};
  };

  // Targets that one finder sweeps over all strands.
  struct work_line {
    spliced::bound_finder* finder = nullptr;
    std::size_t max_begun = 1;           // batches at once
    std::vector<std::size_t> targets{};  // that are still to be swept, the next one last
    std::vector<open_part> open{};       // what is to be swept anew
    std::deque<batch> begun{};

    [[nodiscard]] bool has_more() const { return !targets.empty() || !open.empty(); }
  };

  // What elsewhere does, and here what that is not for. Elsewhere two batches are worked on at once, so that nothing
  // waits while places of a third one are traced back.
  void search_strands() {
    if (on_strands_) on_strands_(n_cells());
    std::array<work_line, 2> lines = {work_line{there_.get(), 2}, work_line{here_.get(), 1}};
    for (std::size_t t = 0; t < targets_.size(); ++t)
      if (has_letters(targets_[t], input_.targets.kind)) lines[is_for_there(t) ? 0 : 1].targets.push_back(t);
    for (work_line& each : lines)  // long ones first, and such of a like length together
      std::ranges::stable_sort(each.targets, {}, [&](std::size_t t) { return targets_[t].size(); });
    const auto begin_some = [&] {
      for (work_line& each : lines)
        while (each.begun.size() < each.max_begun && each.has_more()) each.begun.push_back(begin_batch(each));
    };
    for (begin_some(); work_line* const line = wait_for_some(lines);) {
      batch done = std::move(line->begun.front());
      line->begun.pop_front();
      begin_some();
      finish(done, line->open);
      begin_some();
    }
  }

  // The first line whose oldest batch is done; null where none has begun one.
  static work_line* wait_for_some(std::span<work_line> lines) {
    constexpr std::chrono::milliseconds a_while(1);
    for (;;) {
      bool is_working = false;
      for (work_line& each : lines) {
        if (each.begun.empty()) continue;
        is_working = true;
        if (each.begun.front().working.wait_for(a_while) == std::future_status::ready) return &each;
      }
      if (!is_working) return nullptr;
    }
  }

  [[nodiscard]] bool is_for_there(std::size_t target) const {
    if (!there_) return false;
    for (std::size_t s = 0; s < strands_.size(); ++s)
      if (!there_->takes(job_of({s, target, 0, strands_[s].n_windows()}))) return false;
    return true;
  }

  [[nodiscard]] std::int64_t n_swept() const {
    std::int64_t n = 0;
    for (const swept_strand& each : strands_) n += static_cast<std::int64_t>(each.n_windows()) * window_length;
    return n;
  }
  [[nodiscard]] std::uint64_t n_cells() const {
    std::uint64_t n = 0;
    for (const auto& each : targets_)
      if (has_letters(each, input_.targets.kind)) n += each.size();
    return n * static_cast<std::uint64_t>(n_swept());
  }

  // Small enough that there are several, large enough that each keeps a device busy for seconds.
  [[nodiscard]] batch begin_batch(work_line& line) {
    constexpr double most = 8e12;  // cells
    batch made;
    made.parts = std::exchange(line.open, {});
    const auto swept = static_cast<double>(n_swept());
    for (double n = 0; !line.targets.empty() && n < most; line.targets.pop_back()) {
      const std::size_t t = line.targets.back();
      for (std::size_t s = 0; s < strands_.size(); ++s) made.parts.push_back({s, t, 0, strands_[s].n_windows()});
      n += swept * static_cast<double>(targets_[t].size());
    }
    for (const open_part& each : made.parts) made.jobs.push_back(job_of(each));
    made.working =
        std::async(std::launch::async, [this, finder = line.finder, jobs = std::span<const bound_job>(made.jobs)] {
          return finder->find(jobs, control_);
        });
    return made;
  }

  [[nodiscard]] bound_job job_of(const open_part& part) const {
    return {part.strand, part.first, part.last - part.first, targets_[part.target], min_of(part.target)};
  }

  [[nodiscard]] score min_of(std::size_t target) const {
    return std::max(least_[target], static_cast<score>(rules_.min_fraction * best_[target]));
  }

  // Adds what is to be swept anew.
  void finish(batch& done, std::vector<open_part>& open) {
    const std::span<const open_part> parts = done.parts;
    auto reported = done.working.get();
    if (!reported) reported = here_->find(done.jobs, control_);
    const spliced::window_bounds& bounds = *reported;
    for (std::size_t p = 0; p < parts.size(); ++p)
      if (!bounds[p].empty())
        best_[parts[p].target] = std::max<score>(best_[parts[p].target], std::ranges::max(bounds[p]));
    std::vector<found_places> found(parts.size());
    on_threads(options_.n_threads, parts.size(), control_,
               [&] { return [&](std::size_t p) { found[p] = find_places(parts[p], bounds[p]); }; });
    for (std::size_t p = 0; p < parts.size(); ++p) add(parts[p].target, found[p], open);
  }

  // In a part, the best one first.
  struct found_places {
    std::vector<found_locus> places{};
    std::vector<open_part> open{};  // what is to be swept anew
  };

  void add(std::size_t target, found_places& found, std::vector<open_part>& open) {
    const std::size_t room = windows_of(rules_) - n_found_[target], n = std::min(room, found.places.size());
    cuts_[target].n_chains += static_cast<std::uint32_t>(found.places.size() - n);
    n_found_[target] += n;
    found_.insert(found_.end(), found.places.begin(), found.places.begin() + static_cast<std::ptrdiff_t>(n));
    if (n == found.places.size()) open.insert(open.end(), found.open.begin(), found.open.end());
  }

  [[nodiscard]] found_places find_places(const open_part& part, const std::vector<score>& bounds) const {
    const auto trace = [&](window_range within, score value) {
      return trace_bound(*strands_[part.strand].program, targets_[part.target], within.first, within.last, value);
    };
    const bound_places all =
        find_bound_places(part.first, bounds, {min_of(part.target), windows_of(rules_), window_length}, trace);
    found_places found;
    for (const bound_place& each : all.places) found.places.push_back(place_of(part, each.chain, each.value));
    for (const window_range& each : all.open) found.open.push_back({part.strand, part.target, each.first, each.last});
    return found;
  }

  [[nodiscard]] found_locus place_of(const open_part& part, const bound_chain& chain, score value) const {
    const swept_strand& on = strands_[part.strand];
    const std::int64_t length = on.length();
    const interval on_strand{chain.begin, chain.end};
    const interval core = on.on == strand::forward ? on_strand : flip(on_strand, length);
    const auto n_residues = static_cast<std::int64_t>(targets_[part.target].size());
    const std::int64_t flank = rules_.flank.value_or(usual_flank);
    const auto n_aligned = static_cast<std::uint32_t>(
        std::min<std::int64_t>(n_residues, core.length() / static_cast<std::int64_t>(codon_length)));
    found_locus made;
    made.where = {on.sequence,
                  {std::max<std::int64_t>(0, core.start - flank), std::min(length, core.end + flank)},
                  on.on,
                  part.target,
                  true};
    made.span = core;
    made.best = {core, {0, n_residues}, 1, n_aligned, 0, value / 2.0, e_value(value, n_residues)};
    return made;
  }

  [[nodiscard]] double e_value(score value, std::int64_t n_residues) const {
    if (!options_.by_chance) return 0;
    return options_.by_chance->e_value(value,
                                       count_places(input_.sequences.catalog()) * static_cast<double>(n_residues));
  }

  const prediction_input& input_;
  const prediction_options& options_;
  const search_rules& rules_;
  const bound_finder_maker& elsewhere_;
  run_control& control_;
  const std::function<void(std::uint64_t)>& on_strands_;
  chain_scoring scoring_;  // what is not known of a target costs nothing: the bounds are bounds all the same
  region_maker maker_;
  std::vector<std::vector<spliced::residue_code>> targets_;
  std::vector<score> least_;  // [targets] of a model
  std::vector<score> best_;   // [targets] so far
  std::vector<swept_strand> strands_;
  std::vector<spliced::bound_stream> streams_;
  std::unique_ptr<spliced::bound_finder> here_, there_;
  std::vector<found_locus> found_;
  std::vector<std::size_t> n_found_;  // [targets]
  std::vector<search_cuts> cuts_;     // [targets]
};

}  // namespace

std::vector<found_locus> search_by_bounds(const prediction_input& input, const prediction_options& options,
                                          const search_rules& rules, const bound_finder_maker& elsewhere,
                                          run_control& control, const std::function<void(std::uint64_t)>& on_strands) {
  return bound_search(input, options, rules, elsewhere, control, on_strands).find();
}

namespace {

using spliced::score;

// Chains that end in `ends`, and begin in `begin` or right of it.
struct pending_ends {
  score best = 0;
  std::size_t begin = 0;
  window_range ends{};
  std::size_t window = 0;  // of the best one
  bool operator<(const pending_ends& other) const {
    return std::tuple(best, other.window) < std::tuple(other.best, window);
  }
};

class place_finder {
 public:
  place_finder(std::size_t first, std::span<const score> bounds, const place_rules& rules, const bound_tracer& trace)
      : first_(first), bounds_(bounds), rules_(rules), trace_(trace) {}

  bound_places find() {
    add(first_, {first_, first_ + bounds_.size()});
    while (!ends_.empty() && found_.places.size() < rules_.most) {
      const pending_ends ends = ends_.top();
      ends_.pop();
      look_at(ends);
    }
    keep_apart();
    return std::move(found_);
  }

 private:
  [[nodiscard]] score bound(std::size_t window) const { return bounds_[window - first_]; }

  void add(std::size_t begin, window_range ends) {
    if (ends.first >= ends.last) return;
    const auto of_ends = bounds_.subspan(ends.first - first_, ends.last - ends.first);
    const auto peak = std::ranges::max_element(of_ends);
    if (*peak >= rules_.least)
      ends_.push({*peak, begin, ends, ends.first + static_cast<std::size_t>(peak - of_ends.begin())});
  }

  void look_at(const pending_ends& ends) {
    std::size_t end = ends.window + 1;  // of those that a chain from farther left may have raised
    while (end < ends.ends.last && bound(end) >= rules_.least) ++end;
    const auto chain = trace_({ends.begin, ends.window + 1}, ends.best);
    const std::size_t swept = chain ? ends.window + 1 : ends.begin;
    if (swept < end) found_.open.push_back({swept, end});
    add(swept, {end, ends.ends.last});
    if (!chain) return;
    const auto begin = static_cast<std::size_t>(chain->begin / rules_.window_length);
    found_.places.push_back({{begin, ends.window + 1}, *chain, ends.best});
    add(ends.begin, {ends.ends.first, begin});
  }

  // What is to be swept anew ends where a place begins, and no window of it is swept twice.
  void keep_apart() {
    std::vector<window_range>& open = found_.open;
    for (window_range& each : open)
      for (const bound_place& place : found_.places)
        if (each.first <= place.windows.first && place.windows.first < each.last && each.last <= place.windows.last)
          each.last = place.windows.first;
    std::erase_if(open, [](const window_range& each) { return each.first >= each.last; });
    std::ranges::sort(open, {}, &window_range::first);
    std::vector<window_range> apart;
    for (const window_range& each : open)
      if (apart.empty() || each.first >= apart.back().last)
        apart.push_back(each);
      else
        apart.back().last = std::max(apart.back().last, each.last);
    open = std::move(apart);
  }

  std::size_t first_;
  std::span<const score> bounds_;
  const place_rules& rules_;
  const bound_tracer& trace_;
  std::priority_queue<pending_ends> ends_;
  bound_places found_;
};

}  // namespace

bound_places find_bound_places(std::size_t first, std::span<const score> bounds, const place_rules& rules,
                               const bound_tracer& trace) {
  return place_finder(first, bounds, rules, trace).find();
}

}  // namespace exonweave
