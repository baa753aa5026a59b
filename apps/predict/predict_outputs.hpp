// The output files of `exonweave predict`: made before computing, written whole or not at all, all together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/output.hpp"
#include "base/files/output_group.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/run/foreign_codes.hpp"
#include "exons/run/locus_models.hpp"
#include "exons/run/prediction.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/model_listing.hpp"
#include "exons/writers/plain_writers.hpp"
#include "predict/predict_stages.hpp"
#include "predict/predict_summary.hpp"

namespace exonweave::apps {

class predict_outputs {
 public:
  /// Makes all that were requested. Throws cannot_create.
  explicit predict_outputs(const predict_options& options);

  [[nodiscard]] const output_requests& requests() const { return requests_; }
  [[nodiscard]] bool wants_summary() const { return summary_.has_value(); }
  [[nodiscard]] bool wants_multiqc() const { return multiqc_.has_value(); }
  [[nodiscard]] bool wants_model() const { return splice_model_.has_value(); }
  [[nodiscard]] bool wants_gene_model() const { return gene_model_.has_value(); }

  /// Before anything is written: the sequences on which targets are aligned, which files of GFF3 name at their head.
  void begin(const std::vector<std::size_t>& aligned, const sequence_catalog& sequences);
  /// Listings of one sequence each, in the order of the genome. The scores of `form` are those between residues of the
  /// targets' kind. Written at once, but for rows in the style of miniprot, which wait for finish_models().
  void write_models(const model_listing& models, const miniprot_form& form);
  /// After the last of them, of these targets. Returns how many models are left out, as they are by target.
  std::size_t finish_models(const target_set& targets);
  void write_locus_models(const model_listing& models, const miniprot_form& form);
  void write_unplaced(const unplaced_results& unplaced, const prediction_input& input, score_unit unit);
  void write_completeness(std::string_view text) { completeness_->write(text); }
  void write_summary(std::string_view text) { summary_->write(text); }
  void write_multiqc(std::string_view text) { multiqc_->write(text); }
  void write_model(std::string_view text) { splice_model_->write(text); }
  void write_gene_model(std::string_view text) { gene_model_->write(text); }
  /// The run has none: the file does not appear, and that of an earlier run goes.
  void drop_gene_model();
  /// After all others, which are completed and read where the page of the run was requested: within `memory`, bytes.
  /// Throws what write_report_page() throws.
  void write_page(genome& sequences, const target_set& targets, report& problems, std::uint64_t memory);

  /// Completes all files, then lets them appear in place of those of an earlier run. Throws io_failure; then none has
  /// appeared unless a rename failed, which says so.
  void commit();

 private:
  output_group all_but_page();
  void write_head_of_genes(const model_listing& models);

  indexed_output models_;
  std::optional<indexed_output> locus_models_, locus_gtf_, hints_, training_, evm_, bed_, locus_bed_;
  std::optional<output_file> proteins_, coding_, locus_proteins_, locus_coding_, alignments_, paf_, miniprot_,
      unplaced_, completeness_, multiqc_, summary_, splice_model_, gene_model_, page_;
  output_requests requests_;
  bool names_sequences_;                // at the head of GFF3
  std::vector<std::size_t> aligned_{};  // sequences
  gff3_rows features_;                  // of models_, unless by target
  miniprot_rows miniprot_rows_;         // of models_ by target, or of miniprot_
};

// What `exonweave predict` does with each result when its turn comes: models go on to the outputs, and of the rest what
// the other files need is kept.

/// Of a run that must outlive it.
miniprot_form form_of(const output_requests& outputs, const planned_run& plan);

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
  /// Of a run that must outlive it, as `outputs` must.
  predict_results(const planned_run& plan, predict_outputs& outputs);

  /// Results come in the order of the cases.
  void add(locus_result&& result);

  /// What the limits of the search for loci kept out.
  void add_limits(const std::vector<found_locus>& loci);

  /// All have come.
  void finish();

  [[nodiscard]] const kept_results& kept() const { return kept_; }

 private:
  void write(const model_listing& models);

  const prediction_input input_;
  const bool wants_locus_models_;
  const elective_parts elective_;  // what is written of them
  const miniprot_form form_;
  predict_outputs& outputs_;
  kept_results kept_;
  listing_queue listings_;
};

}  // namespace exonweave::apps
