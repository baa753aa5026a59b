#include "exons/solving/given_chain.hpp"

#include <algorithm>

#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/chain_job.hpp"
#include "exons/solving/chain_weights.hpp"

namespace exonweave {
namespace {

// A chain that begins and ends in one of the ways that it may.
std::optional<spliced::alignment> align_with(chain_ends ends, std::span<const interval> chain,
                                             const region_material& of,
                                             std::span<const spliced::residue_code> target,
                                             const chain_scoring& scoring, const solver_options& options) {
  const auto weighed = weigh_chain(chain, ends, of, scoring);
  if (!weighed) return std::nullopt;
  if (options.control != nullptr) options.control->throw_if_stopped();
  exon_reading reading = scoring.reading();
  reading.incomplete.reset();  // the exons have it in their roles
  const auto graph = build_path_graph(weighed->exons, ends, of.region, scoring.introns, reading);
  const auto schedule = spliced::make_schedule(
      graph.view(), scoring.residue_ends, options.engine->schedule(scoring.problem_on(graph.view(), {})));
  spliced::alignment_job job = make_job(scoring.problem_on(graph.view(), target), schedule, options);
  check_scores(job);
  job.memory = options.memory - std::min(options.memory, options.reserved);
  const auto pass =
      fit_in_memory(options.reserved + job.memory, options, [&] { return options.engine->align(job); });
  if (!spliced::is_reachable(pass->end().total)) return std::nullopt;
  return spliced::trace_back(*pass);
}

}  // namespace

std::optional<spliced::alignment> align_chain(std::span<const interval> chain, const region_material& of,
                                              std::span<const spliced::residue_code> target,
                                              const chain_scoring& scoring, const solver_options& options) {
  std::optional<spliced::alignment> best;
  for (const chain_ends ends : {chain_ends{true, true}, {false, true}, {true, false}, {false, false}}) {
    auto found = align_with(ends, chain, of, target, scoring, options);
    if (found && (!best || found->total > best->total)) best = std::move(found);
  }
  return best;
}

}  // namespace exonweave
