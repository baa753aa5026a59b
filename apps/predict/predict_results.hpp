// What `exonweave predict` does with each result when its turn comes: models go on to the outputs, and of the rest what
// the other files need is kept.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exons/loci/locus_search.hpp"
#include "exons/run/foreign_codes.hpp"
#include "exons/run/locus_models.hpp"
#include "exons/writers/locus_tables.hpp"
#include "exons/writers/model_listing.hpp"
#include "predict/predict_multiqc.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_summary.hpp"

namespace exonweave::apps {

/// Of a run whose results depend on `how`, which must outlive it as `input` must.
miniprot_form form_of(const predict_options& options, const prediction_input& input, const prediction_options& how);

/// What is kept of all results.
struct kept_results {
  unplaced_results unplaced;
  std::vector<elective_model> elective;  // where locus models are requested
  summary_results summary;
  std::optional<multiqc_figures> multiqc;  // where they are requested
  foreign_code_search foreign_codes;
  std::size_t n_loci = 0;  // as --out has them
  std::size_t n_models = 0;
  std::size_t n_without_cds = 0;  // models
  std::size_t n_backwards = 0;    // results whose DNA target is read backwards
};

class predict_results {
 public:
  /// `how` is what is predicted with, `unit` that of all scores, `costs` what work costs. All must outlive it.
  predict_results(const predict_options& options, const prediction_input& input, const prediction_options& how,
                  score_unit unit, const spliced::cost_model& costs, predict_outputs& outputs);

  /// Results come in the order of the cases.
  void add(locus_result&& result);

  /// What the limits of the search for loci kept out.
  void add_limits(const std::vector<found_locus>& loci);

  /// All have come.
  void finish();

  [[nodiscard]] const kept_results& kept() const { return kept_; }

 private:
  void write(const model_listing& models);

  const prediction_input& input_;
  const bool wants_locus_models_;
  const elective_parts elective_;  // what is written of them
  const miniprot_form form_;
  predict_outputs& outputs_;
  kept_results kept_;
  listing_queue listings_;
};

}  // namespace exonweave::apps
