// `exonweave predict`: the main job. Candidates and targets in, the best chain of exons per target and region
// out.
#include <fmt/format.h>

#include <memory>
#include <set>

#include "exons/loci/pairs.hpp"
#include "exons/prediction/locus_models.hpp"
#include "exons/scoring/protein_matrix_file.hpp"
#include "exons/writers/unplaced_writer.hpp"
#include "failures.hpp"
#include "predict_options.hpp"
#include "predict_outputs.hpp"
#include "predict_summary.hpp"
#include "progress.hpp"
#include "subcommands.hpp"

namespace exonweave::apps {
namespace {

// Everything that was read, checked.
struct predict_inputs {
  genome sequences;
  candidate_set candidates{};
  target_set targets{};
  std::vector<alignment_case> cases{};
  scoring_options scoring{};
  spliced::substitution_matrix amino_acids{spliced::n_amino_codes};  // protein targets
  splice_model sites{};

  [[nodiscard]] score_unit unit() const { return unit_of(scoring, targets.kind); }
};

// All problems of all files are collected before any is told.
predict_inputs read_inputs(const predict_options& options, report& problems) {
  predict_inputs read{genome::open(options.data.genome, problems)};
  const sequence_catalog& catalog = read.sequences.catalog();
  read.candidates = read_candidates(options.data.candidates, options.data.candidate_rows, catalog, problems);
  read.targets = read_targets(options.data.targets, options.data.kind, problems);
  read.scoring = chosen_scoring(options, read.targets.kind, problems);
  if (read.targets.kind == molecule::protein)
    read.amino_acids = read_protein_matrix(read.scoring.protein_matrix, problems);
  read.sites = read.scoring.splice_model == no_splice_model
                   ? flat_splice_model()
                   : read_splice_model(read.scoring.splice_model, problems);
  check_evidence(read.candidates, read.scoring.evidence, problems);
  std::optional<std::vector<pair>> pairs;
  if (!options.data.pairs.empty()) pairs = read_pairs(options.data.pairs, catalog, read.targets, problems);
  problems.throw_if_errors();
  read.cases = make_cases(catalog, read.targets, pairs,
                          options.blocks() == block_mode::add ? nullptr : &read.candidates);
  return read;
}

prediction_options make_prediction_options(const predict_options& options, const predict_inputs& read,
                                           const spliced::engine& engine) {
  const scoring_options& scoring = read.scoring;
  const score_unit unit = read.unit();
  prediction_options made;
  made.code = genetic_code(options.genetic_code);
  made.scoring = read.targets.kind == molecule::protein
                     ? make_chain_scoring(scoring, read.amino_acids, &made.code)
                     : make_chain_scoring(scoring, dna_substitution(scoring), nullptr);
  made.candidates = {{scoring.candidate_weight, scoring.evidence, unit}, unit.inside(scoring.type_mismatch)};
  if (scoring.splice_model != no_splice_model)
    made.candidate_sites = site_scorer(read.sites, scoring.sites, unit);
  made.blocks = options.blocks();
  site_scoring of_blocks = scoring.sites;
  of_blocks.noncanonical.reset();  // or every place would be a site
  made.block_sites = site_scorer(read.sites, of_blocks, unit);
  made.min_score = least_score_inside(options, scoring, read.targets.kind);
  made.min_coverage = options.min_coverage;
  made.solver = {&engine, options.graph, memory_of(options), options.n_chains, options.with_margins};
  made.n_threads = options.n_threads;
  return made;
}

// A pair without a model is worth a word, and so is a target without any when it was tried everywhere; the
// models of the others are written all the same.
void warn_of_empty_loci(const std::vector<locus_result>& loci, const predict_inputs& read, bool is_paired,
                        report& problems) {
  std::set<std::size_t> told;  // targets, where each needs one word only
  for (const locus_result* locus : unplaced_loci(loci, is_paired)) {
    if (!is_paired && !told.insert(locus->of.target).second) continue;
    const target& without = read.targets.targets[locus->of.target];
    problems.warn(
        {{read.targets.path, without.line},
         fmt::format("{} without a model: {}", is_paired ? "pair" : "target", to_string(locus->outcome)),
         without.name,
         "",
         ""});
  }
  if (loci.empty())
    problems.warn({{read.targets.path},
                   is_paired ? "no pair is for these targets: the result is empty"
                   : read.candidates.sources.empty()
                       ? "no target, or no sequence: the result is empty"
                       : "no target meets a candidate exon: the result is empty",
                   "",
                   "",
                   ""});
}

std::vector<locus_models> take_models(std::vector<locus_result>& loci) {
  std::vector<locus_models> models;
  for (auto& locus : loci)
    if (!locus.models.empty()) models.push_back(std::move(locus.models));
  return models;
}

void predict(const predict_options& options) {
  check(options);
  stage_clock clock;
  predict_outputs outputs(options);

  clock.begin("read");
  report problems;
  predict_inputs read = read_inputs(options, problems);
  const auto engine = spliced::make_engine(chosen_engine(options));
  const prediction_input input{&read.sequences, &read.candidates, &read.targets, &read.cases};

  clock.begin("align");
  const prediction_options how = make_prediction_options(options, read, *engine);
  std::vector<locus_result> loci;
  {
    progress shown("aligning", "loci", count_loci(read.cases), options.quiet);
    loci = predict_loci(input, how, [&] { shown.add(); });
  }
  const bool is_paired = !options.data.pairs.empty();
  warn_of_empty_loci(loci, read, is_paired, problems);

  std::vector<locus_models> chosen;
  if (outputs.wants_locus_models()) {
    clock.begin("choose");
    for (auto& model : choose_locus_models(loci, input, how)) chosen.push_back({std::move(model)});
  }

  clock.begin("write");
  if (outputs.wants_summary())
    outputs.write_summary(predict_summary(options, read.scoring, input, loci, clock));
  outputs.write_unplaced(loci, is_paired, input, read.unit());
  const auto listed = [&](std::vector<locus_models> models) {
    return model_listing(std::move(models), read.sequences.catalog(), read.targets, options.style,
                         read.unit());
  };
  outputs.write_models(listed(take_models(loci)), how.scoring.substitution);
  if (outputs.wants_locus_models()) outputs.write_locus_models(listed(std::move(chosen)));
  print_warnings(problems);
  outputs.commit();
}

}  // namespace

void add_predict(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("predict", "Predict gene models: the best chain of candidate exons per target");
  const auto options = std::make_shared<predict_options>();
  add_predict_options(*command, *options);
  command->callback([options] { predict(*options); });
}

}  // namespace exonweave::apps
