#include "predict/expected_gene_model.hpp"

#include <set>

#include "exons/gene_finding/gene_finder.hpp"
#include "exons/run/model_genes.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

namespace exonweave::apps {
namespace {

constexpr std::size_t rounds_of_learning = 2;

// Of all targets of the run.
double targets_with_case(const planned_run& plan) {
  std::set<std::size_t> targets;
  for (const alignment_task& each : plan.cases()) targets.insert(each.target);
  return plan.inputs.scale * static_cast<double>(targets.size());
}

}  // namespace

std::size_t expected_parses(const planned_run& plan) {
  switch (plan.inputs.rules.genes.gene_model) {
    case gene_model_request::off:
      return 0;
    case gene_model_request::given:
      return 1;
    case gene_model_request::on:
      return rounds_of_learning;
    case gene_model_request::automatic:
      break;
  }
  return targets_with_case(plan) < static_cast<double>(fewest_model_genes) ? 0 : rounds_of_learning;
}

gene_model_times gene_model_times_of(const predict_inputs& inputs, std::size_t n_parses) {
  const piece_counts pieces = count_pieces(inputs.sequences.catalog());
  gene_model_times made{.work = work_of_parses(static_cast<double>(pieces.n_bases), n_parses), .n_pieces = pieces.n};
  made.thread_seconds = inputs.rules.costs.prices().predict(made.work);
  return made;
}

}  // namespace exonweave::apps
