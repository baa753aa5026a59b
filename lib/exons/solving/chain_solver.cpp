#include "exons/solving/chain_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/expected_costs.hpp"
#include "exons/solving/rescore.hpp"
#include "exons/solving/solver_settings.hpp"
#include "exons/solving/sweep_solver.hpp"
#include "spliced/graph/row_schedule.hpp"
#include "spliced/paths/alternatives.hpp"
#include "spliced/paths/path_cut.hpp"

namespace exonweave {
namespace {

// What of a region that is cut is read is a chain without margins.
expected_chain chain_read(const case_solution& solved) {
  if (solved.chains.empty()) return {.fraction = 0};
  const std::vector<interval> exons = places_of(solved.chains.front());
  double n_nt = 0;
  for (const interval& each : exons) n_nt += static_cast<double>(each.length());
  return {.length = static_cast<double>(exons.back().end - exons.front().start),
          .n_codons = n_nt / static_cast<double>(codon_length),
          .n_exons = solved.cut ? 0 : static_cast<double>(exons.size())};
}

}  // namespace

case_work& case_work::operator+=(const case_work& other) {
  eq3_cells += other.eq3_cells;
  graph_cells += other.graph_cells;
  computed_cells += other.computed_cells;
  nodes += other.nodes;
  edges += other.edges;
  sites += other.sites;
  weak_sites += other.weak_sites;
  costs += other.costs;
  return *this;
}

chain_search::chain_search(const region_problem& on, std::span<const spliced::residue_code> target,
                           const chain_scoring& scoring, const solver_settings& settings, memory_budget& memory,
                           const solver_call& call)
    : on_(on), target_(target), scoring_(scoring), settings_(settings), memory_(memory), call_(call) {
  if (on.swept() != nullptr) return;
  const spliced::problem forward = scoring.problem_on(on.graph(), target);
  check_scores(make_job(forward, on.schedule(), call_.control));
  if (!settings_.reads_backwards()) return;
  try {
    backwards_.emplace(forward, on.reversed().graph);
  } catch (const spliced::schedule_too_large& error) {
    const memory_limits& limits = memory_.limits();
    throw too_little_memory(fmt::format("about {} bytes", memory_.reserved() + error.expected_bytes + limits.held),
                            limits);
  }
}

std::uint64_t chain_search::min_rows() {
  if (on_.swept() != nullptr) return min_rows_of_sweep(*on_.swept(), target_.size());
  if (needs_.empty()) needs_ = needs_of(jobs_in(false));
  return std::accumulate(needs_.begin(), needs_.end(), std::uint64_t{0});
}

void chain_search::check_ample(std::uint64_t most) const {
  if (on_.swept() != nullptr) return;
  std::uint64_t ample = 0;
  for (const auto& job : jobs_in(false)) ample += settings_.engine->ample_memory(job);
  if (ample > memory_.left() && memory_.reserved() + ample <= most)
    throw too_little_memory(memory_.reserved() + ample, memory_.limits());
}

std::vector<spliced::alignment_job> chain_search::jobs(std::uint64_t rows) {
  if (call_.control != nullptr) call_.control->throw_if_stopped();
  rows_ = rows;
  if (on_.swept() != nullptr) return {};
  auto made = jobs_in(false);
  for (auto& job : made) job.planned = call_.planned;
  if (made.size() > 1 && needs_.empty()) needs_ = needs_of(made);
  share_rows(made, needs_);
  return made;
}

// Forwards, and backwards where that is requested.
std::vector<spliced::alignment_job> chain_search::jobs_in(bool exact_rows) const {
  std::vector<spliced::alignment_job> made = {
      make_job(scoring_.problem_on(on_.graph(), target_), on_.schedule(), call_.control)};
  made.front().compiled = on_.compiled();
  if (backwards_) {
    made.push_back(make_job(backwards_->view(), on_.reversed().schedule, call_.control));
    made.back().compiled = on_.reversed().compiled.get();
    made.back().wants_end = false;
  }
  for (auto& job : made) job.is_exact = exact_rows;
  return made;
}

std::vector<std::uint64_t> chain_search::needs_of(const std::vector<spliced::alignment_job>& jobs) const {
  std::vector<std::uint64_t> needs;
  for (const auto& job : jobs) needs.push_back(settings_.engine->min_memory(job));
  return needs;
}

// Of several each has the least that it needs, and its part of what is left. Of one the engine says itself when that is
// not enough.
void chain_search::share_rows(std::vector<spliced::alignment_job>& jobs,
                              const std::vector<std::uint64_t>& needs) const {
  if (jobs.size() == 1) {
    jobs.front().memory = rows_;
    return;
  }
  const std::uint64_t needed = std::accumulate(needs.begin(), needs.end(), std::uint64_t{0});
  if (needed > rows_) throw too_little_memory(memory_.reserved() + needed, memory_.limits());
  for (std::size_t k = 0; k < jobs.size(); ++k) jobs[k].memory = needs[k] + (rows_ - needed) / jobs.size();
}

// The first is computed by whoever asks for it.
std::vector<spliced::started_pass> chain_search::start_here(const std::vector<spliced::alignment_job>& jobs) const {
  std::vector<spliced::started_pass> started;
  for (const auto& job : jobs)
    started.push_back(start_next_to(started.empty() ? nullptr : call_.spare,
                                    [engine = settings_.engine, job] { return engine->align(job); }));
  return started;
}

// In the lanes that are tried next rows may take twice as much.
case_solution chain_search::solve() {
  std::uint64_t rows = memory_.left();
  if (call_.max_rows < rows) rows = std::min(rows, std::max(call_.max_rows, 2 * min_rows()));
  return finish(start_here(jobs(rows)));
}

case_solution chain_search::finish(std::vector<spliced::started_pass> passes) {
  case_solution solved;
  solved.work = work();
  if (on_.swept() != nullptr) {
    solved = solve_by_sweeps(on_, target_, scoring_, settings_, memory_, call_);
    const std::uint64_t computed = solved.work.computed_cells;
    solved.work = work();
    solved.work.computed_cells = computed;
  } else if (!read(std::move(passes), solved)) {
    const std::uint64_t in_vain = solved.work.computed_cells;
    solved = {};
    solved.work = work();
    solved.work.computed_cells = in_vain;
    call_.planned = nullptr;     // what was counted in vain counts
    auto exact = jobs_in(true);  // nobody counts them: the passes before were counted
    share_rows(exact, needs_of(exact));
    (void)read(start_here(exact), solved);
  }
  const target_size target = size_of(target_, on_, scoring_, *settings_.engine);
  solved.work.costs = on_.swept() != nullptr
                          ? costs_of_sweeping(size_of(on_), target, settings_, chain_read(solved))
                          : costs_of_aligning(size_of(on_), target, settings_, solved.chains.empty() ? 0 : 1);
  for (const auto& chain : solved.chains)
    if (rescore(chain, on_.material(), target_, scoring_) != chain.total)
      throw std::logic_error("the path found is not worth its score");
  return solved;
}

case_work chain_search::work() const {
  case_work made;
  made.eq3_cells = target_.size() * on_.eq3_rows();
  made.sites = on_.material().n_sites();
  made.weak_sites = on_.material().n_weak_sites;
  if (on_.swept() != nullptr) {
    made.graph_cells = target_.size() * on_.swept()->program().outline().counts.rows;
    return made;
  }
  const auto& graph = on_.graph();
  return {made.eq3_cells,
          target_.size() * spliced::count_rows(graph),
          0,
          graph.size(),
          graph.edges.size(),
          on_.material().n_sites(),
          on_.material().n_weak_sites,
          {}};
}

// False when rows have to be exact throughout and were not, or could not be read.
bool chain_search::read(std::vector<spliced::started_pass> passes, case_solution& solved) const {
  const auto rows_of = [&](spliced::started_pass& started) {
    return fit_in_memory(rows_, memory_, [&] { return started.get(); });
  };
  const auto pass = rows_of(passes.front());
  std::unique_ptr<spliced::row_pass> backwards;
  bool is_exact = true;
  const spliced::score best = pass->end().total;
  const bool has_chain = spliced::is_reachable(best) && !scoring_.is_forbidden(best);
  if (has_chain && best < call_.lowest_score)
    solved.unwanted = best;
  else if (has_chain)
    try {
      if (backwards_) backwards = rows_of(passes.back());
      is_exact = (!settings_.allows_several_loci() || find_cut(*pass, *backwards, solved)) &&
                 find_chains(*pass, solved) &&
                 (solved.cut || !settings_.with_margins || study_alternatives(*pass, *backwards, solved));
    } catch (const memory_exceeded&) {  // of the search for alternatives; the rest was checked
      const memory_limits& limits = memory_.limits();
      throw too_little_memory(fmt::format("more than {} bytes", limits.usable + limits.held), limits);
    }
  solved.work.computed_cells += pass->cells_computed() + (backwards ? backwards->cells_computed() : 0);
  return is_exact;
}

// The best chain by the traceback's order, then the other ones of the k best where the region is not cut. False as
// above.
bool chain_search::find_chains(spliced::row_pass& pass, case_solution& solved) const {
  std::vector<spliced::alignment>& chains = solved.chains;
  chains = {spliced::trace_back(pass)};
  if (settings_.n_chains == 1 || solved.cut) return true;
  // Found again among the others, perhaps in another of its best readings.
  const std::vector<interval> best = places_of(chains.front());
  memory_budget memory(memory_.limits().within(memory_.reserved() + rows_));
  const memory_reservation held = memory.reserve(memory_.reserved());
  counted_fraction done(call_.planned);
  const auto paths = spliced::find_best_paths(pass, settings_.n_chains, on_.spelling(), rows_ / 4,
                                              [&done](double fraction) { done.is_done(fraction); });
  for (const auto& path : paths) {
    if (path.total <= pass.exact_above()) return false;
    if (scoring_.is_forbidden(path.total)) break;
    std::vector<interval> places;
    for (const auto& exon : path.exons) places.push_back({exon.begin, exon.end});
    if (places == best || chains.size() == settings_.n_chains) continue;
    auto next = given_chain(places, on_.material(), scoring_, *settings_.engine, memory, call_.control).align(target_);
    if (!next || next->total < path.total) throw std::logic_error("a chain is not worth what the search promised");
    chains.push_back(std::move(*next));
  }
  if (chains.size() > 1) solved.second_best = chains[1].total;
  return true;
}

// False as above.
bool chain_search::find_cut(spliced::row_pass& pass, spliced::row_pass& backwards, case_solution& solved) const {
  const spliced::score best = std::max(pass.end().total, call_.best_of_region);
  const spliced::score least = std::max(settings_.min_of_locus(best), call_.lowest_score);
  if (least <= std::max(pass.exact_above(), backwards.exact_above())) return false;
  if (const auto found = spliced::find_path_cut(pass, backwards, least)) solved.cut = found->position;
  return true;
}

// The margins of whole exons, for each of their parts next to a frameshift, and the second-best chain. False when a
// score was found that rows like these do not hold exactly.
bool chain_search::study_alternatives(spliced::row_pass& pass, spliced::row_pass& backwards,
                                      case_solution& solved) const {
  const spliced::alignment& chain = solved.chains.front();
  std::vector<spliced::path_exon> exons;
  for (const interval& exon : places_of(chain)) exons.push_back({exon.start, exon.end});
  counted_fraction done(call_.planned);
  auto study = spliced::study_alternatives(pass, backwards, exons, call_.spare,
                                           [&done](double fraction) { done.is_done(fraction); });
  const auto drop_forbidden = [&](std::optional<spliced::score>& found) {
    if (found && scoring_.is_forbidden(*found)) found.reset();
  };
  drop_forbidden(study.second_best);
  std::ranges::for_each(study.best_without, drop_forbidden);
  const spliced::score exact_above = std::max(pass.exact_above(), backwards.exact_above());
  const auto is_exact = [&](const std::optional<spliced::score>& found) { return !found || *found > exact_above; };
  if (!is_exact(study.second_best) || !std::ranges::all_of(study.best_without, is_exact)) return false;
  solved.second_best = study.second_best;
  std::size_t whole = 0;
  for (const auto& part : chain.exons) {
    if (!part.is_shifted && !solved.best_without.empty()) ++whole;
    solved.best_without.push_back(study.best_without[whole]);
  }
  return true;
}

case_solution solve(const region_problem& region, std::span<const spliced::residue_code> target,
                    const chain_scoring& scoring, const solver_settings& settings, memory_budget& memory,
                    const solver_call& call) {
  if (region.is_empty()) return {};
  const memory_reservation of_problem = memory.reserve(region.bytes(settings.reads_backwards()));
  return chain_search(region, target, scoring, settings, memory, call).solve();
}

}  // namespace exonweave
