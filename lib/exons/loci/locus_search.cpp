#include "exons/loci/locus_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "base/statistics/score_law.hpp"
#include "exons/loci/distant_parts.hpp"
#include "exons/loci/genome_chains.hpp"
#include "exons/loci/genome_segments.hpp"
#include "exons/loci/joined_regions.hpp"
#include "exons/loci/missing_ends.hpp"
#include "exons/loci/window_search.hpp"

namespace exonweave {
namespace {

// Of scores by chance in all of a genome, where the space is the residues of a target: see search_loci.
score_law chance_law(double n_places) {
  constexpr double lambda = 0.3176, k = 0.134;
  return {lambda, k * n_places};
}

// With one more for each target, and the margins of joined targets.
std::uint64_t count_joined(const std::vector<target>& targets) {
  std::uint64_t n = 2 * joined_targets::margin;
  for (const target& each : targets) n += each.residues.size() + 1;
  return n;
}

seed_rules seeds_for(const std::vector<target>& targets, const sequence_catalog& sequences, bool is_sensitive) {
  return seeds_of_genome(count_places(sequences), static_cast<double>(count_joined(targets)), is_sensitive);
}

class locus_search {
 public:
  locus_search(genome& sequences, const target_set& targets, const genetic_codes& codes, const search_rules& rules,
               run_control& control)
      : sequences_(sequences),
        targets_(targets.targets),
        codes_(codes),
        rules_(rules),
        control_(control),
        by_chance_(chance_law(count_places(sequences.catalog()))),
        cuts_(targets_.size()) {}

  std::vector<found_locus> find(const std::function<void(std::uint64_t)>& on_windows) {
    found_chains everywhere = find_everywhere();
    for (std::size_t t = 0; t < targets_.size(); ++t) cuts_[t].n_chains = everywhere.n_left_out[t];
    n_masked_ = everywhere.n_masked;
    const std::vector<search_window> windows = make_windows(everywhere.chains);
    if (on_windows) on_windows(cost_of(windows));
    const window_rules how{rules_.fine_segments,
                           {longest_in_chain(), 0, rules_.fine_way, rules_.outscored.has_value()},
                           min_scores(std::max(rules_.max_e_value, rules_.seed_e_value)),
                           rules_.is_sensitive || rules_.without_seeds != nullptr,
                           rules_.n_threads};
    auto chains = search_windows(sequences_, targets_, codes_, how, windows, control_);
    if (rules_.outscored) {
      const auto n_outscored = erase_outscored(windows, chains, targets_.size(), *rules_.outscored);
      for (std::size_t t = 0; t < targets_.size(); ++t) cuts_[t].n_outscored = n_outscored[t];
    }
    std::size_t n_chains = 0;
    for (const auto& some : chains) n_chains += some.size();
    std::vector<found_locus> loci;
    loci.reserve(n_chains);  // repeats have many
    for (std::size_t l = 0; l < windows.size(); ++l) add_loci(windows[l], chains[l], loci);
    if (rules_.max_intron > 0) join_distant_parts(loci, targets_, {{0, rules_.max_intron}, rules_.fine_way});
    leave_unlikely(loci);
    const std::int64_t longest = std::min(rules_.max_intron, longest_chained_intron);
    find_missing_ends(loci, sequences_, targets_, codes_,
                      {.max_distance = distance_of_ends(sure_gaps(chains), longest),
                       .segments = rules_.fine_segments,
                       .way = rules_.fine_way,
                       .by_chance = chance_law(1),
                       .n_threads = rules_.n_threads},
                      control_);
    add_flanks(loci);
    return loci;
  }

  /// [targets] what was left out of each.
  [[nodiscard]] const std::vector<search_cuts>& cuts() const { return cuts_; }
  /// nt in which no match begins.
  [[nodiscard]] std::uint64_t n_masked() const { return n_masked_; }

 private:
  // What the whole genome has to show for each target.
  [[nodiscard]] found_chains find_everywhere() {
    return find_chains({.sequences = sequences_,
                        .targets = targets_,
                        .codes = codes_,
                        .seeds = rules_.without_seeds ? without_shapes()
                                                      : seeds_for(targets_, sequences_.catalog(), rules_.is_sensitive),
                        .chains = {.max_intron = longest_in_chain()},
                        .min_scores = min_scores(rules_.seed_e_value),
                        .max_chains = windows_of(rules_),
                        .seeds_soft_masked = rules_.seeds_soft_masked,
                        .n_threads = rules_.n_threads,
                        .block = rules_.block,
                        .without_seeds = rules_.without_seeds},
                       control_);
  }

  [[nodiscard]] std::int64_t longest_in_chain() const {
    return rules_.max_intron == 0 ? longest_insertion : std::min(rules_.max_intron, longest_chained_intron);
  }

  [[nodiscard]] std::vector<double> min_scores(double e_value) const {
    std::vector<double> scores;
    for (std::size_t t = 0; t < targets_.size(); ++t) scores.push_back(by_chance_.score_of(e_value, n_residues(t)));
    return scores;
  }

  // Between the segments of chains that chance has not, nt.
  [[nodiscard]] std::vector<std::int64_t> sure_gaps(const std::vector<std::vector<segment_chain>>& chains) const {
    constexpr double sure = 1e-10;
    constexpr std::int64_t fewest = 30;
    const std::vector<double> least = min_scores(sure);
    std::vector<std::int64_t> gaps;
    for (const auto& some : chains)
      for (const segment_chain& each : some)
        for (std::size_t s = 1; s < each.segments.size() && each.score >= least[each.target]; ++s)
          if (const std::int64_t gap = each.segments[s - 1].start - each.segments[s].end; gap >= fewest)
            gaps.push_back(gap);
    return gaps;
  }

  struct placed_window {
    search_window what;
    region_around around;
  };

  // Four times the intron that is the longest one of a chain in three of four of them: what lies farther from a
  // chain is hardly part of its gene, and costs time. Chains that chance does not give show these introns, if they are
  // enough.
  [[nodiscard]] std::int64_t reach_by_introns(const std::vector<placed_chain>& chains) const {
    constexpr double never_by_chance = 1e-10, most = 0.75;
    constexpr std::size_t fewest = 100;
    if (!rules_.min_reach) return rules_.reach;
    const std::vector<double> least = min_scores(never_by_chance);
    std::vector<std::int64_t> introns;
    for (const placed_chain& each : chains)
      if (each.chain.n_segments > 1 && each.chain.score >= least[each.chain.target])
        introns.push_back(each.chain.longest_intron);
    if (introns.size() < fewest) return rules_.reach;
    const auto chosen = introns.begin() + static_cast<std::ptrdiff_t>(most * static_cast<double>(introns.size()));
    std::ranges::nth_element(introns, chosen);
    return std::clamp(4 * *chosen, *rules_.min_reach, rules_.reach);
  }

  // The surroundings of the chains; what overlaps is one, or parted, see join_or_part.
  [[nodiscard]] std::vector<search_window> make_windows(const std::vector<placed_chain>& chains) const {
    std::vector<placed_window> places;
    const std::vector<double> sure = min_scores(rules_.sure_e_value);
    const std::int64_t reach = reach_by_introns(chains);
    for (const placed_chain& each : chains) {
      const bool is_sure = each.chain.score >= sure[each.chain.target];
      const interval wide = widened(each.chain, is_sure ? reach : rules_.short_reach);
      const interval window{std::max<std::int64_t>(0, wide.start),
                            std::min(sequences_.catalog().length(each.sequence), wide.end)};
      const region_around around{window, each.chain.on_strand};
      places.push_back({{each.sequence, each.on, window, each.chain.target}, around});
    }
    std::ranges::sort(places, {}, [](const placed_window& p) {
      return std::tuple(p.what.sequence, p.what.on, p.what.target, p.around.found);
    });
    std::vector<placed_window> joined;
    for (placed_window& each : places) {
      const bool is_new = joined.empty() || joined.back().what.sequence != each.what.sequence ||
                          joined.back().what.on != each.what.on || joined.back().what.target != each.what.target;
      if (is_new || !join_or_part(joined.back().around, each.around, rules_.max_joined)) joined.push_back(each);
    }
    std::vector<search_window> windows;
    for (placed_window& each : joined) {
      each.what.window = each.around.region;
      windows.push_back(each.what);
    }
    std::ranges::sort(windows);  // for the genome's sake, which is read place by place
    return windows;
  }

  // Of what was found in a window. E-values and flanks come when parts have been joined.
  void add_loci(const search_window& window, const std::vector<segment_chain>& chains,
                std::vector<found_locus>& loci) const {
    const std::int64_t length = sequences_.catalog().length(window.sequence);
    const auto forward = [&](interval on_strand) {
      return window.on == strand::forward ? on_strand : flip(on_strand, length);
    };
    for (const segment_chain& chain : chains) {
      const interval core = forward(chain.on_strand);
      loci.push_back({{window.sequence, core, window.on, window.target, true},
                      core,
                      {core, chain.on_target, chain.n_segments, chain.n_aligned, chain.n_identical, chain.score}});
    }
  }

  // Those that chance does not give: a weaker chain may be part of a longer one, but is no locus by itself.
  void leave_unlikely(std::vector<found_locus>& loci) const {
    const std::vector<double> least = min_scores(rules_.max_e_value);
    std::erase_if(loci, [&](const found_locus& each) { return each.best.score < least[each.where.target]; });
    for (found_locus& each : loci)
      each.best.e_value = by_chance_.e_value(each.best.score, n_residues(each.where.target));
  }

  // Where no residue is left on a side the first exon of the gene may still lie there: one that the target lacks.
  void add_flanks(std::vector<found_locus>& loci) const {
    std::vector<double> best_scores(targets_.size(), 0);
    for (const found_locus& each : loci)
      best_scores[each.where.target] = std::max(best_scores[each.where.target], each.best.score);
    for (found_locus& each : loci) {
      constexpr double min_fraction = 0.95;
      const bool may_be_far = each.best.score >= min_fraction * best_scores[each.where.target];
      const auto length = static_cast<std::int64_t>(targets_[each.where.target].residues.size());
      std::int64_t before = flank_for(each.best.on_target.start, may_be_far);
      std::int64_t after = flank_for(length - each.best.on_target.end, may_be_far);
      if (each.where.on == strand::reverse) std::swap(before, after);
      each.where.region = {std::max<std::int64_t>(0, each.span.start - before),
                           std::min(sequences_.catalog().length(each.where.sequence), each.span.end + after)};
    }
  }

  // Segments grow a little beyond exons; what is more than an exon or two seeds would have found.
  [[nodiscard]] std::int64_t flank_for(std::int64_t n_missing, bool may_be_far) const {
    constexpr std::int64_t min_missing = 4, max_missing = 50;  // residues
    const bool is_far = may_be_far && n_missing >= min_missing && n_missing <= max_missing;
    return rules_.flank.value_or(is_far ? far_flank : usual_flank);
  }

  // What lies around a chain, in coordinates of the strand.
  [[nodiscard]] static interval widened(const segment_chain& chain, std::int64_t by) {
    return {chain.on_strand.start - by, chain.on_strand.end + by};
  }

  [[nodiscard]] double n_residues(std::size_t target) const {
    return static_cast<double>(targets_[target].residues.size());
  }

  genome& sequences_;
  const std::vector<target>& targets_;
  const genetic_codes& codes_;
  const search_rules& rules_;
  run_control& control_;
  score_law by_chance_;
  std::vector<search_cuts> cuts_;  // [targets]
  std::uint64_t n_masked_ = 0;
};

// Where the next locus, by what was found, overlaps the last one they are one, or, where that were too long, parted.
void join_overlapping(std::vector<found_locus>& loci, std::int64_t max_joined) {
  std::ranges::sort(loci, {}, [](const found_locus& l) {
    return std::tuple(l.where.target, l.where.sequence, l.where.on, l.best.core, l.best.on_target, -l.best.score);
  });
  std::vector<found_locus> joined;
  for (const found_locus& each : loci) {
    const bool is_new = joined.empty() || joined.back().where.target != each.where.target ||
                        joined.back().where.sequence != each.where.sequence || joined.back().where.on != each.where.on;
    if (is_new) {
      joined.push_back(each);
      continue;
    }
    found_locus& last = joined.back();
    region_around around{last.where.region, last.span}, next{each.where.region, each.span};
    const bool is_one = join_or_part(around, next, max_joined);
    last.where.region = around.region;
    last.span = around.found;
    if (is_one) {
      last.where.is_single = false;
      last.others.push_back(each.best);
      if (each.best.score > last.best.score) std::swap(last.best, last.others.back());
    } else {
      joined.push_back(each);
      joined.back().where.region = next.region;
    }
  }
  loci = std::move(joined);
}

bool is_of_one_target(const found_locus& a, const found_locus& b) { return a.where.target == b.where.target; }

// [loci, by target and place] counts the introns that are too long for one chain, for the first locus of each target.
void count_missed_introns(std::vector<found_locus>& loci, std::int64_t max_intron) {
  found_locus* first = nullptr;
  for (std::size_t l = 0; l < loci.size(); ++l) {
    if (first == nullptr || !is_of_one_target(*first, loci[l])) first = &loci[l];
    if (l > 0 && goes_on(loci[l - 1], loci[l], {max_intron, longest_missed_intron})) ++first->cuts.n_introns;
  }
}

// Of targets without a locus of which chains were left out.
std::vector<found_locus> cuts_without_place(const std::vector<found_locus>& chosen,
                                            const std::vector<search_cuts>& cuts_before) {
  std::vector<bool> has_locus(cuts_before.size());
  for (const found_locus& each : chosen) has_locus[each.where.target] = true;
  std::vector<found_locus> made;
  for (std::size_t target = 0; target < cuts_before.size(); ++target) {
    if (has_locus[target] || !cuts_before[target].any()) continue;
    found_locus& cut = made.emplace_back();
    cut.where.target = target;
    cut.cuts = cuts_before[target];
  }
  return made;
}

// The best of every target; by name where they are alike, so that the order of the sequences in their file changes
// nothing. What the limits left out is reported with the first of them.
std::vector<found_locus> choose(std::vector<found_locus> loci, const sequence_catalog& sequences,
                                const search_rules& rules, const std::vector<search_cuts>& cuts_before) {
  std::ranges::sort(loci, {}, [&](const found_locus& l) {
    return std::tuple(l.where.target, -l.best.score, std::string_view(sequences.name(l.where.sequence)), l.where.region,
                      l.where.on);
  });
  std::vector<found_locus> chosen;
  std::vector<search_cuts> cuts(cuts_before.size());
  std::size_t n_of_target = 0;
  double best = 0;
  for (const found_locus& each : loci) {
    if (chosen.empty() || !is_of_one_target(chosen.back(), each)) {
      n_of_target = 0;
      best = each.best.score;
    }
    if (each.best.score < rules.min_fraction * best) continue;
    if (n_of_target++ >= rules.max_n_loci)
      ++cuts[each.where.target].n_loci;
    else
      chosen.push_back(each);
  }
  std::ranges::sort(chosen, {}, [](const found_locus& l) {
    return std::tuple(l.where.target, l.where.sequence, l.where.on, l.where.region);
  });
  for (std::size_t l = 0; l < chosen.size(); ++l) {
    const std::size_t target = chosen[l].where.target;
    if (l > 0 && is_of_one_target(chosen[l - 1], chosen[l])) continue;
    chosen[l].cuts = {cuts[target].n_loci, cuts_before[target].n_chains};
  }
  if (rules.max_intron > 0) count_missed_introns(chosen, rules.max_intron);
  std::ranges::move(cuts_without_place(chosen, cuts_before), std::back_inserter(chosen));
  std::ranges::sort(chosen, {}, &found_locus::where);
  return chosen;
}

void check_size(const target_set& targets) {
  const std::uint64_t n_residues = count_joined(targets.targets);
  if (n_residues > joined_targets::max_residues)
    throw bad_data(problem_report{.where = {targets.path()},
                                  .what = "more residues than a search takes at once",
                                  .got = std::to_string(n_residues),
                                  .need = fmt::format("up to {}", joined_targets::max_residues),
                                  .hint = "give fewer targets to one run"});
}

}  // namespace

search_rules rules_for_genes(bool is_sensitive) {
  if (!is_sensitive)
    return {.seed_e_value = 10, .max_e_value = 10, .min_fraction = 0.2, .outscored = {{.keeps_best = false}}};
  return {.short_reach = 1'000,
          .min_reach = 4'000,
          .min_fraction = 0.1,
          .outscored = {{.ratio = 3, .max_better = 4, .keeps_best = false}},
          .is_sensitive = true};
}

std::uint64_t count_nt(const sequence_catalog& sequences) {
  std::uint64_t n = 0;
  for (std::size_t s = 0; s < sequences.size(); ++s) n += static_cast<std::uint64_t>(sequences.length(s));
  return n;
}

double count_places(const sequence_catalog& sequences) { return 2.0 * static_cast<double>(count_nt(sequences)); }

std::uint64_t bytes_of_search(const target_set& targets, const sequence_catalog& sequences) {
  return indexed_targets::bytes_for(count_joined(targets.targets), seeds_for(targets.targets, sequences, false).shapes);
}

loci_found search_loci(genome& sequences, const target_set& targets, const genetic_codes& codes,
                       const search_rules& rules, run_control& control,
                       const std::function<void(std::uint64_t)>& on_windows) {
  check_size(targets);
  locus_search search(sequences, targets, codes, rules, control);
  auto loci = search.find(on_windows);
  return {settle_loci(std::move(loci), sequences.catalog(), rules, search.cuts()), search.n_masked()};
}

std::vector<found_locus> settle_loci(std::vector<found_locus> found, const sequence_catalog& sequences,
                                     const search_rules& rules, const std::vector<search_cuts>& cuts_before) {
  join_overlapping(found, rules.max_joined);
  return choose(std::move(found), sequences, rules, cuts_before);
}

std::size_t windows_of(const search_rules& rules) {
  constexpr std::size_t of_locus = 10;
  return std::max(rules.max_windows, of_locus * rules.max_n_loci);
}

std::vector<found_locus> with_place(std::vector<found_locus> loci) {
  std::erase_if(loci, [](const found_locus& each) { return !each.has_place(); });
  return loci;
}

std::vector<const found_locus*> loci_with_cuts(const std::vector<found_locus>& loci) {
  std::vector<const found_locus*> cut;
  for (const found_locus& each : loci)
    if (each.cuts.any()) cut.push_back(&each);
  return cut;
}

}  // namespace exonweave
