#include "exons/chains/chain_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "exons/io/report.hpp"
#include "spliced/best_paths.hpp"

namespace exonweave {
namespace {

std::uint64_t sum_of_lengths(const std::vector<strand_exon>& exons) {
  std::uint64_t sum = 0;
  for (const auto& exon : exons) sum += static_cast<std::uint64_t>(exon.where.length());
  return sum;
}

not_enough_memory memory_failure(std::uint64_t needed, std::uint64_t limit) {
  return not_enough_memory(problem_report{{},
                                          "not enough memory for the alignment",
                                          fmt::format("{} bytes", limit),
                                          fmt::format("{} bytes", needed),
                                          "raise --memory"});
}

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
  const case_problem& of;
  std::span<const spliced::residue_code> target;
  const chain_scoring& scoring;
  const solver_options& options;

  // The edges of the literal graph come first. Of what they leave a quarter is for rows inside the runs on the way back,
  // the rest for last rows.
  std::uint64_t literal_edges = 0;  // bytes
  [[nodiscard]] std::uint64_t memory_for_rows() const {
    return options.memory - std::min(options.memory, literal_edges);
  }
  [[nodiscard]] std::uint64_t memory_inside_runs() const { return memory_for_rows() / 4; }
  [[nodiscard]] std::uint64_t memory_between_runs() const { return memory_for_rows() - memory_inside_runs(); }

  // The least memory for rows of which `between` bytes are not inside runs.
  static std::uint64_t least_whole(std::uint64_t between) { return between + (between - 1) / 3; }

  void check_memory(const spliced::problem& p) const {
    const std::uint64_t inside = spliced::least_memory_of_runs(p);
    const spliced::row_plan between(p);
    if (inside <= memory_inside_runs() && between.is_enough(memory_between_runs())) return;
    throw memory_failure(literal_edges + std::max(4 * inside, least_whole(between.least_memory())),
                         options.memory);
  }

  [[nodiscard]] spliced::problem problem_on(const spliced::row_graph& graph) const {
    return {graph.view(), target, &scoring.substitution, scoring.gap, scoring.free_target_ends};
  }

  // The alignment of one given chain.
  [[nodiscard]] spliced::alignment align(const spliced::ranked_path& path) const {
    std::vector<strand_exon> chain;
    for (const auto& exon : path.exons)
      chain.push_back(of.exons[index_of_exon(
          of.exons, {exon.end_position - static_cast<std::int64_t>(exon.n_rows), exon.end_position})]);
    const auto graph = build_path_graph(chain, of.region, scoring.introns);
    spliced::forward_pass pass(problem_on(graph), *options.engine, memory_between_runs());
    return spliced::trace_back(pass, memory_inside_runs());
  }

  // The best chain by the traceback's order, then the other ones of the k best.
  [[nodiscard]] std::vector<spliced::alignment> best_chains(spliced::forward_pass& pass) const {
    std::vector<spliced::alignment> chains = {spliced::trace_back(pass, memory_inside_runs())};
    if (options.n_chains == 1) return chains;
    for (const auto& path : spliced::find_best_paths(pass, options.n_chains, memory_inside_runs())) {
      spliced::alignment next = align(path);
      if (next.total != path.total) throw std::logic_error("a chain is not worth what the search promised");
      if (!(next == chains.front()) && chains.size() < options.n_chains) chains.push_back(std::move(next));
    }
    return chains;
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

case_solution solve_case(const case_problem& of, std::span<const spliced::residue_code> target,
                         const chain_scoring& scoring, const solver_options& options) {
  case_solution solved;
  if (of.exons.empty()) return solved;
  const bool is_literal = options.engine->wants_literal_graph();
  const std::uint64_t literal_edges =
      is_literal || !options.graph.junction_chain
          ? count_literal_edges(of.exons, scoring.introns) * sizeof(spliced::edge)
          : 0;
  if (literal_edges > options.memory) throw memory_failure(literal_edges, options.memory);
  const auto graph =
      build_row_graph(of.exons, of.region, scoring.introns, is_literal ? literal_graph : options.graph);
  const solver with{of, target, scoring, options, literal_edges};
  const spliced::problem p = with.problem_on(graph);
  check_scores(p);
  with.check_memory(p);
  solved.work = {target.size() * sum_of_lengths(of.exons), target.size() * spliced::count_rows(p.graph), 0,
                 p.graph.size(), p.graph.edges.size()};
  spliced::forward_pass pass(p, *options.engine, with.memory_between_runs());
  try {
    solved.chains = with.best_chains(pass);
  } catch (const spliced::memory_exceeded&) {  // of the search for alternatives; the rest was checked
    throw memory_failure(2 * options.memory, options.memory);
  }
  solved.work.computed_cells = pass.cells_computed();
  for (const auto& chain : solved.chains)
    if (rescore(chain, of, target, scoring) != chain.total)
      throw std::logic_error("the path found is not worth its score");
  return solved;
}

}  // namespace exonweave
