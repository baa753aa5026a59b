// How long a search for loci will take.
#pragma once

#include <cstdint>

#include "predict/predict_inputs.hpp"

namespace exonweave::apps {

/// Of all targets of the run, where those of the inputs were looked for once more in so many nt.
spliced::by_cost_unit expected_search_work(const predict_inputs& inputs, std::uint64_t n_window_bases);

/// With some of the targets in place of all, where the search for their loci would take long.
predict_inputs with_few_searched(predict_inputs inputs);

}  // namespace exonweave::apps
