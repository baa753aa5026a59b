#include "exons/solving/chain_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/rescore.hpp"
#include "spliced/paths/margins.hpp"

namespace exonweave {
namespace {

void check_scores(const spliced::problem& p) {
  if (const auto bound = spliced::score_bound(p); bound >= spliced::score_limit)
    throw bad_data(problem_report{{},
                                  "scores could leave 32 bits for this target and region",
                                  fmt::format("bound {}", bound),
                                  fmt::format("a bound below {}", spliced::score_limit),
                                  "use smaller scores or a smaller region"});
}

// What solving one graph needs besides the graph.
struct solver {
  const region_material& of;
  std::span<const spliced::residue_code> target;
  const chain_scoring& scoring;
  const solver_options& options;
  alignment_memory memory;

  [[nodiscard]] spliced::problem problem_on(const spliced::graph_view& graph) const {
    return {
        graph, target, &scoring.substitution, scoring.gaps, scoring.free_target_ends, scoring.residue_ends};
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
    throw_if_stopped();
    const auto graph = build_path_graph(weighed->exons, ends, of.region, scoring.introns, scoring.reading());
    const spliced::problem p = problem_on(graph.view());
    check_scores(p);
    memory.check(p);
    spliced::forward_pass pass(p, *options.engine, memory.between_runs());
    if (!spliced::is_reachable(pass.end().total)) return std::nullopt;
    return spliced::trace_back(pass, memory.inside_runs());
  }

  // Engines do not ask yet within one alignment; so it is asked between them.
  void throw_if_stopped() const {
    if (options.control != nullptr) options.control->throw_if_stopped();
  }
  void count_cells(std::uint64_t computed) const {
    if (options.control != nullptr) options.control->add_cells(computed);
  }

  // The margins of whole exons, for each of their parts beside a frameshift.
  void find_margins(spliced::forward_pass& pass, const region_problem& on, case_solution& solved) const {
    throw_if_stopped();
    const spliced::alignment& chain = solved.chains.front();
    std::vector<spliced::path_exon> exons;
    for (const interval& exon : places_of(chain)) exons.push_back({exon.start, exon.end});
    const auto study =
        spliced::best_without(pass, *options.engine, exons, spliced::reversal(pass.of(), on.reversed()));
    solved.work.computed_cells += study.cells_computed;
    count_cells(study.cells_computed);
    std::size_t whole = 0;
    for (const auto& part : chain.exons) {
      if (!part.is_shifted && !solved.best_without.empty()) ++whole;
      solved.best_without.push_back(study.scores[whole]);
    }
  }

  // The best chain by the traceback's order, then the other ones of the k best.
  void find_chains(spliced::forward_pass& pass, spliced::spelling spelling, case_solution& solved) const {
    std::vector<spliced::alignment>& chains = solved.chains;
    chains = {spliced::trace_back(pass, memory.inside_runs())};
    if (options.n_chains == 1) return;
    // Found again among the others, perhaps in another of its best readings.
    const std::vector<interval> best = places_of(chains.front());
    for (const auto& path :
         spliced::find_best_paths(pass, options.n_chains, spelling, memory.inside_runs())) {
      std::vector<interval> places;
      for (const auto& exon : path.exons) places.push_back({exon.begin, exon.end});
      if (places == best || chains.size() == options.n_chains) continue;
      auto next = align(places);
      if (!next || next->total < path.total)
        throw std::logic_error("a chain is not worth what the search promised");
      chains.push_back(std::move(*next));
    }
    if (chains.size() > 1) solved.runner_up = chains[1].total;
  }

  // The same whatever --memory is, so that whether there is a runner-up does not depend on it.
  static constexpr std::uint64_t runner_up_memory = std::uint64_t{256} << 20;  // bytes

  // Without alternatives only the score of the second best chain, and only where the search for it is short.
  void find_runner_up(spliced::forward_pass& pass, spliced::spelling spelling, case_solution& solved) const {
    if (options.n_chains > 1 || spelling == spliced::spelling::chains_repeat) return;
    try {
      const auto best = spliced::find_best_paths(pass, 2, spelling, runner_up_memory);
      if (best.size() > 1) solved.runner_up = best[1].total;
    } catch (const spliced::memory_exceeded&) {
      solved.runner_up.reset();  // it is not worth failing for
    }
  }

  void explain(spliced::forward_pass& pass, const region_problem& on, case_solution& solved) const {
    try {
      find_chains(pass, on.spelling(), solved);
      if (!options.with_margins) return;
      find_runner_up(pass, on.spelling(), solved);
      find_margins(pass, on, solved);
    } catch (const spliced::memory_exceeded&) {  // of the search for alternatives; the rest was checked
      throw too_little_memory(fmt::format("more than {} bytes", options.memory), options);
    }
  }
};

}  // namespace

case_work& case_work::operator+=(const case_work& other) {
  eq3_cells += other.eq3_cells;
  graph_cells += other.graph_cells;
  computed_cells += other.computed_cells;
  nodes += other.nodes;
  edges += other.edges;
  return *this;
}

case_solution solve(const region_problem& of, std::span<const spliced::residue_code> target,
                    const chain_scoring& scoring, const solver_options& options) {
  case_solution solved;
  if (of.is_empty()) return solved;
  const std::uint64_t held = options.reserved + of.bytes(options.with_margins);
  const solver with{of.material(), target, scoring, options, {options, held}};
  with.throw_if_stopped();
  const spliced::problem p = with.problem_on(of.graph());
  check_scores(p);
  with.memory.check(p);
  solved.work = {target.size() * of.eq3_rows(), target.size() * spliced::count_rows(p.graph), 0,
                 p.graph.size(), p.graph.edges.size()};
  spliced::forward_pass pass(p, *options.engine, with.memory.between_runs());
  with.count_cells(pass.cells_computed());
  if (!spliced::is_reachable(pass.end().total)) return solved;
  with.explain(pass, of, solved);
  solved.work.computed_cells += pass.cells_computed();
  for (const auto& chain : solved.chains)
    if (rescore(chain, of.material(), target, scoring) != chain.total)
      throw std::logic_error("the path found is not worth its score");
  return solved;
}

std::optional<spliced::alignment> align_chain(std::span<const interval> chain, const region_material& of,
                                              std::span<const spliced::residue_code> target,
                                              const chain_scoring& scoring, const solver_options& options) {
  return solver{of, target, scoring, options, {options, options.reserved}}.align(chain);
}

}  // namespace exonweave
