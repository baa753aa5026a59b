// Which engine aligns.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "exons/io/report.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "predict_inputs.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave::apps {

/// What engines say while they work, on any thread.
class engine_warnings {
 public:
  void add(const std::string& what);
  /// When nobody adds any more.
  void tell(report& problems) const;

 private:
  std::mutex mutex_;
  std::vector<std::string> told_;
};

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_engine(const predict_options& options);

/// Whether a GPU, where there is one, is worth its while: candidates with linear gaps, against which so many targets are tried that
/// most scores are all that is wanted of them. What it rests on: docs/benchmarks/gpu-strips.md.
bool suits_device(const predict_options& options, const scoring_options& scoring, molecule targets,
                  std::size_t n_alignments);

/// The engine that was asked for; for "auto" the one for these inputs: this is the one place that knows both. Needs
/// check_engine() to have passed. `warnings` must outlive it.
std::unique_ptr<spliced::engine> choose_engine(const predict_options& options, const predict_inputs& read,
                                               engine_warnings& warnings);

/// Throws bad_usage where an engine takes no problems with this scoring.
void check_scoring(const spliced::engine& engine, const chain_scoring& scoring);

}  // namespace exonweave::apps
