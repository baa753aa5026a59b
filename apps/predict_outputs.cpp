#include "predict_outputs.hpp"

#include <utility>

#include "exons/writers/alignment_writer.hpp"
#include "exons/writers/evm_writer.hpp"
#include "exons/writers/gff3_text.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/sequence_writer.hpp"

namespace exonweave::apps {
namespace {

std::optional<output_file> open_if_asked(const std::string& path) {
  if (path.empty()) return std::nullopt;
  return output_file(path);
}

text_sink into(output_file& file) {
  return [&file](std::string_view text) { file.write(text); };
}

text_sink into(std::string& all) {
  return [&all](std::string_view text) { all += text; };
}

}  // namespace

predict_outputs::predict_outputs(const predict_options& options)
    : models_(options.out),
      locus_models_(open_if_asked(options.locus_out)),
      proteins_(open_if_asked(options.protein_out)),
      coding_(open_if_asked(options.cds_out)),
      alignments_(open_if_asked(options.alignment_out)),
      evm_(open_if_asked(options.evm_out)),
      unplaced_(open_if_asked(options.unplaced_out)),
      summary_(open_if_asked(options.summary)),
      splice_model_(open_if_asked(options.model_out)) {}

void predict_outputs::write_models(const model_listing& models, const spliced::substitution_matrix& scores) {
  sequences_.push_back(models.loci().front().front().sequence);
  write_gff3_features(models, into(features_));
  if (proteins_) write_proteins(models, into(*proteins_));
  if (coding_) write_coding_sequences(models, into(*coding_));
  if (alignments_) write_alignments(models, scores, into(*alignments_));
  if (evm_) write_evm_rows(models, into(evm_rows_));
}

void predict_outputs::finish_models(const sequence_catalog& sequences) {
  const std::string head = gff3_head(sequences_, sequences);
  models_.write(head);
  models_.write(std::exchange(features_, {}));
  if (!evm_) return;
  evm_->write(head);
  evm_->write(std::exchange(evm_rows_, {}));
}

void predict_outputs::write_locus_models(const model_listing& models) {
  write_gff3(models, into(*locus_models_));
}

void predict_outputs::write_unplaced(const unplaced_results& unplaced, const prediction_input& input,
                                     score_unit unit) {
  if (unplaced_) exonweave::write_unplaced(unplaced, input, unit, into(*unplaced_));
}

void predict_outputs::commit() {
  const auto each = [this](const auto& act) {
    act(models_);
    for (auto* file :
         {&locus_models_, &proteins_, &coding_, &alignments_, &evm_, &unplaced_, &summary_, &splice_model_})
      if (*file) act(**file);
  };
  each([](output_file& file) { file.finish(); });
  each([](output_file& file) { file.commit(); });
}

}  // namespace exonweave::apps
