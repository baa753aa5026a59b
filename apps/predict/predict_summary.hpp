// The run summary of `exonweave predict`: what was run on what, with what result and in what time.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/stage_clock.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/run/model_genes.hpp"
#include "exons/run/prediction.hpp"
#include "predict/completeness.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_training.hpp"

namespace exonweave::apps {

/// What a summary reports of results.
class summary_results {
 public:
  /// Totals alone, or with an entry for each result. `unit` is that of the results' scores, `model` of the engine.
  summary_results(bool with_entries, score_unit unit, const spliced::cost_model& model)
      : with_entries_(with_entries), unit_(unit), model_(model) {}

  void add(const locus_result& result, const prediction_input& input);

  [[nodiscard]] const nlohmann::ordered_json& entries() const { return entries_; }
  [[nodiscard]] nlohmann::ordered_json totals(bool by_wall) const;

  /// Seconds of one thread for what was done.
  [[nodiscard]] double predicted_thread_seconds() const { return model_.predict(work_.costs); }

  /// Seconds of all threads over those that were predicted for what was done, on processors (`by_wall`: as clocks tell
  /// them, where a GPU worked); nothing for less than some seconds.
  [[nodiscard]] std::optional<double> drift(bool by_wall) const;

 private:
  bool with_entries_;
  score_unit unit_;
  spliced::cost_model model_;
  nlohmann::ordered_json entries_ = nlohmann::ordered_json::array();
  std::size_t n_results_ = 0;
  std::size_t n_models_ = 0;
  std::size_t n_disrupted_ = 0;  // models with a broken frame
  std::size_t n_left_out_ = 0;   // loci
  case_work work_;
  double seconds_ = 0, cpu_seconds_ = 0;  // of all threads
};

/// The genes of loci: those that are written, and of these how many are what; those left out as antisense, and those
/// that --min-support and --review leave out.
struct locus_account : gene_set_counts {
  std::size_t n_written = 0;
  std::size_t n_antisense = 0;
  std::size_t n_below_min_support = 0;
  std::size_t n_rejected = 0;  // by --review
  own_gene_model model{};
  hint_counts hints{};  // of predicted genes
  merged_genes by_model{};
};

/// What came of a run.
struct run_account {
  const std::vector<input_file>& inputs;
  const learnt_model& learnt;
  const summary_results& results;
  std::vector<std::pair<std::string, double>> predicted{};  // seconds of stages
  std::optional<locus_account> genes{};                     // where they were requested
  std::vector<checked_proteins> completeness{};             // of an annotation
};

/// JSON text. Inputs with MD5 and size (null for pipes), parameters, versions, one entry per locus, totals,
/// seconds per stage. The only output that holds paths and durations.
std::string predict_summary(const output_requests& outputs, const placed_run& run, const prediction_options& how,
                            const run_account& account, const stage_clock& stages);

}  // namespace exonweave::apps
