// How `exonweave estimate` says what it finds out.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "predict/predict_inputs.hpp"
#include "runtime_model/estimate_run.hpp"

namespace exonweave::apps {

/// For people.
std::string estimate_text(const run_estimate& found, const predict_inputs& inputs, std::optional<double> budget);

nlohmann::ordered_json estimate_json(const run_estimate& found, const predict_inputs& inputs,
                                     std::optional<double> budget);

/// A row for each result in `targets`, the longest first.
std::string locus_table(const run_estimate& found, const predict_inputs& inputs);

}  // namespace exonweave::apps
