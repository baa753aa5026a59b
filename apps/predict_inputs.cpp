#include "predict_inputs.hpp"

#include <algorithm>
#include <optional>

#include "asked_targets.hpp"
#include "exons/loci/cases.hpp"
#include "exons/loci/reading_ways.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/scoring/protein_matrix_file.hpp"
#include "exons/sites/splice_score_check.hpp"
#include "predict_search.hpp"

namespace exonweave::apps {

void predict_inputs::take_model(const std::string& name, const splice_model& model) {
  scoring.splice_model = name;
  sites = model;
  const bool are_of_model =
      !model.introns.empty() && unit() == score_unit::halves() && !scoring.has_given_introns;
  scoring.introns = are_of_model ? model.introns : usual_introns;
}

namespace {

// Whether a model is a built-in one, from a file or not, whatever it says of introns.
bool is_built_in(splice_model model) {
  model.introns.clear();
  report none;
  return std::ranges::any_of(built_in_splice_models(), [&](const std::string& name) {
    return name == model.name && read_splice_model(name, none) == model;
  });
}

// Which targets [targets] are tried both ways: of DNA nobody knows in which direction it was read, but of a whole coding sequence. The
// recurrence of the paper reads all as they are.
std::vector<bool> both_ways(const predict_inputs& read, const genetic_code& code) {
  const bool none = read.targets.kind != molecule::dna || read.scoring.preset == "paper";
  std::vector<bool> both;
  for (const target& each : read.targets.targets)
    both.push_back(!none && !is_coding_sequence(each.residues, code));
  return both;
}

}  // namespace

predict_inputs read_inputs(const predict_options& options, report& problems) {
  predict_inputs read{genome::open(options.data.genome, problems)};
  const sequence_catalog& catalog = read.sequences.catalog();
  read.candidates = read_candidates(options.data.candidates, options.data.candidate_rows, catalog, problems);
  read.targets = read_asked_targets(options.data, problems);
  read.scoring = chosen_scoring(options, read.targets.kind, problems);
  if (read.targets.kind == molecule::protein)
    read.amino_acids = read_protein_matrix(read.scoring.protein_matrix, problems);
  read.usual_introns = read.scoring.introns;
  read.asked_model = read.scoring.splice_model;
  const std::string name = first_model_name(read.asked_model);
  const splice_model model =
      name == no_splice_model ? flat_splice_model() : read_splice_model(name, problems);
  read.take_model(is_built_in(model) ? model.name : name, model);
  if (!options.splice_scores.empty() && read.targets.kind == molecule::dna &&
      options.blocks() == block_mode::off)
    throw bad_usage({{},
                     "--splice-scores where sites weigh nothing",
                     options.splice_scores,
                     "protein targets, or own blocks (--blocks)",
                     ""});
  if (!options.splice_scores.empty())
    read.listed = read_checked_splice_scores(options.splice_scores, read.sequences, read.unit(), problems);
  check_evidence(read.candidates, read.scoring.evidence, problems);
  const auto pairs = read_asked_pairs(options.data, catalog, read.targets, problems);
  problems.throw_if_errors();
  read.is_searched = is_searched(options, catalog, read.targets);
  if (read.is_searched) return read;
  read.cases = make_cases(catalog, read.targets, pairs,
                          options.blocks() == block_mode::add ? nullptr : &read.candidates);
  const auto both = both_ways(read, genetic_code(options.genetic_code));
  if (!pairs) read.cases = with_backwards(read.cases, both);
  if (!options.data.hits.empty()) read.cases = with_backwards_across(read.cases, both);
  return read;
}

}  // namespace exonweave::apps
