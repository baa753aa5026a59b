#include "predict/predict_inputs.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "cli/data_options.hpp"
#include "exons/loci/cases.hpp"
#include "exons/loci/reading_ways.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/sites/model_fit.hpp"
#include "exons/sites/splice_model.hpp"
#include "exons/sites/splice_scores.hpp"
#include "predict/predict_run.hpp"
#include "predict/predict_search.hpp"

namespace exonweave::apps {

namespace {

// Given bits take the place of those of a model.
std::optional<codon_weights> weights_of_codons(const predict_inputs& read, const splice_model& model) {
  auto bits = read.given_coding;
  if (!bits && read.takes_coding) bits = usable_coding(model);
  if (!bits) return std::nullopt;
  return make_codon_weights(*bits, read.unit());
}

}  // namespace

run_model predict_inputs::model_with(const std::string& name, const splice_model& sites) const {
  run_model made{scoring, sites, weights_of_codons(*this, sites)};
  made.scoring.splice_model = name;
  if (!sites.introns.empty() && unit() == score_unit::halves() && !scoring.has_given_introns)
    made.scoring.introns = sites.introns;
  return made;
}

bool predict_inputs::limits_introns() const {
  const std::int64_t longest = scoring.max_intron.value_or(0);  // 0: there are none, or no limit
  return longest > 0 && longest < sequences.catalog().longest();
}

namespace {

// Whether the sites of a model are those of a built-in one, from a file or not, whatever it says of introns and codons.
bool is_built_in(splice_model model) {
  report none;
  return std::ranges::any_of(built_in_splice_models(), [&](const std::string& name) {
    if (name != model.name) return false;
    const splice_model built_in = read_splice_model(name, none);
    model.introns = built_in.introns;
    model.coding = built_in.coding;
    return built_in == model;
  });
}

// The ends of chains of ORF exons alone are chosen by codons.
bool can_weigh_codons(const predict_options& options, const predict_inputs& read) {
  return options.scoring.coding_model != no_coding_model && options.blocks() != block_mode::off && read.has_e_values();
}

codon_values read_coding_model(const std::string& name_or_path, report& problems) {
  const splice_model model = read_splice_model(name_or_path, problems);
  if (!model.coding && problems.error_count() == 0)
    problems.error({.where = {name_or_path},
                    .what = "the model has no scores of codons",
                    .need = "a key `coding`",
                    .hint = "`exonweave train` and `exonweave predict --model-out` write such models"});
  return model.coding.value_or(codon_values{});
}

void warn_of_no_coding(const predict_options& options, report& problems) {
  if (options.scoring.coding_model != own_coding_model) return;
  problems.warn({.what = "--coding-model auto: codons have no scores in this run",
                 .need = "protein targets, no candidates, and a splice model that is learnt or has scores of codons"});
}

// Those of the splice model, or given ones. Where they are missing only who requested is reported.
void take_requested_coding(const predict_options& options, predict_inputs& read, report& problems) {
  const bool is_given = !options.scoring.coding_model.empty() && options.scoring.coding_model != own_coding_model &&
                        options.scoring.coding_model != no_coding_model;
  const auto given = is_given ? std::optional(read_coding_model(options.scoring.coding_model, problems)) : std::nullopt;
  if (can_weigh_codons(options, read)) {
    read.given_coding = given;
    read.takes_coding = !is_given;
  } else if (is_given) {
    throw bad_usage({.what = "--coding-model where codons have no scores",
                     .got = options.scoring.coding_model,
                     .need = "protein targets, ORF exons, no candidates, free_target_ends"});
  }
}

// The first pass of a run that learns has no scores of codons but given ones.
run_model read_first_model(const predict_options& options, predict_inputs& read, report& problems) {
  const std::string& requested = read.scoring.splice_model;
  const std::string name = first_model_name(requested);
  const splice_model model = name == no_splice_model ? flat_splice_model() : read_splice_model(name, problems);
  take_requested_coding(options, read, problems);
  run_model first = read.model_with(is_built_in(model) ? model.name : name, model);
  const bool are_learnt = read.takes_coding && is_learnt_model(requested);
  if (are_learnt) first.coding.reset();
  if (!first.coding && !are_learnt) warn_of_no_coding(options, problems);
  return first;
}

// Which targets [targets] are tried both ways: of DNA nobody knows in which direction it was read, but of a whole
// coding sequence. The recurrence of the paper reads all as they are.
std::vector<bool> both_ways(const predict_inputs& read, const genetic_code& code) {
  const bool none = read.targets.kind != molecule::dna || read.scoring.preset == "paper";
  std::vector<bool> both;
  for (const target& each : read.targets.targets) both.push_back(!none && !is_coding_sequence(each.residues, code));
  return both;
}

std::vector<alignment_task> read_cases(const predict_inputs& read,
                                       const std::optional<std::vector<alignment_task>>& pairs) {
  const bool go_by_candidates = read.rules.models.base.blocks != block_mode::add;
  auto cases = make_cases(read.sequences.catalog(), read.targets, pairs, go_by_candidates ? &read.candidates : nullptr);
  const auto both = both_ways(read, read.codes.usual());
  if (!pairs) cases = with_backwards(cases, both);
  if (read.rules.tried == tried_places::hits) cases = with_backwards_across(cases, both);
  return cases;
}

learnt_gene_model read_requested_gene_model(const std::string& path, report& problems) try {
  return read_given_gene_model(path, problems);
} catch (const missing_input& error) {
  problem_report problem = error.problems().front();
  problem.hint = "--gene-model takes auto, on and off; anything else is the path of a gene model";
  throw missing_input(problem);
}

void refuse_splice_scores(const predict_options& options, molecule kind) {
  if (!options.scoring.splice_scores.empty() && kind == molecule::dna && options.blocks() == block_mode::off)
    throw bad_usage({.what = "--splice-scores where sites have no scores",
                     .got = options.scoring.splice_scores,
                     .need = "protein targets, or ORF exons (--blocks)"});
}

}  // namespace

predict_inputs read_inputs(const predict_options& options, report& problems) {
  run_costs costs = run_costs::read(options.calibration, problems);
  predict_inputs read{genome::open(options.data.genome, problems)};
  const sequence_catalog& catalog = read.sequences.catalog();
  read.codes = codes_of(options.scoring.codes, catalog);
  read.candidates = read_candidates(options.data.candidates, options.data.candidate_rows, catalog, problems);
  read.targets = read_requested_targets(options.data, problems);
  read.n_residues = static_cast<double>(count_residues(read.targets));
  read.scoring = chosen_scoring(options, read.targets.kind, problems);
  if (read.targets.kind == molecule::protein)
    read.amino_acids = read_protein_matrix(read.scoring.protein_matrix, problems);
  read.first_model = read_first_model(options, read, problems);
  refuse_splice_scores(options, read.targets.kind);
  if (!options.scoring.splice_scores.empty())
    read.listed = read_checked_splice_scores(options.scoring.splice_scores, read.sequences, read.unit(), problems);
  if (!options.genes.gene_model_file.empty())
    read.gene_model = read_requested_gene_model(options.genes.gene_model_file, problems);
  for (const std::string& path : options.genes.candidates)
    std::ranges::move(read_predicted_genes(path, catalog, problems), std::back_inserter(read.predicted));
  if (!options.genes.completeness.empty())
    read.expected = read_targets({options.genes.completeness}, target_type::protein, problems);
  if (!options.genes.review.empty()) read.review = read_gene_review(options.genes.review, catalog, problems);
  check_evidence(read.candidates, read.scoring.evidence, problems);
  const auto pairs = read_requested_pairs(options.data, catalog, read.targets, problems);
  problems.throw_if_errors();
  read.rules = make_run_rules(options, read, std::move(costs));
  if (must_search(read)) return read;
  check_flank(options.data, flank_need);
  read.cases = read_cases(read, pairs);
  return read;
}

predict_inputs inputs_of_expected(const predict_inputs& read, const run_model& model, std::uint64_t held) {
  report reported_before;
  predict_inputs made{genome::open(read.sequences.path(), reported_before)};
  made.codes = read.codes;
  made.targets = read.expected;
  made.n_residues = static_cast<double>(count_residues(made.targets));
  made.scoring = model.scoring;
  made.amino_acids = read.amino_acids;
  made.takes_coding = read.takes_coding;
  made.given_coding = read.given_coding;
  made.listed = read.listed;
  made.first_model = model;
  made.rules = read.rules;
  if (auto& memory = made.rules.memory.requested) *memory -= std::min(*memory - 1, held);
  made.rules.memory.may_find_genes = false;
  made.rules.models.base.solver.with_margins = false;
  made.rules.training = {};
  made.rules.genes.gene_model = gene_model_request::off;
  if (!must_search(made)) made.cases = read_cases(made, std::nullopt);
  return made;
}

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
  if (const auto file = options.scoring.file(); !file.empty()) files.push_back(sum_file("scoring", file));
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
