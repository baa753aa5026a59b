#include "exons/solving/given_chain.hpp"

#include <algorithm>

#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/chain_job.hpp"
#include "exons/solving/chain_weights.hpp"

namespace exonweave {

given_chain::given_chain(std::span<const interval> chain, const region_material& material, const chain_scoring& scoring,
                         const spliced::engine& engine, const memory_budget& memory, run_control* control)
    : scoring_(scoring), engine_(engine), memory_(memory), control_(control) {
  exon_reading reading = scoring.reading();
  reading.incomplete.reset();  // the exons have it in their roles
  for (const chain_ends ends : {chain_ends{true, true}, {false, true}, {true, false}, {false, false}}) {
    const auto weighed = weigh_chain(chain, ends, material, scoring);
    if (!weighed) continue;
    auto made = std::make_unique<way>(
        way{build_path_graph(weighed->exons, ends, material.region, scoring.introns, reading), {}});
    made->schedule = spliced::make_schedule(made->graph.view(), scoring.residue_ends,
                                            engine.schedule(scoring.problem_on(made->graph.view(), {})));
    ways_.push_back(std::move(made));
  }
}

std::unique_ptr<spliced::row_pass> given_chain::pass_of(const way& each,
                                                        std::span<const spliced::residue_code> target) const {
  if (control_ != nullptr) control_->throw_if_stopped();
  spliced::alignment_job job = make_job(scoring_.problem_on(each.graph.view(), target), each.schedule, control_);
  check_scores(job);
  job.memory = memory_.left();
  auto pass = fit_in_memory(job.memory, memory_, [&] { return engine_.align(job); });
  return spliced::is_reachable(pass->end().total) ? std::move(pass) : nullptr;
}

std::optional<spliced::alignment> given_chain::align(std::span<const spliced::residue_code> target) const {
  std::optional<spliced::alignment> best;
  for (const auto& each : ways_) {
    const auto pass = pass_of(*each, target);
    if (pass && (!best || pass->end().total > best->total)) best = spliced::trace_back(*pass);
  }
  return best;
}

std::optional<spliced::score> given_chain::score_of(std::span<const spliced::residue_code> target) const {
  std::optional<spliced::score> best;
  for (const auto& each : ways_) {
    const auto pass = pass_of(*each, target);
    if (pass) best = std::max(best.value_or(pass->end().total), pass->end().total);
  }
  return best;
}

}  // namespace exonweave
