#include "exons/solving/sweep_solver.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/memory/allocator.hpp"
#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/solver_settings.hpp"
#include "exons/sweep/target_sweep.hpp"

namespace exonweave {
namespace {

// No part of a chain scores more, or less by as much: each codon and each residue of the target counts with the
// largest of its scores and weights (as in spliced::score_bound), each intron with its sites, and what lengths of
// introns cost.
std::int64_t score_bound_of(const swept_region& on, const chain_scoring& scoring,
                            std::span<const spliced::residue_code> target) {
  const genome_track& track = on.track();
  const exon_reading reading = scoring.reading();
  const std::size_t n_codes = scoring.substitution.n_codes();
  const std::int64_t gap = scoring.gaps.open + scoring.gaps.extend;
  std::vector<std::int64_t> of_codon(n_codes, gap), of_symbol(n_codes, gap);
  for (spliced::residue_code codon = 0; codon < n_codes; ++codon) {
    for (spliced::residue_code symbol = 0; symbol < n_codes; ++symbol) {
      const std::int64_t largest = std::abs(scoring.substitution(codon, symbol));
      of_codon[codon] = std::max(of_codon[codon], largest);
      of_symbol[symbol] = std::max(of_symbol[symbol], largest);
    }
    of_codon[codon] += reading.cost_of(codon) + reading.frameshift.value_or(0) +
                       (scoring.residue_ends ? scoring.residue_ends->extend : 0) +
                       (scoring.coding ? scoring.coding->largest_change() : 0);
  }
  std::int64_t bound = scoring.residue_ends ? 2 * scoring.residue_ends->open : 0;
  for (const auto codon : track.codons) bound += of_codon[codon];
  for (const auto symbol : target) bound += of_symbol[symbol];
  std::int64_t of_intron = scoring.incomplete.value_or(0);
  const auto add_largest = [&](const site_track& sites) {
    of_intron += std::max<std::int64_t>(sites.largest(), -sites.smallest());
  };
  for (const site_track& each : track.donors) add_largest(each);
  for (const site_track& each : track.acceptors) add_largest(each);
  for (const site_track* each : {&track.starts, &track.cut_begins, &track.cut_ends}) add_largest(*each);
  std::int64_t dearest = 0;
  for (const intron_line& line : scoring.introns.lines) dearest = std::max<std::int64_t>(dearest, line.cost);
  const std::int64_t n_introns = track.length() / std::max<std::int64_t>(1, scoring.introns.min_intron) + 2;
  return bound + n_introns * (of_intron + dearest) + on.program().outline().offset;
}

// Of the borders of a track, in the coordinates of its strand.
region_material reduced_to(const chain_borders& borders, const region_material& material) {
  region_material made;
  const std::int64_t start = material.region.start;
  const auto begin = material.region.residues.begin();
  const std::int64_t first = borders.starts.front(), last = borders.ends.back();
  made.region = {start + first, {begin + first, begin + last}};
  const auto those_at = [&](const std::vector<scored_site>& sites, const std::vector<std::int64_t>& positions) {
    std::vector<scored_site> kept;
    for (const scored_site& each : sites)
      if (std::ranges::binary_search(positions, each.position - start)) kept.push_back(each);
    return kept;
  };
  const block_sites& blocks = *material.blocks;
  made.blocks.emplace();
  made.blocks->sites.acceptors = those_at(blocks.sites.acceptors, borders.starts);
  made.blocks->sites.starts = those_at(blocks.sites.starts, borders.starts);
  made.blocks->sites.donors = those_at(blocks.sites.donors, borders.ends);
  made.blocks->cut_begins = those_at(blocks.cut_begins, borders.starts);
  made.blocks->cut_ends = those_at(blocks.cut_ends, borders.ends);
  return made;
}

// The best chain alone, on the graph of the borders found.
solver_settings for_borders(const solver_settings& settings) {
  solver_settings made = settings.for_one_locus();
  made.may_sweep = made.with_margins = false;
  return made;
}

// Rows of a long target leave gaps in the heap that those of no other target fill.
struct freed_rows {
  std::uint64_t bytes = 0;

  freed_rows() = default;
  freed_rows(const freed_rows&) = delete;
  freed_rows& operator=(const freed_rows&) = delete;
  ~freed_rows() {
    constexpr std::uint64_t usual = std::uint64_t{32} << 20;
    if (bytes > usual) give_back_freed_memory();
  }
};

class sweep_solver {
 public:
  sweep_solver(const region_problem& problem, std::span<const spliced::residue_code> target,
               const chain_scoring& scoring, const solver_settings& settings, memory_budget& memory,
               const solver_call& call)
      : material_(problem.material()),
        on_(problem.swept()),
        target_(target),
        scoring_(scoring),
        settings_(settings),
        memory_(memory),
        call_(call) {}

  // Without a limit of introns first: a best chain that keeps it is the best one under it. Else parts end where they
  // forbid the longer introns between the borders of best chains, until a best chain that is left keeps the limit.
  case_solution solve() {
    check_scores_of(score_bound_of(*on_, scoring_, target_));
    case_solution solved = solve_exactly(call_.planned);
    std::optional<swept_region> parted;
    while (n_parts_ < part_ends_.size()) {
      n_parts_ = part_ends_.size();
      constexpr std::uint64_t max_windows = std::uint64_t{16} << 20;
      parted.emplace(material_, scoring_, settings_.sweep_window, max_windows,
                     std::vector<std::int64_t>(part_ends_.begin(), part_ends_.end()));
      on_ = &*parted;
      const memory_reservation of_parted = memory_.reserve(parted->bytes());
      solved = solve_exactly(nullptr);
    }
    return solved;
  }

 private:
  // What was counted in vain counts.
  case_solution solve_exactly(planned_cells* planned) {
    try {
      if (auto solved = solve_with(true, planned)) return *solved;
      return *solve_with(false, planned);
    } catch (const sweep_not_exact&) {
    }
    return *solve_with(false, nullptr);
  }

  std::optional<case_solution> solve_with(bool is_narrow, planned_cells* planned) {
    check_memory(is_narrow);
    freed_rows freed;  // when the sweep is gone
    // The graph of the borders found has the rest.
    const auto sweep = target_sweep::make(on_->program(), scoring_, target_, is_narrow, memory_.left() / 4 * 3);
    if (!sweep) return std::nullopt;
    freed.bytes = sweep->bytes().all();
    case_solution solved;
    const spliced::score best = sweep->sweep_forward(call_.control, planned);
    if (spliced::is_reachable(best) && !scoring_.is_forbidden(best)) {
      if (best < call_.lowest_score)
        solved.unwanted = best;
      else
        find_chain(*sweep, best, planned, solved);
    }
    solved.work.computed_cells = n_computed_ += sweep->n_rows() * target_.size();
    return solved;
  }

  void find_chain(target_sweep& sweep, spliced::score best, planned_cells* planned, case_solution& solved) {
    if (!settings_.reads_backwards()) planned = nullptr;  // its borders take a sweep backwards that nobody planned
    const chain_borders borders = sweep.sweep_backward(call_.control, planned);
    std::vector<spliced::alignment> chains = chain_of(borders, sweep.bytes());
    if (chains.empty() || chains.front().total != best) {
      if (forbid_long_introns(borders)) return;
      throw std::logic_error("the borders found hold no chain worth the best score");
    }
    solved.chains = std::move(chains);
    const spliced::score min_locus = settings_.min_of_locus(std::max(best, call_.best_of_region));
    if (settings_.allows_several_loci())
      if (const auto cut = sweep.find_cut(std::max(min_locus, call_.lowest_score)))
        solved.cut = *cut + on_->track().start;
    if (solved.cut || !settings_.with_margins) return;
    counted_fraction done(planned);
    std::vector<interval> exons = places_of(solved.chains.front());
    for (interval& each : exons) each = {each.start - on_->track().start, each.end - on_->track().start};
    const chain_alternatives alternatives = sweep.study_alternatives(exons);
    const auto unless_forbidden = [&](std::optional<spliced::score> found) {
      return found && scoring_.is_forbidden(*found) ? std::nullopt : found;
    };
    solved.second_best = unless_forbidden(alternatives.second_best);
    std::size_t whole = 0;
    for (const auto& part : solved.chains.front().exons) {
      if (!part.is_shifted && !solved.best_without.empty()) ++whole;
      solved.best_without.push_back(unless_forbidden(alternatives.best_without[whole]));
    }
    done.is_done(1);
  }

  // False where none is left to be forbidden. A part that ends before an exon's start forbids it for all ends that lie
  // too far away. The first time all introns are forbidden, too, that exceed the limit by an eighth or more.
  bool forbid_long_introns(const chain_borders& borders) {
    const std::int64_t apart = std::max<std::int64_t>(scoring_.introns.max_intron / 8, 1);
    if (part_ends_.empty() && scoring_.introns.max_intron < on_->track().length())
      for (std::int64_t end = apart; end < on_->track().length(); end += apart)
        part_ends_.insert(on_->track().start + end);
    for (const std::int64_t start : borders.starts) {
      const std::int64_t nearest = start - scoring_.introns.max_intron;
      if (std::ranges::any_of(borders.ends, [&](std::int64_t end) { return end < nearest; }))
        part_ends_.insert(on_->track().start + nearest);
    }
    return n_parts_ < part_ends_.size();
  }

  // Its rows have what the sweep that is over had while it ran: so a long target takes no more for its chain.
  std::vector<spliced::alignment> chain_of(const chain_borders& borders, const sweep_storage::bytes& bytes) const {
    constexpr std::uint64_t usual_rows = std::uint64_t{16} << 20;
    if (borders.starts.empty() || borders.ends.empty()) return {};
    const solver_settings as_graph = for_borders(settings_);
    const memory_reservation of_sweep = memory_.reserve(bytes.held);
    const region_problem small(reduced_to(borders, material_), scoring_, as_graph, memory_);
    return exonweave::solve(small, target_, scoring_, as_graph, memory_,
                            {.control = call_.control, .max_rows = std::max(usual_rows, bytes.running)})
        .chains;
  }

  void check_memory(bool is_narrow) const {
    const std::uint64_t needed =
        memory_.reserved() + target_sweep::min_bytes(on_->program(), target_.size(), is_narrow);
    if (needed > memory_.limits().usable) throw too_little_memory(needed, memory_.limits());
  }

  const region_material& material_;
  const swept_region* on_;
  std::span<const spliced::residue_code> target_;
  const chain_scoring& scoring_;
  const solver_settings& settings_;
  memory_budget& memory_;
  const solver_call& call_;
  std::uint64_t n_computed_ = 0;
  std::set<std::int64_t> part_ends_;  // so far, with those that the sweep of n_parts_ did not have yet
  std::size_t n_parts_ = 0;
};

}  // namespace

case_solution solve_by_sweeps(const region_problem& problem, std::span<const spliced::residue_code> target,
                              const chain_scoring& scoring, const solver_settings& settings, memory_budget& memory,
                              const solver_call& call) {
  return sweep_solver(problem, target, scoring, settings, memory, call).solve();
}

}  // namespace exonweave
