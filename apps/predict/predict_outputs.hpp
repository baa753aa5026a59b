// The output files of `exonweave predict`: made before computing, written whole or not at all, all together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/indexed_output.hpp"
#include "base/files/output.hpp"
#include "base/files/output_group.hpp"
#include "exons/run/prediction.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/locus_tables.hpp"
#include "exons/writers/model_listing.hpp"
#include "predict/predict_options.hpp"

namespace exonweave::apps {

class predict_outputs {
 public:
  /// Makes all that were requested. Throws cannot_create.
  explicit predict_outputs(const predict_options& options);

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
  std::vector<std::string> superseded_;
  bool names_sequences_;  // at the head of GFF3
  std::optional<miniprot_listing> by_target_;
  std::vector<std::size_t> aligned_{};  // sequences
  gff3_rows features_;                  // of models_, unless by target
  miniprot_rows miniprot_rows_;         // of models_ by target, or of miniprot_
};

}  // namespace exonweave::apps
