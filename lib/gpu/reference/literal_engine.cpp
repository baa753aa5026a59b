#include "gpu/reference/literal_engine.hpp"

#include <algorithm>

namespace exonweave::gpu {

using spliced::edge;
using spliced::graph_view;
using spliced::node_id;

literal_plan make_literal_plan(const graph_view& graph) {
  literal_plan plan;
  plan.row_of.resize(graph.size());
  for (node_id v = 0; v < graph.size(); ++v) {
    const auto inputs = graph.inputs(v);
    const std::uint32_t n_residues = graph.nodes[v].n_residues;
    if (n_residues == 0 && inputs.size() == 1) {
      const literal_input& literal = plan.row_of[inputs[0].source];
      plan.row_of[v] = {literal.task, literal.weight + inputs[0].weight};
      continue;
    }
    literal_task task{graph.nodes[v].first_residue, n_residues, static_cast<std::uint32_t>(plan.inputs.size()), 0};
    for (const edge& input : inputs) {
      const literal_input& literal = plan.row_of[input.source];
      plan.inputs.push_back({literal.task, literal.weight + input.weight});
    }
    task.last_input = static_cast<std::uint32_t>(plan.inputs.size());
    plan.row_of[v] = {static_cast<std::uint32_t>(plan.tasks.size()), 0};
    plan.tasks.push_back(task);
    plan.max_residues = std::max(plan.max_residues, n_residues);
  }
  return plan;
}

std::uint32_t end_of_group(const literal_plan& plan, std::uint32_t first) {
  std::uint32_t end = first + 1;
  for (; end < plan.tasks.size(); ++end) {
    const auto begin = plan.inputs.begin() + plan.tasks[end].first_input;
    const auto last = plan.inputs.begin() + plan.tasks[end].last_input;
    if (std::any_of(begin, last, [&](const literal_input& input) { return input.task >= first; })) break;
  }
  return end;
}

namespace {

spliced::engine_facts facts_with(std::string_view name) {
  return {.name = name,
          .is_of_gpu = true,
          .scope = {.nucleotides_alone = true, .linear_gaps_alone = true, .candidates_alone = true},
          .jobs_at_once = 1024,
          .is_literal = true,
          .cell_cost = 1'300};
}

}  // namespace

const spliced::engine_facts& literal_facts(parallelism how) {
  static const spliced::engine_facts intra = facts_with("cuda-intra");
  static const spliced::engine_facts inter = facts_with("cuda-inter");
  return how == parallelism::intra ? intra : inter;
}

}  // namespace exonweave::gpu
