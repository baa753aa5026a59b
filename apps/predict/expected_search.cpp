#include "predict/expected_search.hpp"

#include "exons/loci/locus_search.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

namespace exonweave::apps {

spliced::by_cost_unit expected_search_work(const predict_inputs& inputs, std::uint64_t n_window_bases) {
  return work_of_search(static_cast<double>(count_nt(inputs.sequences.catalog())), inputs.n_residues,
                        inputs.scale * static_cast<double>(n_window_bases));
}

predict_inputs with_few_searched(predict_inputs inputs) {
  const auto nt = static_cast<double>(count_nt(inputs.sequences.catalog()));
  inputs.scale = keep_some(inputs.targets, max_searched(inputs.targets, nt, inputs.rules.costs.prices()));
  return inputs;
}

}  // namespace exonweave::apps
