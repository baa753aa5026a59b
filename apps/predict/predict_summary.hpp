// The run summary of `exonweave predict`: what was run on what, with what result and in what time.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
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
#include "predict/predict_options.hpp"
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

// What `exonweave predict` reports MultiQC: a row of its General Statistics table, as custom content
// (https://docs.seqera.io/multiqc/custom_content). A file of that kind holds one section, and that table is the one
// where a run stands next to other runs and other programs; why there are results without a model is in columns of it
// too.

/// Figures of a run, of its results, and so the same for any engine and threads. What is kept grows with targets, not
/// with results.
class multiqc_figures {
 public:
  explicit multiqc_figures(std::size_t n_targets) : best_(n_targets), is_tried_(n_targets) {}

  void add(const locus_result& result);

  /// By the id of their columns: numbers of things, and shares in percent, to two decimals. Medians are those of the
  /// best model of each target, of equal scores that of higher identity, then coverage. A share or a median of nothing
  /// is left out, and an outcome that no result has. Of `genes`, where a gene set was requested, the number comes
  /// first, and what is partial or disrupted is then counted of them, otherwise of all models.
  [[nodiscard]] nlohmann::ordered_json row(const std::optional<locus_account>& genes) const;

 private:
  struct best_model {
    spliced::score score;
    double identity;
    double coverage;
    auto operator<=>(const best_model&) const = default;
  };
  [[nodiscard]] std::optional<double> median_of_best(double best_model::*figure) const;

  std::vector<std::optional<best_model>> best_;  // of each target
  std::vector<bool> is_tried_;                   // each target
  std::map<locus_outcome, std::size_t> n_results_;
  std::size_t n_all_results_ = 0;
  std::size_t n_models_ = 0;
  std::size_t n_partial_ = 0;
  std::size_t n_disrupted_ = 0;
};

/// JSON text for a file that MultiQC finds by its name.
std::string multiqc_text(const std::string& sample, const nlohmann::ordered_json& row);

/// What the row is called: --id-prefix, by which a run is distinguished from others in all outputs, else the names of
/// the folder of an annotation and of that above it ("fly_out": many runs call their folder the same), else the name of
/// the file without the ending, else, where it has none (standard output), the name of the genome's file.
std::string multiqc_sample(const output_requests& outputs, const std::string& genome);

/// Refuses a file that MultiQC would not find by its name. Throws bad_usage.
void check_multiqc(const output_requests& outputs);

}  // namespace exonweave::apps
