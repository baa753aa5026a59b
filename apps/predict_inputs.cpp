#include "predict_inputs.hpp"

#include <optional>

#include "exons/loci/pairs.hpp"
#include "exons/scoring/protein_matrix_file.hpp"

namespace exonweave::apps {

void predict_inputs::take_model(const std::string& name, const splice_model& model) {
  scoring.splice_model = name;
  sites = model;
  if (!model.introns.empty() && !scoring.has_given_introns) scoring.introns = model.introns;
}

predict_inputs read_inputs(const predict_options& options, report& problems) {
  predict_inputs read{genome::open(options.data.genome, problems)};
  const sequence_catalog& catalog = read.sequences.catalog();
  read.candidates = read_candidates(options.data.candidates, options.data.candidate_rows, catalog, problems);
  read.targets = read_targets(options.data.targets, options.data.kind, problems);
  read.scoring = chosen_scoring(options, read.targets.kind, problems);
  if (read.targets.kind == molecule::protein)
    read.amino_acids = read_protein_matrix(read.scoring.protein_matrix, problems);
  read.asked_model = read.scoring.splice_model;
  const std::string name = first_model_name(read.asked_model);
  read.take_model(name, name == no_splice_model ? flat_splice_model() : read_splice_model(name, problems));
  if (!options.splice_scores.empty())
    read.listed = read_splice_scores(options.splice_scores, catalog, read.unit(), problems);
  check_evidence(read.candidates, read.scoring.evidence, problems);
  std::optional<std::vector<alignment_case>> pairs;
  if (!options.data.pairs.empty()) pairs = read_pairs(options.data.pairs, catalog, read.targets, problems);
  problems.throw_if_errors();
  read.cases = make_cases(catalog, read.targets, pairs,
                          options.blocks() == block_mode::add ? nullptr : &read.candidates);
  return read;
}

}  // namespace exonweave::apps
