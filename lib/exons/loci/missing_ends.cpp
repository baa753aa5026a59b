#include "exons/loci/missing_ends.hpp"

#include <algorithm>
#include <tuple>

#include "exons/loci/window_search.hpp"

namespace exonweave {
namespace {

// The end of a target that a locus lacks.
struct missing_end {
  std::size_t locus = 0;
  bool is_first = true;  // what lies before the locus on its strand
  interval residues{};   // that are looked for, with those that may be shared
};

class end_finder {
 public:
  end_finder(std::vector<found_locus>& loci, genome& sequences, const std::vector<target>& targets,
             const end_rules& rules)
      : loci_(loci), sequences_(sequences), targets_(targets), rules_(rules) {
    for (std::size_t l = 0; l < loci.size(); ++l) by_target_.push_back(l);
    std::ranges::sort(by_target_, {}, [&](std::size_t l) { return place_of(l); });
  }

  void find(const genetic_codes& codes, run_control& control) {
    collect();
    std::ranges::sort(windows_);  // for the genome's sake
    const window_rules how{.segments = rules_.segments,
                           .chains = {rules_.max_distance, 0, rules_.way},
                           .min_scores = std::vector<double>(parts_.size(), 0),
                           .n_threads = rules_.n_threads};
    const auto chains = search_windows(sequences_, parts_, codes, how, windows_, control);
    control.take_back_cells(cost_of(windows_));  // nobody planned them
    std::vector<found_end> found;
    for (std::size_t w = 0; w < windows_.size(); ++w)
      if (const segment_chain* const best = best_of(windows_[w], chains[w]))
        found.push_back({ends_[windows_[w].target], best});
    for (const found_end& each : found) add_to_locus(each);
  }

 private:
  static constexpr double sure = 1e-10;      // E-value of a locus that is no chance
  static constexpr std::int64_t shared = 3;  // residues that a locus and its end may share: segments grow beyond exons
  using place = std::tuple<std::size_t, std::size_t, strand, interval>;

  [[nodiscard]] place place_of(std::size_t l) const {
    const found_locus& each = loci_[l];
    return {each.where.target, each.where.sequence, each.where.on, each.span};
  }
  [[nodiscard]] std::int64_t length_of(const found_locus& locus) const {
    return sequences_.catalog().length(locus.where.sequence);
  }
  // From forward coordinates to those of the strand, and back.
  [[nodiscard]] interval turned(const found_locus& locus, interval where) const {
    return locus.where.on == strand::forward ? where : flip(where, length_of(locus));
  }

  void collect() {
    constexpr double min_fraction = 0.3;
    std::vector<double> best(targets_.size(), 0);
    for (const found_locus& each : loci_) best[each.where.target] = std::max(best[each.where.target], each.best.score);
    for (std::size_t l = 0; l < loci_.size(); ++l) {
      const found_locus& each = loci_[l];
      if (each.best.score < min_fraction * best[each.where.target] || each.best.e_value > sure) continue;
      const auto n = static_cast<std::int64_t>(targets_[each.where.target].residues.size());
      const interval core = turned(each, each.span);
      add({l, true, {0, each.best.on_target.start + shared}}, {core.start - rules_.max_distance, core.start});
      add({l, false, {each.best.on_target.end - shared, n}}, {core.end, core.end + rules_.max_distance});
    }
  }

  void add(const missing_end& end, interval window) {
    constexpr std::int64_t min_missing = 5;
    if (end.residues.length() < min_missing + shared) return;
    const found_locus& locus = loci_[end.locus];
    const target& whole = targets_[locus.where.target];
    const interval within{std::max<std::int64_t>(0, window.start), std::min(length_of(locus), window.end)};
    if (within.start >= within.end) return;
    windows_.push_back({locus.where.sequence, locus.where.on, within, static_cast<std::uint32_t>(parts_.size())});
    parts_.push_back({whole.name, whole.residues.substr(static_cast<std::size_t>(end.residues.start),
                                                        static_cast<std::size_t>(end.residues.length()))});
    ends_.push_back(end);
  }

  struct found_end {
    missing_end what;
    const segment_chain* chain;
  };

  // The end that chance has least in as much sequence; null where there is none.
  [[nodiscard]] const segment_chain* best_of(const search_window& window,
                                             const std::vector<segment_chain>& chains) const {
    const missing_end& end = ends_[window.target];
    const found_locus& locus = loci_[end.locus];
    const interval core = turned(locus, locus.span);
    const auto n_residues = static_cast<double>(end.residues.length());
    const segment_chain* best = nullptr;
    double least = rules_.max_e_value;
    for (const segment_chain& each : chains) {
      const std::int64_t distance = end.is_first ? core.start - each.on_strand.start : each.on_strand.end - core.end;
      const double e_value = rules_.by_chance.e_value(each.score, n_residues * static_cast<double>(distance));
      if (e_value > least || (best != nullptr && e_value >= least)) continue;
      least = e_value;
      best = &each;
    }
    if (best == nullptr) return nullptr;
    const interval added =
        end.is_first ? interval{best->on_strand.start, core.start} : interval{core.end, best->on_strand.end};
    return has_others(end, turned(locus, added)) ? nullptr : best;
  }

  void add_to_locus(const found_end& found) {
    const segment_chain& end = *found.chain;
    const std::int64_t residue = found.what.residues.start;
    found_locus& locus = loci_[found.what.locus];
    found_chain& chain = locus.best;
    locus.span = hull(locus.span, turned(locus, end.on_strand));
    chain.core = hull(chain.core, turned(locus, end.on_strand));
    chain.on_target = hull(chain.on_target, {end.on_target.start + residue, end.on_target.end + residue});
    chain.n_segments += end.n_segments;
    chain.n_aligned += end.n_aligned;
    chain.n_identical += end.n_identical;
  }

  // Another locus of the target within what this one would gain, which has more of it than the missing residues.
  [[nodiscard]] bool has_others(const missing_end& end, interval added) const {
    constexpr std::int64_t tolerance = 20;
    const interval missing{end.residues.start - tolerance, end.residues.end + tolerance};
    const found_locus& locus = loci_[end.locus];
    const auto of_target = [&](std::size_t other) {
      const found_locus& each = loci_[other];
      return std::tuple(each.where.target, each.where.sequence, each.where.on);
    };
    return std::ranges::any_of(
        std::ranges::equal_range(by_target_, std::tuple(locus.where.target, locus.where.sequence, locus.where.on), {},
                                 of_target),
        [&](std::size_t other) {
          const found_chain& best = loci_[other].best;
          return other != end.locus && best.e_value <= sure && best.core.overlaps(added) &&
                 !missing.contains(best.on_target);
        });
  }

  std::vector<found_locus>& loci_;
  genome& sequences_;
  const std::vector<target>& targets_;
  const end_rules& rules_;
  std::vector<std::size_t> by_target_;  // loci
  std::vector<search_window> windows_;  // their targets are those of parts_
  std::vector<target> parts_;
  std::vector<missing_end> ends_;  // [parts]
};

}  // namespace

std::int64_t distance_of_ends(std::vector<std::int64_t> gaps, std::int64_t longest) {
  constexpr std::size_t fewest = 50;
  constexpr std::int64_t times = 30, least = 2 * usual_flank;
  if (gaps.size() < fewest) return 0;
  const auto quartile = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() * 3 / 4);
  std::ranges::nth_element(gaps, quartile);
  const std::int64_t distance = std::min(longest, times * *quartile);
  return distance < least ? 0 : distance;
}

void find_missing_ends(std::vector<found_locus>& loci, genome& sequences, const std::vector<target>& targets,
                       const genetic_codes& codes, const end_rules& rules, run_control& control) {
  if (rules.max_distance > 0) end_finder(loci, sequences, targets, rules).find(codes, control);
}

}  // namespace exonweave
