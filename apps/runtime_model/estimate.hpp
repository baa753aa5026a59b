// What `exonweave estimate` and the --estimate of predict do.
#pragma once

#include "predict/predict_options.hpp"

namespace exonweave::apps {

/// Says how long the run will take, as text or in the files of options.estimate. Nothing is aligned but what a splice
/// model is learnt from. Throws as a run does.
void print_estimate(const predict_options& options);

}  // namespace exonweave::apps
