#include "exons/run/disrupted_genes.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "exons/solving/chain_codons.hpp"
#include "exons/solving/cut_genes.hpp"

namespace exonweave {
namespace {

// Looks for residues of the target near places where the chain may go around a broken frame.
class frame_scan {
 public:
  frame_scan(const spliced::alignment& chain, const strand_region& region, const chain_scoring& scoring,
             std::span<const spliced::residue_code> target)
      : chain_(chain), region_(region), scoring_(scoring), target_(target), own_(target.size(), -1) {
    const chain_reading read = read_codons(chain, region, *scoring.code);
    auto codon = read.codons.begin();
    std::size_t j = chain.exons.front().target_begin;
    for (const auto& exon : chain.exons)
      for (const auto& [op, length] : exon.edits)
        for (std::uint32_t step = 0; step < length; ++step) {
          if (op == spliced::edit::match) own_[j] = codon->bases.front();
          codon += op == spliced::edit::insertion ? 0 : 1;
          j += op == spliced::edit::match || op == spliced::edit::insertion ? 1 : 0;
        }
  }

  /// The best run of pairs without gaps that the chain has not, of residues next to an intron, on the bases there.
  [[nodiscard]] spliced::score best_at_introns() const {
    spliced::score best = 0;
    const auto& exons = chain_.exons;
    for (std::size_t e = 1; e < exons.size(); ++e) {
      const std::size_t here = exons[e].target_begin;
      const std::size_t begin = here - std::min(here, near + n_left_out(exons[e - 1].edits, true));
      const std::size_t end = here + near + n_left_out(exons[e].edits, false);
      const interval after{exons[e - 1].end - nt_of(near), exons[e - 1].end + nt_of(end - begin)};
      const interval before{exons[e].begin - nt_of(end - begin), exons[e].begin + nt_of(near)};
      if (after.overlaps(before))
        best = std::max(best,
                        best_run({std::min(after.start, before.start), std::max(after.end, before.end)}, begin, end));
      else
        best = std::max({best, best_run(after, begin, end), best_run(before, begin, end)});
    }
    return best;
  }

  /// The same of residues that the chain does not reach, as far as a gene goes on for certain, on the bases beyond its
  /// ends.
  [[nodiscard]] spliced::score best_at_ends() const {
    const auto &front = chain_.exons.front(), &back = chain_.exons.back();
    const std::size_t n_before = std::min(front.target_begin, far),
                      n_after = std::min(target_.size() - back.target_end, far);
    spliced::score best = 0;
    if (n_before >= few)
      best = best_run({front.begin - nt_of(n_before), front.begin + nt_of(near)}, front.target_begin - n_before,
                      front.target_begin + near);
    if (n_after >= few)
      best = std::max(best, best_run({back.end - nt_of(near), back.end + nt_of(n_after)},
                                     back.target_end - std::min(back.target_end, near), back.target_end + n_after));
    return best;
  }

 private:
  // Residues: of the chain's own next to a place, so few that are left out that no break is looked for, and so many
  // that do.
  static constexpr std::size_t near = 20, few = 8, far = 400;

  // Room for some bases that no residue is aligned with.
  static std::int64_t nt_of(std::size_t n_residues) {
    return static_cast<std::int64_t>(codon_length * n_residues) + 60;
  }

  // Residues at an end of an exon.
  static std::size_t n_left_out(const std::vector<spliced::edit_run>& edits, bool at_end) {
    if (edits.empty()) return 0;
    const spliced::edit_run& run = at_end ? edits.back() : edits.front();
    return run.op == spliced::edit::insertion ? run.length : 0;
  }

  // Of residues [begin, end), in all frames of a part of the strand.
  [[nodiscard]] spliced::score best_run(interval where, std::size_t begin, std::size_t end) const {
    constexpr auto frames = static_cast<std::int64_t>(codon_length);
    spliced::score best = 0;
    where = {std::max(where.start, region_.start), std::min(where.end, region_.end() - frames + 1)};
    end = std::min(end, target_.size());
    std::array<std::vector<spliced::score>, codon_length> runs;  // [1 + residue - begin] that end in the pair
    for (auto& each : runs) each.assign(end - begin + 1, 0);
    for (std::int64_t position = where.start; position < where.end; ++position) {
      auto& run = runs[static_cast<std::size_t>(position % frames)];
      const auto amino =
          scoring_.code->translate(region_.at(position), region_.at(position + 1), region_.at(position + 2));
      if (amino == spliced::stop_amino || is_recoded_stop(amino)) {
        std::ranges::fill(run, 0);
        continue;
      }
      for (std::size_t j = end; j-- > begin;) {
        spliced::score& here = run[j - begin + 1];
        here = own_[j] == position ? 0 : std::max(0, run[j - begin] + scoring_.substitution(amino, target_[j]));
        best = std::max(best, here);
      }
    }
    return best;
  }

  const spliced::alignment& chain_;
  const strand_region& region_;
  const chain_scoring& scoring_;
  std::span<const spliced::residue_code> target_;
  std::vector<std::int64_t> own_;  // [residues] the first base of the codon that each is paired with; -1: none
};

// On the strand: the chain, with room for the residues that it does not reach, and for the open end that may cut it.
interval around(const spliced::alignment& chain, const chain_reading& read, std::size_t n_residues) {
  constexpr std::int64_t flank = 120;  // nt
  constexpr std::size_t part = 4;      // of them as much again, for gaps
  const auto room = [](std::size_t n, bool is_whole) {
    return flank + static_cast<std::int64_t>(codon_length * (n + n / part)) + (is_whole ? 0 : longest_cut_intron);
  };
  return {chain.exons.front().begin - room(chain.exons.front().target_begin, read.has_start),
          chain.exons.back().end + room(n_residues - chain.exons.back().target_end, read.has_final_stop())};
}

// Pairs and what they score.
struct pair_sum {
  std::size_t n = 0;
  spliced::score score = 0;
};

// The pairs before each place where the frame breaks, and all.
struct break_places {
  std::vector<pair_sum> before;
  pair_sum all;
};

break_places breaks_of(const spliced::alignment& chain, const chain_reading& read, const chain_scoring& scoring,
                       std::span<const spliced::residue_code> target) {
  break_places found;
  auto codon = read.codons.begin();
  std::size_t j = chain.exons.front().target_begin;
  for (const auto& exon : chain.exons) {
    if (exon.is_shifted) found.before.push_back(found.all);
    for (const auto& [op, length] : exon.edits)
      for (std::uint32_t step = 0; step < length; ++step) {
        const bool is_pair = op == spliced::edit::match;
        if (op != spliced::edit::insertion) {
          const bool is_read_on = is_pair && is_recoded_stop(codon->amino) && codon->amino == target[j];
          if ((codon->amino == spliced::stop_amino || is_recoded_stop(codon->amino)) && !is_read_on)
            found.before.push_back(found.all);
          if (is_pair) found.all.score += scoring.substitution(codon->amino, target[j]);
          ++codon;
        }
        found.all.n += is_pair ? 1 : 0;
        j += is_pair || op == spliced::edit::insertion ? 1 : 0;
      }
  }
  return found;
}

// A frame that breaks where little is aligned beyond is a way to a start or stop codon, or to a few residues that fit
// by chance, no more.
bool has_pairs_next_to_breaks(const break_places& breaks, spliced::score cost) {
  constexpr std::size_t least = 8;
  const auto is_enough = [&](std::size_t n, spliced::score score) { return n >= least && score >= cost; };
  return std::ranges::all_of(breaks.before, [&](const pair_sum& before) {
    return is_enough(before.n, before.score) && is_enough(breaks.all.n - before.n, breaks.all.score - before.score);
  });
}

// The chains of a recheck that may stand; none where the best one of them is not a chain of a broken frame.
void drop_doubtful(const region_problem& on, std::span<const spliced::residue_code> target, spliced::score cost,
                   std::vector<spliced::alignment>& chains) {
  const auto breaks = [&](const spliced::alignment& chain) {
    return breaks_of(chain, read_codons(chain, on.material().region, *on.scoring().code), on.scoring(), target);
  };
  if (chains.empty()) return;
  const break_places of_best = breaks(chains.front());
  if (of_best.before.empty() || !has_pairs_next_to_breaks(of_best, cost)) return chains.clear();
  std::erase_if(chains, [&](const spliced::alignment& each) { return !has_pairs_next_to_breaks(breaks(each), cost); });
}

}  // namespace

std::optional<disruption_costs> recheck_costs(const scoring_options& scoring, score_unit unit) {
  const bool goes_over_breaks = scoring.frameshift || scoring.internal_stop;
  if (!scoring.disruption || goes_over_breaks || scoring.min_intron <= longest_skip) return std::nullopt;
  const spliced::score cost = unit.inside(*scoring.disruption);
  return disruption_costs{cost, cost};
}

bool may_be_disrupted(const spliced::alignment& chain, const strand_region& region, const chain_scoring& scoring,
                      std::span<const spliced::residue_code> target, spliced::score cost) {
  const frame_scan scan(chain, region, scoring, target);
  return 4 * std::int64_t{scan.best_at_introns()} >= 3 * std::int64_t{cost} ||
         2 * std::int64_t{scan.best_at_ends()} >= 3 * std::int64_t{cost};
}

void look_for_disruptions(solved_part& part, const division_context& context) {
  const spliced::alignment& chain = part.solved.chains.front();
  const strand_region& region = part.material->region;
  if (!may_be_disrupted(chain, region, context.whole.scoring(), context.target, context.maker.min_disruption())) return;
  const std::int64_t length = context.input.sequences.catalog().length(part.locus.sequence);
  const chain_reading read = read_codons(chain, region, *context.whole.scoring().code);
  interval where = around(chain, read, context.target.size());
  if (part.locus.on == strand::reverse) where = flip(where, length);
  solved_part found{part.locus, {}, {}, part.code};
  found.locus.region = {std::max(part.locus.region.start, where.start), std::min(part.locus.region.end, where.end)};
  const solver_settings settings = context.settings.for_one_locus();
  const solver_call call{.lowest_score = chain.total + 1, .control = context.call.control, .spare = context.call.spare};
  try {
    const auto problem =
        context.maker.make_problem(found.locus, context.reading, settings, context.memory, frame_rule::tolerant);
    found.solved = solve(*problem, context.target, problem->scoring(), settings, context.memory, call);
    drop_doubtful(*problem, context.target, context.maker.min_disruption(), found.solved.chains);
    if (found.solved.chains.empty()) return;
    found.material = std::make_shared<const region_material>(problem->material());
  } catch (const not_enough_memory&) {
    if (context.memory.limits().may_grow()) throw;  // it may have more
    return;
  }
  found.solved.work = part.solved.work;  // nobody can count a recheck beforehand
  part = std::move(found);
}

}  // namespace exonweave
