#include "exons/prediction/bound_search.hpp"

#include <algorithm>
#include <atomic>
#include <future>

#include "exons/prediction/region_maker.hpp"
#include "exons/sweep/bound_machines.hpp"
#include "exons/sweep/make_bound_stream.hpp"
#include "spliced/engine/on_threads.hpp"

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
               const bound_finder_maker& elsewhere, spliced::run_control& control,
               const std::function<void(std::uint64_t)>& on_round)
      : input_(input),
        options_(options),
        rules_(rules),
        elsewhere_(elsewhere),
        control_(control),
        on_round_(on_round),
        maker_(input, options),
        best_(input.targets->targets.size(), 0),
        n_found_(best_.size(), 0),
        n_left_out_(best_.size(), 0) {
    const double n_places = count_places(input.sequences->catalog());
    for (const target& each : input.targets->targets) {
      targets_.push_back(encode(each, input.targets->kind));
      least_.push_back(least_score(n_places * static_cast<double>(each.residues.size())));
    }
  }

  std::vector<found_locus> find() {
    const std::size_t n_strands = 2 * input_.sequences->catalog().size();
    for (std::size_t first = 0, last = 0; first < n_strands; first = last) {
      last = end_of_batch(first);
      make_strands(first, last);
      search_strands();
    }
    return settle_loci(std::move(found_), input_.sequences->catalog(), rules_, n_left_out_);
  }

 private:
  [[nodiscard]] score least_score(double space) const {
    const score least = std::max<score>(options_.min_score, 1);
    if (!options_.by_chance || !options_.max_e_value) return least;
    return std::max(least, options_.by_chance->least_score(*options_.max_e_value, space));
  }

  // ---- strands ----

  [[nodiscard]] static std::size_t sequence_of(std::size_t strand) { return strand / 2; }

  // Small sequences together; both strands of a sequence are in one batch.
  [[nodiscard]] std::size_t end_of_batch(std::size_t first) const {
    constexpr std::int64_t most = 64'000'000;  // nt, of which each takes some 5 bytes, and more with streams
    const sequence_catalog& sequences = input_.sequences->catalog();
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
    std::atomic<bool> has_streams =
        elsewhere_ != nullptr && options_.scoring.residue_ends && options_.scoring.free_target_ends;
    spliced::on_threads(options_.n_threads, strands_.size(), control_, [&] {
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
    if (has_streams)
      there_ = elsewhere_(
          {&options_.scoring.substitution, options_.scoring.gaps, *options_.scoring.residue_ends}, streams_);
    streams_.clear();
  }

  void make_strand(std::size_t number, swept_strand& made) {
    made.sequence = sequence_of(number);
    made.on = number % 2 == 0 ? strand::forward : strand::reverse;
    const interval whole{0, input_.sequences->catalog().length(made.sequence)};
    const region_material material =
        maker_.make_material({made.sequence, whole, made.on}, target_reading::codons);
    made.track = make_track(material.region, *material.blocks, options_.scoring.reading());
    made.plan = std::make_unique<bound_plan>(made.track, options_.scoring);
    made.program = std::make_unique<bound_program>(made.track, *made.plan, window_length);
  }

  // ---- rounds ----

  void search_strands() {
    std::vector<open_part> parts;
    for (std::size_t s = 0; s < strands_.size(); ++s)
      for (std::size_t t = 0; t < targets_.size(); ++t)
        if (has_letters(targets_[t], input_.targets->kind))
          parts.push_back({s, t, 0, strands_[s].n_windows()});
    while (!parts.empty()) {
      std::vector<open_part> next;
      if (on_round_) on_round_(n_cells_of(parts));
      for (std::size_t first = 0, last = 0; first < parts.size(); first = last) {
        last = end_of_chunk(parts, first);
        sweep(std::span(parts).subspan(first, last - first), next);
      }
      parts = std::move(next);
    }
  }

  [[nodiscard]] std::uint64_t n_cells_of(std::span<const open_part> parts) const {
    std::uint64_t n = 0;
    for (const open_part& each : parts) n += (each.last - each.first) * targets_[each.target].size();
    return n * static_cast<std::uint64_t>(window_length);
  }

  // Parts whose bounds are held at once.
  [[nodiscard]] static std::size_t end_of_chunk(const std::vector<open_part>& parts, std::size_t first) {
    constexpr std::size_t most = 100'000'000;  // windows
    std::size_t n = 0, last = first;
    while (last < parts.size() && (last == first || n + parts[last].last - parts[last].first <= most)) {
      n += parts[last].last - parts[last].first;
      ++last;
    }
    return last;
  }

  [[nodiscard]] score least_of(std::size_t target) const {
    return std::max(least_[target], static_cast<score>(rules_.least_share * best_[target]));
  }

  void sweep(std::span<const open_part> parts, std::vector<open_part>& next) {
    const spliced::window_bounds bounds = find_bounds(parts);
    for (std::size_t p = 0; p < parts.size(); ++p)
      if (!bounds[p].empty())
        best_[parts[p].target] = std::max<score>(best_[parts[p].target], std::ranges::max(bounds[p]));
    std::vector<found_places> found(parts.size());
    spliced::on_threads(options_.n_threads, parts.size(), control_,
                        [&] { return [&](std::size_t p) { found[p] = find_places(parts[p], bounds[p]); }; });
    for (std::size_t p = 0; p < parts.size(); ++p) add(parts[p].target, found[p], next);
  }

  // In a part, the best one first.
  struct found_places {
    std::vector<found_locus> places;
    std::vector<open_part> open;  // what is to be swept for more
  };

  void add(std::size_t target, found_places& found, std::vector<open_part>& next) {
    const std::size_t room = looks_of(rules_) - n_found_[target], n = std::min(room, found.places.size());
    n_left_out_[target] += static_cast<std::uint32_t>(found.places.size() - n);
    n_found_[target] += n;
    found_.insert(found_.end(), found.places.begin(), found.places.begin() + static_cast<std::ptrdiff_t>(n));
    if (n == found.places.size()) next.insert(next.end(), found.open.begin(), found.open.end());
  }

  spliced::window_bounds find_bounds(std::span<const open_part> parts) {
    std::vector<bound_job> of_here, of_there;
    std::vector<bool> is_there;
    for (const open_part& each : parts) {
      const bound_job job{each.strand, each.first, each.last - each.first, targets_[each.target],
                          least_of(each.target)};
      is_there.push_back(there_ != nullptr && there_->takes(job));
      (is_there.back() ? of_there : of_here).push_back(job);
    }
    std::future<spliced::window_bounds> working;
    if (!of_there.empty())
      working = std::async(std::launch::async, [&] { return there_->find(of_there, control_); });
    auto here = here_->find(of_here, control_);
    auto there = of_there.empty() ? spliced::window_bounds() : working.get();
    spliced::window_bounds all;
    for (std::size_t p = 0, h = 0, t = 0; p < parts.size(); ++p)
      all.push_back(std::move(is_there[p] ? there[t++] : here[h++]));
    return all;
  }

  // From the best one on to what lies left of it; what lies right of each is swept anew.
  [[nodiscard]] found_places find_places(const open_part& in, const std::vector<score>& bounds) const {
    found_places found;
    for (open_part left = in; left.first < left.last && found.places.size() < looks_of(rules_);) {
      const auto last = bounds.begin() + static_cast<std::ptrdiff_t>(left.last - in.first);
      const auto peak = std::max_element(bounds.begin(), last);
      if (*peak == 0 || *peak < least_of(in.target)) break;
      const std::size_t window = in.first + static_cast<std::size_t>(peak - bounds.begin());
      const bound_chain chain =
          trace_bound(*strands_[in.strand].program, targets_[in.target], in.first, window + 1, *peak);
      found.places.push_back(place_of(in, chain, *peak));
      if (window + 1 < left.last) found.open.push_back({in.strand, in.target, window + 1, left.last});
      left.last = static_cast<std::size_t>(chain.begin / window_length);
    }
    return found;
  }

  [[nodiscard]] found_locus place_of(const open_part& in, const bound_chain& chain, score worth) const {
    const swept_strand& on = strands_[in.strand];
    const std::int64_t length = on.length();
    const interval on_strand{chain.begin, chain.end};
    const interval core = on.on == strand::forward ? on_strand : flip(on_strand, length);
    const auto n_residues = static_cast<std::int64_t>(targets_[in.target].size());
    const std::int64_t flank = rules_.flank.value_or(usual_flank);
    const auto n_aligned = static_cast<std::uint32_t>(
        std::min<std::int64_t>(n_residues, core.length() / static_cast<std::int64_t>(codon_length)));
    found_locus made;
    made.where = {on.sequence,
                  {std::max<std::int64_t>(0, core.start - flank), std::min(length, core.end + flank)},
                  on.on,
                  in.target,
                  true};
    made.span = core;
    made.best = {core, {0, n_residues}, 1, n_aligned, 0, worth / 2.0, e_value(worth, n_residues)};
    return made;
  }

  [[nodiscard]] double e_value(score worth, std::int64_t n_residues) const {
    if (!options_.by_chance) return 0;
    return options_.by_chance->e_value(
        worth, count_places(input_.sequences->catalog()) * static_cast<double>(n_residues));
  }

  const prediction_input& input_;
  const prediction_options& options_;
  const search_rules& rules_;
  const bound_finder_maker& elsewhere_;
  spliced::run_control& control_;
  const std::function<void(std::uint64_t)>& on_round_;
  region_maker maker_;
  std::vector<std::vector<spliced::residue_code>> targets_;
  std::vector<score> least_;  // [targets] of a model
  std::vector<score> best_;   // [targets] so far
  std::vector<swept_strand> strands_;
  std::vector<spliced::bound_stream> streams_;
  std::unique_ptr<spliced::bound_finder> here_, there_;
  std::vector<found_locus> found_;
  std::vector<std::size_t> n_found_;       // [targets]
  std::vector<std::uint32_t> n_left_out_;  // [targets]
};

}  // namespace

std::vector<found_locus> search_by_bounds(const prediction_input& input, const prediction_options& options,
                                          const search_rules& rules, const bound_finder_maker& elsewhere,
                                          spliced::run_control& control,
                                          const std::function<void(std::uint64_t)>& on_round) {
  return bound_search(input, options, rules, elsewhere, control, on_round).find();
}

}  // namespace exonweave
