#include "predict/predict_whole.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/estimate_request.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/subcommands.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/chosen_genes.hpp"
#include "predict/completeness.hpp"
#include "predict/expected_run.hpp"
#include "predict/find_loci.hpp"
#include "predict/predict_memory.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_parts.hpp"
#include "predict/predict_summary.hpp"

namespace exonweave::apps {
namespace {

// A pair without a model is worth a word, and so is a target without any when it was tried everywhere; the
// models of the others are written all the same. Not where genes are wanted: of many proteins few give one.
void warn_of_empty_loci(const unplaced_results& unplaced, const placed_run& run, bool is_annotation, report& problems) {
  const predict_inputs& read = run.inputs;
  const bool is_paired = unplaced.is_paired();
  std::set<std::size_t> reported;  // targets, where each needs one word only
  for (const locus_result* locus : unplaced.results()) {
    if (locus->too_large) {
      problems.warn(*locus->too_large);
      continue;
    }
    if (is_annotation || (!is_paired && !reported.insert(locus->locus.target).second)) continue;
    const target& without = read.targets.targets[locus->locus.target];
    problems.warn(
        {.where = read.targets.where(without),
         .what = fmt::format("{} without a model: {}", is_paired ? "pair" : "target", to_string(locus->outcome)),
         .got = without.name});
  }
  // Where nothing at all is tried that is reported in one go.
  if (!is_paired && !is_annotation && !run.cases().empty())
    for (const target* each : unplaced.untried(read.targets))
      problems.warn({.where = read.targets.where(*each),
                     .what = fmt::format("target without a model: {}", to_string(unplaced.of_untried())),
                     .got = each->name});
  if (run.cases().empty())
    problems.warn({.where = {read.targets.path()},
                   .what = read.rules.tried == tried_places::hits ? "no hit is of these targets: the result is empty"
                           : is_paired                            ? "no pair is for these targets: the result is empty"
                           : run.found                            ? "no target has a locus: the result is empty"
                           : read.candidates.sources.empty()
                               ? "no target, or no sequence: the result is empty"
                               : "no target meets a candidate exon: the result is empty"});
}

// What a limit leaves out is counted, wherever that is.
void warn_of_cut_regions(const unplaced_results& unplaced, std::size_t most, const predict_inputs& read,
                         report& problems) {
  const auto& results = unplaced.cut_results();
  if (results.empty()) return;
  std::size_t n = 0;
  for (const locus_result& each : results) n += each.n_left_out;
  const target& first = read.targets.targets[results.front().locus.target];
  problems.warn({.where = read.targets.where(first),
                 .what = fmt::format("loci beyond --max-loci are excluded: {}, on {} region{}", n, results.size(),
                                     results.size() == 1 ? "" : "s"),
                 .got = first.name,
                 .need = fmt::format("up to {} of a target on a region", most),
                 .hint = "raise --max-loci"});
}

// "2, 5 or 13".
std::string one_of(const std::vector<int>& codes) {
  std::string text;
  for (std::size_t k = 0; k < codes.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : k + 1 == codes.size() ? " or " : ", ", codes[k]);
  return text;
}

// What was requested, with `id` for the sequence of that name.
std::string codes_with(const genetic_code_requests& requested, const std::string& name, int id) {
  std::string text = std::to_string(requested.usual);
  for (const auto& [other, its_id] : requested.of_sequences)
    if (other != name) text += fmt::format(",{}={}", other, its_id);
  return text + fmt::format(",{}={}", name, id);
}

void warn_of_foreign_codes(const std::vector<foreign_code>& found, const predict_inputs& inputs, report& problems) {
  const sequence_catalog& sequences = inputs.sequences.catalog();
  const genetic_code_requests& requested = inputs.rules.reported.codes;
  for (const foreign_code& each : found) {
    const std::string& name = sequences.name(each.sequence);
    problem_report problem{
        .where = {inputs.sequences.path()},
        .what = fmt::format("sequence with stop codons instead of {} in its genes: is its genetic code another one?",
                            each.residue),
        .got = fmt::format("{}, {} in {} genes", name, fmt::join(each.codons, " and "), each.n_genes)};
    if (!each.fitting.empty()) {
      problem.need = "code " + one_of(each.fitting);
      const int first = each.fitting.front();
      problem.hint =
          "--genetic-code " + (sequences.size() == 1 ? std::to_string(first) : codes_with(requested, name, first));
    }
    problems.warn(problem);
  }
}

// What FASTA files of the models do not have.
void warn_of_missing_cds(std::size_t n, std::size_t n_all, const std::vector<named_path>& files,
                         const predict_inputs& read, report& problems) {
  for (const named_path& file : files)
    if (n > 0 && !file.path.empty())
      problems.warn({.where = {read.targets.path()},
                     .what = fmt::format("{} of {} have no CDS and are not in {}", grouped(n),
                                         counted({n_all, "model", "models"}), file.option),
                     .need = "proteins, or cDNA from ATG to stop codon"});
}

void tell_backwards(std::size_t n) {
  if (n > 0)
    tell("exonweave: {} of DNA targets read backwards: their Target ends in ' -'\n", counted({n, "result", "results"}));
}

// Nothing was written yet. One that is too large is no reason to lose the others, unless there are none.
void check_too_large(const unplaced_results& unplaced, bool is_strict) {
  const auto results = unplaced.results();
  const auto first = std::ranges::find_if(results, [](const locus_result* r) { return r->too_large.has_value(); });
  if (first == results.end()) return;
  if (is_strict) throw region_too_large(*(*first)->too_large);
  if (unplaced.has_others()) return;
  if ((*first)->outcome == locus_outcome::too_large) throw not_enough_memory(*(*first)->too_large);
  throw region_too_large(*(*first)->too_large);
}

// Work takes another time here than was expected. What a run before or a part has left was perhaps done elsewhere.
void tell_drift_of_results(const planned_run& plan, const summary_results& results) {
  if (plan.inputs.rules.is_quiet || plan.inputs.rules.is_continued) return;
  const bool by_clock = plan.engine->facts().is_of_gpu;
  if (const auto drift = results.drift(by_clock))
    tell_drift(by_clock ? "results" : "results, in processor time,", *drift);
}

predict_outcome outcome_of(const output_requests& outputs, const predict_inputs& read, const kept_results& kept,
                           const std::optional<chosen_genes>& genes) {
  predict_outcome outcome;
  if (genes) {
    const locus_account counted = genes->account();
    outcome.genes = {counted.n_written, counted.n_complete, first_locus_option(outputs), counted.n_by_model};
  }
  outcome.n_alignments = kept.n_models;
  outcome.n_places = kept.n_loci;
  outcome.n_empty = read.targets.without_residues.size();
  outcome.n_targets = read.targets.targets.size() + outcome.n_empty;
  outcome.n_with_model = kept.unplaced.n_placed();
  outcome.n_untried = read.targets.targets.size() - kept.unplaced.n_tried();
  outcome.kind = read.targets.kind;
  outcome.where = read.is_searched() ? tried_places::found : read.rules.tried;
  if (outputs.by_target) outcome.unplaced_option = "-u";
  return outcome;
}

void warn_of_results(const output_requests& outputs, const planned_run& plan, const kept_results& kept,
                     report& problems) {
  const predict_inputs& inputs = plan.inputs;
  warn_of_empty_loci(kept.unplaced, plan, outputs.is_annotation(), problems);
  if (!outputs.by_target) {  // miniprot's limits are silent
    warn_of_cut_regions(kept.unplaced, plan.how.max_loci, inputs, problems);
    if (plan.found) warn_of_limits(plan.found->loci, inputs.targets, inputs.rules.search, problems);
  }
  warn_of_missing_cds(kept.n_without_cds, kept.n_models,
                      {{"--protein-out", outputs.protein_out}, {"--cds-out", outputs.cds_out}}, inputs, problems);
  warn_of_foreign_codes(kept.foreign_codes.found(), inputs, problems);
  if (!inputs.rules.is_quiet) tell_backwards(kept.n_backwards);
}

// Predicted genes of another assembly have no open frames.
void warn_of_candidates(const std::vector<std::string>& files, const chosen_genes& genes, report& problems) {
  if (files.empty()) return;
  if (!genes.model.counts)
    problems.warn({.where = {files.front()},
                   .what = "--candidates has no effect: the gene model is not used",
                   .need = "--gene-model on, or a file"});
  else if (genes.hints.n_left_out > genes.hints.n_hints())
    problems.warn({.where = {files.front()},
                   .what = "few predicted genes have an open frame on this genome",
                   .got = fmt::format("{} of {}", grouped(genes.hints.n_hints()), grouped(genes.hints.n_all())),
                   .hint = "are they of this assembly, and is --genetic-code right?"});
}

std::optional<chosen_genes> choose_requested(const output_requests& outputs, const planned_run& plan,
                                             const std::vector<elective_model>& elective, stage_clock& clock,
                                             report& problems) {
  if (!outputs.has_locus_models()) return std::nullopt;
  chosen_genes genes = choose_genes(plan, elective, clock);
  const auto without =
      std::ranges::count_if(genes.loci, [](const locus_models& locus) { return !locus.front().is_coding; });
  warn_of_missing_cds(static_cast<std::size_t>(without), genes.loci.size(),
                      {{"--locus-protein-out", outputs.locus_protein_out}, {"--locus-cds-out", outputs.locus_cds_out}},
                      plan.inputs, problems);
  warn_of_candidates(plan.inputs.rules.genes.candidates, genes, problems);
  if (genes.unmatched) problems.warn(*genes.unmatched);
  return genes;
}

void write_gene_model(const own_gene_model& model, predict_outputs& outputs) {
  if (model.counts)
    outputs.write_gene_model(gene_model_text(model));
  else
    outputs.drop_gene_model();
}

// All but the models, which are there.
void write_rest(const planned_run& plan, const kept_results& kept, std::optional<chosen_genes> genes,
                predict_outputs& outputs, const std::vector<input_file>& files, stage_clock& clock) {
  const output_requests& requests = outputs.requests();
  const predict_inputs& inputs = plan.inputs;
  const auto counted = genes ? std::optional(genes->account()) : std::nullopt;
  std::vector<checked_proteins> completeness;
  if (requests.is_annotation()) {
    clock.begin("completeness");
    completeness = check_completeness(plan, kept.elective, genes->loci);
  }
  clock.begin("write");
  if (requests.is_annotation()) outputs.write_completeness(completeness_table(completeness));
  if (outputs.wants_summary())
    outputs.write_summary(
        predict_summary(requests, plan, plan.how,
                        {files, plan.learnt, kept.summary,
                         predicted_stages(plan, kept.summary, counted ? counted->model : own_gene_model{}), counted,
                         std::move(completeness)},
                        clock));
  if (kept.multiqc)
    outputs.write_multiqc(multiqc_text(multiqc_sample(requests, inputs.sequences.path()), kept.multiqc->row(counted)));
  if (genes && outputs.wants_gene_model()) write_gene_model(genes->model, outputs);
  outputs.write_unplaced(kept.unplaced, plan.input(), inputs.unit());
  if (genes) outputs.write_locus_models(list_genes(requests, inputs, std::move(genes->loci)), form_of(requests, plan));
}

// Of the outputs all but what is made of the others. Of the results nothing is left in memory.
predict_outcome write_results(const predict_inputs& inputs, run_share share, predict_outputs& outputs,
                              progress_notes& notes, run_context& run) {
  const planned_run plan = plan_run(inputs, std::move(share), notes, run.clock, run.problems);
  if (outputs.wants_model()) outputs.write_model(model_text(plan.learnt));
  predict_results results(plan, outputs);
  align(
      plan, [&](locus_result&& result) { results.add(std::move(result)); }, notes.take_log(), run.clock);
  if (plan.found) results.add_limits(plan.found->loci);
  results.finish();
  const kept_results& kept = results.kept();
  check_too_large(kept.unplaced, inputs.rules.is_strict);
  warn_of_results(outputs.requests(), plan, kept, run.problems);
  run.clock.end();
  plan.warnings->tell(run.problems);
  auto genes = choose_requested(outputs.requests(), plan, kept.elective, run.clock, run.problems);
  const predict_outcome outcome = outcome_of(outputs.requests(), inputs, kept, genes);
  write_rest(plan, kept, std::move(genes), outputs, run.files(), run.clock);
  tell_drift_of_results(plan, kept.summary);
  return outcome;
}

}  // namespace

predict_outcome predict_whole(const predict_inputs& inputs, run_share share, predict_outputs& outputs,
                              progress_notes& notes, run_context& run) {
  show_steps(inputs, outputs.requests(), run.clock);
  const predict_outcome outcome = write_results(inputs, std::move(share), outputs, notes, run);
  outputs.write_page(inputs.sequences, inputs.targets, run.problems, page_memory(inputs));
  run.clock.end();
  run.check_inputs();
  outputs.commit();
  return outcome;
}

predict_outcome predict_with_journal(const predict_options& options, const predict_inputs& read,
                                     predict_outputs& outputs, run_context& run) {
  const bool has_journal = wants_journal(options, read);
  if (has_journal || outputs.wants_summary()) run.sum_inputs(options, read);
  const auto settings = [&] { return settings_of(options, read, run.files()); };
  run_notes known;
  const auto take = [&](run_journal& journal) { known = take_notes(journal, read); };
  const auto open = [&] { return open_journal<run_journal>(options, run.files(), settings, run.problems, take); };
  const auto open_within_memory = [&] {
    return within_memory(
        options.memory, held_without_models(read, given_places(read)),
        {.where = {journal_path(options)},
         .what = "not enough memory for the results of an earlier run",
         .hint = options.resumes_by_itself ? ", or remove the file to start over" : ", or start over without --resume"},
        open);
  };
  const auto journal = !has_journal ? nullptr : options.resumes ? open_within_memory() : open();
  predict_outcome outcome;
  try {
    progress_notes notes(options, std::move(known), journal.get());
    outcome = predict_whole(read, {}, outputs, notes, run);
  } catch (...) {
    leave_journal(options, journal.get(), run.has_other_inputs());
    throw;
  }
  if (journal) journal->remove();
  return outcome;
}

void predict(const predict_options& options) {
  check_run(options);
  predict_outputs outputs(options);
  run_context run(options);
  const predict_inputs inputs = read_run(options, run);
  const predict_outcome outcome = predict_with_journal(options, inputs, outputs, run);
  if (!options.quiet) print_closing_line(outcome_text(outcome), run.clock.total());
}

namespace {

// After their number.
std::string untried_words(tried_places where) {
  switch (where) {
    case tried_places::found:
      return "without a locus";
    case tried_places::pairs:
      return "in no pair";
    case tried_places::hits:
      return "without a hit";
    case tried_places::any:
      break;
  }
  return "tried nowhere";
}

std::string sources_text(const predict_outcome& outcome) {
  const bool is_protein = outcome.kind == molecule::protein;
  return fmt::format(
      "from {} of {}", grouped(outcome.n_with_model),
      counted({outcome.n_targets, is_protein ? "protein" : "DNA target", is_protein ? "proteins" : "DNA targets"}));
}

// A table of pairs, or of hits, has no row of the targets that are in none.
std::string without_model_text(const predict_outcome& outcome) {
  const std::size_t n_unplaced = outcome.n_targets - outcome.n_with_model - outcome.n_untried - outcome.n_empty;
  const bool are_listed = outcome.where == tried_places::found || outcome.where == tried_places::any;
  const std::string option = fmt::format(" ({})", outcome.unplaced_option);
  std::string text;
  if (outcome.n_untried > 0) text = fmt::format("; {} {}", grouped(outcome.n_untried), untried_words(outcome.where));
  if (n_unplaced > 0) text += fmt::format("{} {} without a model", text.empty() ? ";" : ",", grouped(n_unplaced));
  if (outcome.n_empty > 0)
    text += fmt::format("{} {} without residues", text.empty() ? ";" : ",", grouped(outcome.n_empty));
  return text + (n_unplaced > 0 || outcome.n_empty > 0 || (outcome.n_untried > 0 && are_listed) ? option : "");
}

}  // namespace

std::string outcome_text(const predict_outcome& outcome) {
  std::string text;
  if (outcome.genes)
    text = fmt::format("{} ({}), ", counted({outcome.genes->n, "gene", "genes"}), outcome.genes->option);
  text += counted({outcome.n_alignments, "alignment", "alignments"});
  if (outcome.n_places != outcome.n_alignments) text += " at " + counted({outcome.n_places, "place", "places"});
  return text + ", " + sources_text(outcome) + without_model_text(outcome);
}

std::string annotation_text(const predict_outcome& outcome) {
  const counted_genes& genes = *outcome.genes;
  const std::string by_model =
      genes.n_by_model == 0 ? "" : fmt::format("; {} by the gene model alone", grouped(genes.n_by_model));
  return fmt::format("{} ({} complete{}) {}", counted({genes.n, "gene", "genes"}), grouped(genes.n_complete), by_model,
                     sources_text(outcome));
}

// `exonweave predict`: the main job. Candidates and targets in, the best chain of exons per target and region
// out.

void add_predict(CLI::App& app, void (*estimate)(const predict_options&)) {
  CLI::App* command = app.add_subcommand("predict", "Predict genes by exact spliced alignment of proteins or cDNA");
  show_examples(*command, {{{"exonweave predict genome.fa.gz proteins.fa --locus-out genes.gff3 -o models.gff3.gz"},
                            "Predict the genes of a genome by proteins of related species. The gene set is in "
                            "genes.gff3, every alignment in models.gff3.gz."}});
  const auto options = std::make_shared<predict_options>();
  add_predict_options(*command, *options);
  add_other_options(*command, *options);
  command->callback([options, command, estimate] {
    settle_options(*options, *command);
    if (options->role.is_estimate) return estimate(*options);
    check_part(*options);
    options->role.part ? predict_part(*options) : predict(*options);
  });
}

}  // namespace exonweave::apps
