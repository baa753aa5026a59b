// Which engine aligns.
#pragma once

#include <memory>

#include "exons/scoring/chain_scoring.hpp"
#include "predict_inputs.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::apps {

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_engine(const predict_options& options);

/// The engine that was asked for; for "auto" the one for these inputs: this is the one place that knows both. Needs
/// check_engine() to have passed.
std::unique_ptr<spliced::engine> choose_engine(const predict_options& options, const predict_inputs& read);

/// Throws bad_usage where an engine takes no problems with this scoring.
void check_scoring(const spliced::engine& engine, const chain_scoring& scoring);

}  // namespace exonweave::apps
