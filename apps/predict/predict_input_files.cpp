#include "predict/predict_input_files.hpp"

#include <algorithm>
#include <string>

#include "exons/scoring/protein_matrix_file.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave::apps {
namespace {

// Those that are files: built-in models and matrices have names.
bool is_file_name(const std::string& name, const std::vector<std::string>& built_in) {
  return !name.empty() && std::ranges::find(built_in, name) == built_in.end();
}

bool has_model_file(const predict_inputs& read) {
  auto models = built_in_splice_models();
  for (const auto word : {no_splice_model, auto_splice_model, self_splice_model}) models.emplace_back(word);
  return is_file_name(read.scoring.splice_model, models);
}

bool has_coding_file(const predict_options& options) {
  auto models = built_in_splice_models();
  for (const auto word : {own_coding_model, no_coding_model}) models.emplace_back(word);
  return is_file_name(options.scoring.coding_model, models);
}

bool has_matrix_file(const predict_inputs& read) {
  return read.targets.kind == molecule::protein &&
         is_file_name(read.scoring.protein_matrix, spliced::protein_matrix_names());
}

}  // namespace

std::vector<named_path> paths_in_scoring(const predict_options& options, const predict_inputs& read) {
  std::vector<named_path> paths;
  if (options.scoring.splice_model.empty() && has_model_file(read))
    paths.push_back({"the splice model of --scoring", read.scoring.splice_model});
  if (has_matrix_file(read)) paths.push_back({"the matrix of --scoring", read.scoring.protein_matrix});
  return paths;
}

std::vector<input_file> sum_input_files(const predict_options& options, const predict_inputs& read) {
  std::vector<input_file> files{sum_file("genome", options.data.genome)};
  for (const auto* const paths : {&options.data.candidates, &options.genes.candidates})
    for (const auto& path : *paths) files.push_back(sum_file("candidates", path));
  for (const auto& path : options.data.targets) files.push_back(sum_file("targets", path));
  if (!options.data.pairs.empty()) files.push_back(sum_file("pairs", options.data.pairs));
  if (!options.data.hits.empty()) files.push_back(sum_file("hits", options.data.hits));
  if (!options.scoring.file.empty()) files.push_back(sum_file("scoring", options.scoring.file));
  if (has_model_file(read)) files.push_back(sum_file("splice_model", read.scoring.splice_model));
  if (has_coding_file(options)) files.push_back(sum_file("coding_model", options.scoring.coding_model));
  if (!options.scoring.splice_scores.empty()) files.push_back(sum_file("splice_scores", options.scoring.splice_scores));
  if (has_matrix_file(read)) files.push_back(sum_file("protein_matrix", read.scoring.protein_matrix));
  if (!options.genes.gene_model_file.empty()) files.push_back(sum_file("gene_model", options.genes.gene_model_file));
  if (!options.genes.completeness.empty()) files.push_back(sum_file("completeness", options.genes.completeness));
  if (!options.genes.review.empty()) files.push_back(sum_file("review", options.genes.review));
  return files;
}

}  // namespace exonweave::apps
