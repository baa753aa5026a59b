// What `exonweave predict` reports MultiQC: a row of its General Statistics table, as custom content
// (https://docs.seqera.io/multiqc/custom_content). A file of that kind holds one section, and that table is the one
// where a run stands next to other runs and other programs; why there are results without a model is in columns of it
// too.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "exons/run/prediction.hpp"
#include "predict/predict_options.hpp"
#include "predict/predict_summary.hpp"

namespace exonweave::apps {

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
