#include "exons/solving/chain_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/rescore.hpp"
#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/paths/rivals.hpp"

namespace exonweave {
namespace {

void check_scores(const spliced::alignment_job& job) {
  try {
    spliced::check_score_range(job);
  } catch (const std::range_error&) {
    throw bad_data(problem_report{{},
                                  "scores could leave 32 bits for this target and region",
                                  fmt::format("bound {}", spliced::score_bound(job.of)),
                                  fmt::format("a bound below {}", spliced::score_limit),
                                  "use smaller scores or a smaller region"});
  }
}

// What solving one graph needs besides the graph.
struct solver {
  const region_material& of;
  std::span<const spliced::residue_code> target;
  const chain_scoring& scoring;
  const solver_options& options;
  std::uint64_t held;                         // bytes of the memory: not for rows
  spliced::planned_cells* planned = nullptr;  // counts passes over the whole problem
  bool wants_exact_rows = false;              // see alignment_job::is_exact

  [[nodiscard]] spliced::alignment_job job_on(const spliced::graph_view& graph,
                                              const spliced::row_schedule& schedule) const {
    return {
        {graph, target, &scoring.substitution, scoring.gaps, scoring.free_target_ends, scoring.residue_ends},
        &schedule,
        0,
        options.control,
        wants_exact_rows};
  }

  // In at most `memory` bytes for rows. Throws not_enough_memory with what would do.
  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(spliced::alignment_job job,
                                                         std::uint64_t memory) const {
    job.memory = memory;
    try {
      return options.engine->align(job);
    } catch (const spliced::memory_exceeded& error) {
      throw too_little_memory(held + memory_for_rows() - memory + error.needed, options);
    }
  }
  [[nodiscard]] std::uint64_t memory_for_rows() const {
    return options.memory - std::min(options.memory, held);
  }

  // What a pass and the one backwards may take: the least that each needs, and half of what is left.
  struct memory_shares {
    std::uint64_t forward = 0;
    std::uint64_t backward = 0;
  };
  [[nodiscard]] memory_shares share_memory(const region_problem& on) const {
    if (!options.with_margins) return {memory_for_rows(), 0};
    const std::uint64_t forward = options.engine->least_memory(job_on(on.graph(), on.schedule()));
    const std::uint64_t backward =
        options.engine->least_memory(job_on(on.reversed().graph->view(), on.reversed().schedule));
    if (forward + backward > memory_for_rows()) throw too_little_memory(held + forward + backward, options);
    const std::uint64_t left = (memory_for_rows() - forward - backward) / 2;
    return {forward + left, backward + left};
  }

  [[nodiscard]] std::optional<spliced::alignment> align(std::span<const interval> chain) const {
    std::optional<spliced::alignment> best;
    for (const chain_ends ends : {chain_ends{true, true}, {false, true}, {true, false}, {false, false}}) {
      auto found = align_with(ends, chain);
      if (found && (!best || found->total > best->total)) best = std::move(found);
    }
    return best;
  }

  [[nodiscard]] std::optional<spliced::alignment> align_with(chain_ends ends,
                                                             std::span<const interval> chain) const {
    const auto weighed = weigh_chain(chain, ends, of, scoring);
    if (!weighed) return std::nullopt;
    if (options.control != nullptr) options.control->throw_if_stopped();
    const auto graph = build_path_graph(weighed->exons, ends, of.region, scoring.introns, scoring.reading());
    const auto schedule =
        spliced::make_schedule(graph.view(), scoring.residue_ends, options.engine->schedule(graph.view()));
    const spliced::alignment_job job = job_on(graph.view(), schedule);
    check_scores(job);
    const auto pass = align(job, memory_for_rows());
    if (!spliced::is_reachable(pass->end().total)) return std::nullopt;
    return spliced::trace_back(*pass);
  }

  // A pass over the problem read from its end.
  struct backwards_pass {
    spliced::reversal of;
    std::unique_ptr<spliced::row_pass> rows;
  };
  [[nodiscard]] std::unique_ptr<backwards_pass> align_backwards(const spliced::problem& forward,
                                                                const region_problem& on,
                                                                std::uint64_t memory) const {
    auto made = std::make_unique<backwards_pass>(spliced::reversal(forward, on.reversed().graph), nullptr);
    spliced::alignment_job job = job_on(made->of.view().graph, on.reversed().schedule);
    job.of = made->of.view();
    job.planned = planned;
    made->rows = align(job, memory);
    return made;
  }

  // The margins of whole exons, for each of their parts beside a frameshift, and the runner-up. False when a score
  // was found that rows like these do not hold exactly.
  [[nodiscard]] bool study_rivals(spliced::row_pass& pass, spliced::row_pass& backwards,
                                  case_solution& solved) const {
    const spliced::alignment& chain = solved.chains.front();
    std::vector<spliced::path_exon> exons;
    for (const interval& exon : places_of(chain)) exons.push_back({exon.start, exon.end});
    const auto study = spliced::study_rivals(pass, backwards, exons, options.spare);
    solved.work.computed_cells += backwards.cells_computed();
    const spliced::score exact_above = std::max(pass.exact_above(), backwards.exact_above());
    const auto is_exact = [&](const std::optional<spliced::score>& found) {
      return !found || *found > exact_above;
    };
    if (!is_exact(study.runner_up) || !std::ranges::all_of(study.best_without, is_exact)) return false;
    solved.runner_up = study.runner_up;
    std::size_t whole = 0;
    for (const auto& part : chain.exons) {
      if (!part.is_shifted && !solved.best_without.empty()) ++whole;
      solved.best_without.push_back(study.best_without[whole]);
    }
    return true;
  }

  // The best chain by the traceback's order, then the other ones of the k best. False as above.
  [[nodiscard]] bool find_chains(spliced::row_pass& pass, spliced::spelling spelling,
                                 case_solution& solved) const {
    std::vector<spliced::alignment>& chains = solved.chains;
    chains = {spliced::trace_back(pass)};
    if (options.n_chains == 1) return true;
    // Found again among the others, perhaps in another of its best readings.
    const std::vector<interval> best = places_of(chains.front());
    for (const auto& path :
         spliced::find_best_paths(pass, options.n_chains, spelling, memory_for_rows() / 4)) {
      if (path.total <= pass.exact_above()) return false;
      std::vector<interval> places;
      for (const auto& exon : path.exons) places.push_back({exon.begin, exon.end});
      if (places == best || chains.size() == options.n_chains) continue;
      auto next = align(places);
      if (!next || next->total < path.total)
        throw std::logic_error("a chain is not worth what the search promised");
      chains.push_back(std::move(*next));
    }
    if (chains.size() > 1) solved.runner_up = chains[1].total;
    return true;
  }

  // False when rows have to be exact throughout and were not.
  [[nodiscard]] bool solve(const region_problem& on, case_solution& solved) const {
    spliced::alignment_job job = job_on(on.graph(), on.schedule());
    job.planned = planned;
    check_scores(job);
    const auto [forward, backward] = share_memory(on);
    auto backwards = spliced::start_beside(
        options.with_margins ? options.spare : nullptr,
        [this, aligned = job.of, &on, memory = backward] { return align_backwards(aligned, on, memory); });
    const auto pass = align(job, forward);
    bool is_exact = true;
    if (spliced::is_reachable(pass->end().total)) try {
        is_exact = find_chains(*pass, on.spelling(), solved) &&
                   (!options.with_margins || study_rivals(*pass, *backwards.get()->rows, solved));
      } catch (const spliced::memory_exceeded&) {  // of the search for alternatives; the rest was checked
        throw too_little_memory(fmt::format("more than {} bytes", options.memory), options);
      }
    solved.work.computed_cells += pass->cells_computed();
    return is_exact;
  }
};

}  // namespace

case_work& case_work::operator+=(const case_work& other) {
  eq3_cells += other.eq3_cells;
  graph_cells += other.graph_cells;
  computed_cells += other.computed_cells;
  nodes += other.nodes;
  edges += other.edges;
  sites += other.sites;
  weak_sites += other.weak_sites;
  return *this;
}

case_solution solve(const region_problem& of, std::span<const spliced::residue_code> target,
                    const chain_scoring& scoring, const solver_options& options) {
  if (of.is_empty()) return {};
  if (options.control != nullptr) options.control->throw_if_stopped();
  solver with{of.material(),  target, scoring, options, options.reserved + of.bytes(options.with_margins),
              options.planned};
  case_solution solved;
  const auto& graph = of.graph();
  solved.work = {target.size() * of.eq3_rows(),
                 target.size() * spliced::count_rows(graph),
                 0,
                 graph.size(),
                 graph.edges.size(),
                 of.material().n_sites(),
                 of.material().n_weak_sites};
  const case_work work = solved.work;
  if (!with.solve(of, solved)) {
    const std::uint64_t in_vain = solved.work.computed_cells;
    solved = {};
    solved.work = work;
    solved.work.computed_cells = in_vain;
    with.wants_exact_rows = true;
    with.planned = nullptr;  // these passes were counted
    (void)with.solve(of, solved);
  }
  for (const auto& chain : solved.chains)
    if (rescore(chain, of.material(), target, scoring) != chain.total)
      throw std::logic_error("the path found is not worth its score");
  return solved;
}

std::optional<spliced::alignment> align_chain(std::span<const interval> chain, const region_material& of,
                                              std::span<const spliced::residue_code> target,
                                              const chain_scoring& scoring, const solver_options& options) {
  return solver{of, target, scoring, options, options.reserved}.align(chain);
}

}  // namespace exonweave
