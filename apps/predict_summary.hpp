// The run summary of `exonweave predict`: what was run on what, with what result and in what time.
#pragma once

#include <string>
#include <vector>

#include "exons/prediction/prediction.hpp"
#include "predict_options.hpp"
#include "stage_clock.hpp"

namespace exonweave::apps {

/// JSON text. Inputs with MD5 and size (null for pipes), parameters, versions, one entry per locus, totals,
/// seconds per stage. The only output that holds paths and durations.
std::string predict_summary(const predict_options& options, const scoring_options& scoring,
                            const prediction_input& input, const std::vector<locus_result>& loci,
                            const stage_clock& stages);

}  // namespace exonweave::apps
