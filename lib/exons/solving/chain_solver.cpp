#include "exons/solving/chain_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "exons/io/report.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/rescore.hpp"
#include "spliced/paths/margins.hpp"

namespace exonweave {
namespace {

std::uint64_t sum_of_lengths(const std::vector<strand_exon>& exons) {
  std::uint64_t sum = 0;
  for (const auto& exon : exons) sum += static_cast<std::uint64_t>(exon.where.length());
  return sum;
}

// The paper counts a row per nucleotide of every exon; blocks are countless, and count as their region.
std::uint64_t eq3_rows(const region_material& of) {
  return sum_of_lengths(of.exons) + (of.blocks ? of.region.residues.size() : 0);
}

not_enough_memory memory_failure(std::string needed, std::uint64_t limit) {
  return not_enough_memory(problem_report{{},
                                          "not enough memory for the alignment",
                                          fmt::format("{} bytes", limit),
                                          std::move(needed),
                                          "raise --memory"});
}

not_enough_memory memory_failure(std::uint64_t needed, std::uint64_t limit) {
  return memory_failure(fmt::format("{} bytes", needed), limit);
}

void check_scores(const spliced::problem& p) {
  if (const auto bound = spliced::score_bound(p); bound >= spliced::score_limit)
    throw bad_data(problem_report{{},
                                  "scores could leave 32 bits for this target and region",
                                  fmt::format("bound {}", bound),
                                  fmt::format("a bound below {}", spliced::score_limit),
                                  "use smaller scores or a smaller region"});
}

bool has_places_of_two_kinds(const block_sites& blocks) {
  const auto has_pair = [](const std::vector<scored_site>& sites) {
    return std::ranges::adjacent_find(sites, {}, &scored_site::position) != sites.end();
  };
  const auto is_begin = [&](const scored_site& start) {
    return std::ranges::binary_search(blocks.begins, start.position);
  };
  return has_pair(blocks.sites.acceptors) || has_pair(blocks.sites.donors) ||
         std::ranges::any_of(blocks.sites.starts, is_begin);
}

// What solving one graph needs besides the graph.
struct solver {
  const region_material& of;
  std::span<const spliced::residue_code> target;
  const chain_scoring& scoring;
  const solver_options& options;

  // The edges of the literal graph come first. Of what they leave a quarter is for rows inside the runs on the way back,
  // the rest for last rows.
  std::uint64_t literal_edges = 0;    // bytes
  bool has_exons_and_blocks = false;  // so that a chain may be found in two ways
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
    return {graph.view(),        target, &scoring.substitution, scoring.gaps, scoring.free_target_ends,
            scoring.residue_ends};
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
    const auto graph = build_path_graph(weighed->exons, ends, of.region, scoring.introns, scoring.reading());
    const spliced::problem p = problem_on(graph);
    check_scores(p);
    check_memory(p);
    spliced::forward_pass pass(p, *options.engine, memory_between_runs());
    if (!spliced::is_reachable(pass.end().total)) return std::nullopt;
    return spliced::trace_back(pass, memory_inside_runs());
  }

  // A stop codon at the end fixes the frame of every exon before it. An own block whose site is of both families, or
  // where a chain may begin in two ways, is found twice.
  [[nodiscard]] spliced::spelling spelling_of_chains() const {
    const bool repeat = scoring.incomplete || has_exons_and_blocks || scoring.frameshift ||
                        (of.blocks && has_places_of_two_kinds(*of.blocks));
    return repeat ? spliced::spelling::chains_repeat : spliced::spelling::each_chain_once;
  }

  // The margins of whole exons, for each of their parts beside a frameshift.
  [[nodiscard]] std::vector<std::optional<spliced::score>> best_without(spliced::forward_pass& pass,
                                                                        const spliced::alignment& chain,
                                                                        case_work& work) const {
    std::vector<spliced::path_exon> exons;
    for (const interval& exon : places_of(chain)) exons.push_back({exon.start, exon.end});
    const auto study = spliced::best_without(pass, *options.engine, exons);
    work.computed_cells += study.cells_computed;
    std::vector<std::optional<spliced::score>> scores;
    std::size_t whole = 0;
    for (const auto& part : chain.exons) {
      if (!part.is_shifted && !scores.empty()) ++whole;
      scores.push_back(study.scores[whole]);
    }
    return scores;
  }

  // The best chain by the traceback's order, then the other ones of the k best.
  void find_chains(spliced::forward_pass& pass, case_solution& solved) const {
    std::vector<spliced::alignment>& chains = solved.chains;
    chains = {spliced::trace_back(pass, memory_inside_runs())};
    if (options.n_chains == 1) return;
    // Found again among the others, perhaps in another of its best readings.
    const std::vector<interval> best = places_of(chains.front());
    for (const auto& path :
         spliced::find_best_paths(pass, options.n_chains, spelling_of_chains(), memory_inside_runs())) {
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
  void find_runner_up(spliced::forward_pass& pass, case_solution& solved) const {
    if (options.n_chains > 1 || spelling_of_chains() == spliced::spelling::chains_repeat) return;
    try {
      const auto best = spliced::find_best_paths(pass, 2, spelling_of_chains(), runner_up_memory);
      if (best.size() > 1) solved.runner_up = best[1].total;
    } catch (const spliced::memory_exceeded&) {
      solved.runner_up.reset();  // it is not worth failing for
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

case_solution solve_case(const region_material& of, std::span<const spliced::residue_code> target,
                         const chain_scoring& scoring, const solver_options& options) {
  case_solution solved;
  if (of.exons.empty() && !of.blocks) return solved;
  // Own blocks are countless: the literal recurrence takes them in the shared graph.
  const bool is_literal = options.engine->wants_literal_graph() && !of.blocks;
  const std::uint64_t literal_edges = is_literal || (!options.graph.junction_chain && !of.blocks)
                                          ? count_literal_edges(of.exons, scoring.introns) *
                                                (scoring.code ? most_classes : 1) * sizeof(spliced::edge)
                                          : 0;
  if (literal_edges > options.memory) throw memory_failure(literal_edges, options.memory);
  const std::vector<strand_exon> exons = exons_beside_blocks(of, scoring);
  const auto graph = build_row_graph({exons, of.blocks ? &*of.blocks : nullptr}, of.region, scoring.introns,
                                     scoring.reading(), is_literal ? literal_graph : options.graph);
  const solver with{of, target, scoring, options, literal_edges, of.blocks && !exons.empty()};
  const spliced::problem p = with.problem_on(graph);
  check_scores(p);
  with.check_memory(p);
  solved.work = {target.size() * eq3_rows(of), target.size() * spliced::count_rows(p.graph), 0,
                 p.graph.size(), p.graph.edges.size()};
  spliced::forward_pass pass(p, *options.engine, with.memory_between_runs());
  if (!spliced::is_reachable(pass.end().total)) return solved;
  try {
    with.find_chains(pass, solved);
    if (options.with_margins) {
      with.find_runner_up(pass, solved);
      solved.best_without = with.best_without(pass, solved.chains.front(), solved.work);
    }
  } catch (const spliced::memory_exceeded&) {  // of the search for alternatives; the rest was checked
    throw memory_failure(fmt::format("more than {} bytes", options.memory), options.memory);
  }
  solved.work.computed_cells += pass.cells_computed();
  for (const auto& chain : solved.chains)
    if (rescore(chain, of, target, scoring) != chain.total)
      throw std::logic_error("the path found is not worth its score");
  return solved;
}

std::optional<spliced::alignment> align_chain(std::span<const interval> chain, const region_material& of,
                                              std::span<const spliced::residue_code> target,
                                              const chain_scoring& scoring, const solver_options& options) {
  return solver{of, target, scoring, options}.align(chain);
}

}  // namespace exonweave
