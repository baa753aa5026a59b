// Which engine aligns.
#pragma once

#include <memory>

#include "predict_inputs.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::apps {

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_engine(const predict_options& options);

/// The engine that was asked for; for "auto" the one for these inputs: this is the one place that knows both. Needs
/// check_engine() to have passed.
std::unique_ptr<spliced::engine> choose_engine(const predict_options& options, const predict_inputs& read);

}  // namespace exonweave::apps
