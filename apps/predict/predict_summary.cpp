#include "predict/predict_summary.hpp"

#include <fmt/format.h>
#include <htslib/hts.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/statistics/random_source.hpp"
#include "cli/messages.hpp"
#include "cli/output_folder.hpp"
#include "cli/process.hpp"
#include "exons/significance/score_statistics.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/find_loci.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_run.hpp"

namespace exonweave::apps {

namespace {

using json = nlohmann::ordered_json;

json input_entries(const std::vector<input_file>& files) {
  json entries = json::array();
  for (const input_file& each : files) {
    json entry = {{"role", each.role}, {"path", each.path}};
    entry["md5"] = each.sum ? json(each.sum->md5) : json(nullptr);  // a pipe can be read only once
    entry["bytes"] = each.sum ? json(each.sum->bytes) : json(nullptr);
    entries.push_back(entry);
  }
  return entries;
}

// Those that were given, but for inputs and the outputs of a folder, which `inputs` and `command` have.
json option_entries(const std::vector<given_option>& given) {
  json entries = json::object();
  for (const given_option& each : given)
    if (each.name.starts_with('-') && each.name != "--out")
      entries[each.name] = each.values.empty() ? json(true) : json(each.text());
  return entries;
}

json scoring_entry(const scoring_options& scoring) {
  json entry;
  for (const auto& [key, value] : scoring_settings(scoring)) entry[key] = json::parse(value);
  return entry;
}

std::string word_of(block_mode blocks) {
  switch (blocks) {
    case block_mode::off:
      return "off";
    case block_mode::restricted:
      return "restrict";
    case block_mode::add:
      return "add";
  }
  return "unknown";
}

// An integer where it is one.
json number(written_score score) { return json::parse(to_string(score)); }

json or_null(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

void add_places(const predict_inputs& read, const std::optional<found_places>& found, json& entry) {
  const run_rules& rules = read.rules;
  const bool is_exhaustive = rules.where == search_where::exhaustive;
  entry["where"] = rules.has_pairs()    ? "pairs"
                   : is_exhaustive      ? "exhaustive"
                   : read.is_searched() ? "loci"
                                        : "everywhere";
  if (!read.is_searched()) return;
  const auto is_of_gpu = found ? found->is_of_gpu : std::nullopt;
  entry["search_engine"] = is_of_gpu ? json(*is_of_gpu ? "cuda" : "simd") : json(nullptr);  // null: of a run before
  entry["sensitive"] = rules.search.is_sensitive;
  entry["seed_soft_masked"] = rules.search.seeds_soft_masked;
  if (is_exhaustive) entry["low_complexity"] = rules.search.masks_low_complexity ? "mask" : "keep";
}

json codes_of_sequences(const genetic_code_requests& codes) {
  json entry = json::object();
  for (const auto& [name, id] : codes.of_sequences) entry[name] = id;
  return entry;
}

json parameters(gff3_style style, const prediction_options& how, const placed_run& run,
                const scoring_options& scoring) {
  const predict_inputs& read = run.inputs;
  const run_rules& rules = read.rules;
  const reported_options& given = rules.reported;
  json entry = {{"engine", how.solver.engine->name()},
                {"threads", rules.threads.here},
                {"memory_bytes", rules.max_memory()},
                {"top", how.solver.n_chains},
                {"targets", read.targets.kind == molecule::protein ? "protein" : "dna"},
                {"blocks", word_of(how.blocks)},
                {"margins", how.solver.with_margins},
                {"min_coverage", how.min_coverage},
                {"max_loci", how.max_loci},
                {"min_loci_score", rules.min_loci_score},
                {"types", given.types},
                {"style", style_word(style)},
                {"genetic_code", given.codes.usual},
                {"genetic_codes_of_sequences", codes_of_sequences(given.codes)},
                {"coding_model", given.coding_model},
                {"scoring", scoring_entry(scoring)}};
  add_places(read, run.found, entry);
  const auto& least = rules.models.lowest_score;
  const bool is_by_score = least && !how.max_e_value;
  entry["min_score"] = is_by_score ? number(*least) : json(nullptr);                // null: none
  entry["max_e_value"] = how.max_e_value ? json(*how.max_e_value) : json(nullptr);  // null: none
  entry["min_support"] = or_null(rules.genes.min_support);
  entry["keep_antisense"] = rules.genes.keeps_antisense;
  entry["isoforms"] = how.n_isoforms;
  const std::vector<int>& devices = rules.engine.devices;
  entry["devices"] = devices.empty() ? json(nullptr) : json(devices);  // null: not given
  return entry;
}

// Whole numbers: of what was done.
json costs_entry(const spliced::by_cost_unit& costs) {
  json entry = json::object();
  for (std::size_t u = 0; u < costs.names.size(); ++u)
    entry[std::string(costs.names[u])] = std::llround(costs.values[u]);
  return entry;
}

json work_entry(const case_work& work) {
  json entry = {
      {"cells_eq3", work.eq3_cells},  {"cells_graph", work.graph_cells}, {"cells_computed", work.computed_cells},
      {"graph_nodes", work.nodes},    {"graph_edges", work.edges},       {"splice_sites", work.sites},
      {"weak_sites", work.weak_sites}};
  entry["collapse_ratio"] = work.graph_cells == 0
                                ? json(nullptr)
                                : json(static_cast<double>(work.eq3_cells) / static_cast<double>(work.graph_cells));
  entry["costs"] = costs_entry(work.costs);
  return entry;
}

// Nothing where any score does.
std::optional<spliced::score> min_reachable(spliced::score least) {
  return spliced::is_reachable(least) ? std::optional(least) : std::nullopt;
}

json or_null(const std::optional<spliced::score>& score, score_unit unit) {
  return score ? number(unit.written(*score)) : json(nullptr);
}

// Places are 1-based inclusive, as in the GFF3; `sets` are the candidate files that hold the exon. A margin is null
// where it was not requested, and where every chain has the exon: then there is no alternative.
json exon_entries(const gene_model& model, const prediction_input& input, score_unit unit) {
  json entries = json::array();
  for (const auto& exon : model.exons) {
    json sets = json::array();
    for (const auto source : exon.sources) sets.push_back(input.candidates.sources[source]);
    entries.push_back({{"start", exon.where.start + 1},
                       {"end", exon.where.end},
                       {"margin", or_null(exon.margin, unit)},
                       {"without_rival", exon.is_without_alternative},
                       {"support", or_null(support_of(exon, model, unit))},
                       {"candidates", exon.candidates},
                       {"sets", sets}});
  }
  return entries;
}

json chain_entry(const gene_model& model, const prediction_input& input, score_unit unit) {
  return {{"place", std::max<std::size_t>(1, model.place)},
          {"score", number(unit.written(model.score))},
          {"target_strand", model.is_backwards ? "-" : "+"},
          {"e_value", or_null(model.e_value)},
          {"composition", model.e_value ? json(model.composition) : json(nullptr)},
          {"runner_up", or_null(model.second_best, unit)},
          {"min_margin", or_null(model.min_margin(), unit)},
          {"support", or_null(support_of(model, unit))},
          {"exons", exon_entries(model, input, unit)},
          {"identity", model.identity},
          {"coverage", model.coverage},
          {"start_extension", model.start_extension},
          {"ends_by_codons", model.ends_by_codons()},
          {"frameshifts", model.n_frameshifts},
          {"internal_stops", model.n_internal_stops}};
}

json locus_entry(const locus_result& locus, const prediction_input& input, score_unit unit,
                 const spliced::cost_model& costs) {
  json entry = {{"target", input.targets.targets[locus.locus.target].name},
                {"sequence", input.sequences.catalog().name(locus.locus.sequence)},
                {"region_start0", locus.locus.region.start},
                {"region_end0", locus.locus.region.end},
                {"outcome", to_string(locus.outcome)},
                {"candidates", locus.n_candidates},
                {"loci_left_out", locus.n_left_out}};
  for (const strand each : locus.tried) entry["strands_tried"].push_back(std::string(1, to_char(each)));
  if (spliced::is_reachable(locus.best_score)) {
    entry["strand"] = std::string(1, to_char(locus.locus.on));
    entry["score"] = number(unit.written(locus.best_score));
  }
  entry["min_score"] = or_null(min_reachable(locus.lowest_score), unit);
  entry["search_space"] = locus.search_space;
  json chains = json::array();
  for (const gene_model& model : locus.models) chains.push_back(chain_entry(model, input, unit));
  entry["chains"] = chains;
  entry.update(work_entry(locus.work));
  entry["seconds"] = locus.seconds;
  entry["cpu_seconds"] = locus.cpu_seconds;
  entry["predicted_seconds"] = costs.predict(locus.work.costs);
  return entry;
}

std::string_view word_of(model_verdict verdict) {
  switch (verdict) {
    case model_verdict::not_requested:
      return "not_asked";
    case model_verdict::given:
      return "given";
    case model_verdict::demanded:
      return "demanded";
    case model_verdict::passed:
      return "passed";
    case model_verdict::failed:
      return "failed";
    case model_verdict::too_few_genes:
      return "too_few_genes";
  }
  throw std::logic_error("an unknown verdict");
}

// Null without any.
json hints_entry(const hint_counts& hints) {
  if (hints.n_all() == 0) return nullptr;
  return {{"complete", hints.n_whole}, {"partial", hints.n_partial}, {"left_out", hints.n_left_out}};
}

// Null where it was not requested.
json gene_model_entry(const locus_account& genes) {
  const own_gene_model& model = genes.model;
  if (model.verdict == model_verdict::not_requested) return nullptr;
  json test = nullptr;
  if (model.test.n_genes > 0)
    test = {{"genes", model.test.n_genes},
            {"found", model.test.n_found},
            {"share", model.test.fraction()},
            {"least_share", min_self_test_fraction}};
  return {{"used", is_in_use(model.verdict)},
          {"verdict", word_of(model.verdict)},
          {"training_genes", model.n_genes},
          {"training_introns", model.n_introns()},
          {"least_training_genes", fewest_model_genes},
          {"self_test", test},
          {"hints", hints_entry(genes.hints)},
          {"agreeing", genes.by_model.n_agreeing},
          {"replaced", genes.by_model.n_replaced},
          {"added", genes.by_model.n_added},
          {"mobile_elements", genes.by_model.n_elements},
          {"genes",
           {{"protein", genes.n_by_protein}, {"protein_and_model", genes.n_by_both}, {"model", genes.n_by_model}}}};
}

}  // namespace

void summary_results::add(const locus_result& result, const prediction_input& input) {
  ++n_results_;
  n_left_out_ += result.n_left_out;
  n_models_ += result.outcome == locus_outcome::model ? 1 : 0;
  n_disrupted_ += static_cast<std::size_t>(std::ranges::count_if(result.models, &gene_model::has_broken_frame));
  work_ += result.work;
  seconds_ += result.seconds;
  cpu_seconds_ += result.cpu_seconds;
  if (with_entries_) entries_.push_back(locus_entry(result, input, unit_, model_));
}

json summary_results::totals(bool by_wall) const {
  json entry = {{"loci", n_results_},
                {"with_model", n_models_},
                {"disrupted_models", n_disrupted_},
                {"loci_left_out", n_left_out_}};
  entry.update(work_entry(work_));
  entry["thread_seconds"] = seconds_;
  entry["cpu_seconds"] = cpu_seconds_;
  entry["predicted_thread_seconds"] = predicted_thread_seconds();
  entry["drift"] = or_null(drift(by_wall));
  return entry;
}

std::optional<double> summary_results::drift(bool by_wall) const {
  constexpr double fewest_seconds = 5;
  const double taken = by_wall ? seconds_ : cpu_seconds_, predicted = predicted_thread_seconds();
  if (taken < fewest_seconds || predicted <= 0) return std::nullopt;
  return taken / predicted;
}

std::string predict_summary(const output_requests& outputs, const placed_run& run, const prediction_options& how,
                            const run_account& account, const stage_clock& stages) {
  const predict_inputs& read = run.inputs;
  json summary = {{"program", "exonweave"},
                  {"version", EXONWEAVE_VERSION},
                  {"subcommand", outputs.is_annotation() ? "annotate" : "predict"}};
  summary["command"] = command_line();
  summary["options"] = option_entries(read.rules.reported.given);
  summary["versions"] = {{"htslib", hts_version()}, {"cuda", gpu::build_text()}};
  summary["inputs"] = input_entries(account.inputs);
  summary["parameters"] = parameters(outputs.style, how, run, account.learnt.model.scoring);
  summary["significance"] = significance_entry(how, read.unit());
  summary["search_limits"] = run.found ? limits_entry(run.found->loci, read.rules.search) : json(nullptr);
  summary["training"] = training_entry(account.learnt.rounds);
  summary["totals"] = account.results.totals(how.solver.engine->facts().is_of_gpu);
  summary["totals"]["targets_without_residues"] = read.targets.without_residues.size();
  if (account.genes)
    summary["locus_models"] = {
        {"written", account.genes->n_written},     {"models", account.genes->n_models},
        {"complete", account.genes->n_complete},   {"partial", account.genes->n_partial},
        {"pseudo", account.genes->n_pseudo},       {"median_support", or_null(account.genes->median_support)},
        {"antisense", account.genes->n_antisense}, {"below_min_support", account.genes->n_below_min_support},
        {"rejected", account.genes->n_rejected}};
  if (account.genes) summary["gene_model"] = gene_model_entry(*account.genes);
  if (!account.completeness.empty()) summary["completeness"] = completeness_entries(account.completeness);
  if (!outputs.is_annotation()) summary["loci"] = account.results.entries();
  for (const timed_stage& each : stages.stages()) summary["seconds"][each.stage] = each.seconds;
  summary["seconds"]["total"] = stages.total();
  summary["predicted_seconds"] = json::object();
  for (const auto& [stage, seconds] : account.predicted) summary["predicted_seconds"][stage] = seconds;
  summary["peak_memory_bytes"] = peak_memory();
  return summary.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view ending = "_mqc.json";

enum class figure { number, percent, support };
enum class column { shown, hidden };  // until a reader asks for it

json header(figure kind, std::string_view title, std::string_view description, std::string_view colours,
            column where = column::shown) {
  json made = {{"title", title}, {"description", description}, {"min", 0}};
  if (kind == figure::percent) made.update({{"max", 100}, {"suffix", "%"}});
  if (kind == figure::support) made["max"] = 1;
  made["format"] = kind == figure::percent ? "{:,.1f}" : kind == figure::support ? "{:,.3f}" : "{:,.0f}";
  made["scale"] = colours;
  if (where == column::hidden) made["hidden"] = true;
  return made;
}

struct outcome_column {
  locus_outcome outcome;
  const char* id;
  const char* title;
};

// Those of results without a model, the nearest to one last.
constexpr std::array outcome_columns{
    outcome_column{locus_outcome::too_large, "too_large", "Too large"},
    outcome_column{locus_outcome::beyond_32_bits, "beyond_32_bits", "Beyond 32 bits"},
    outcome_column{locus_outcome::no_candidate, "no_candidate", "No exon"},
    outcome_column{locus_outcome::nothing_known, "nothing_known", "Unknown"},
    outcome_column{locus_outcome::no_start_codon, "no_start_codon", "No start"},
    outcome_column{locus_outcome::no_stop_codon, "no_stop_codon", "No stop"},
    outcome_column{locus_outcome::no_chain, "no_chain", "No chain"},
    outcome_column{locus_outcome::below_min_score, "below_min_score", "Low score"},
    outcome_column{locus_outcome::below_min_coverage, "below_min_coverage", "Low coverage"}};

// A list, which keeps its order in all versions of MultiQC.
json headers() {
  json made = json::array();
  const auto add = [&made](const char* id, const json& column) { made.push_back({{id, column}}); };
  add("targets", header(figure::number, "Targets", "Proteins or cDNA that were given", "Greys"));
  add("with_model", header(figure::percent, "With model", "Targets that have a model", "RdYlGn"));
  add("genes", header(figure::number, "Genes", "Genes of the gene set", "Blues"));
  add("complete",
      header(figure::percent, "Complete", "Genes with a start codon, a stop codon and a whole frame", "Greens"));
  add("partial", header(figure::percent, "Partial",
                        "Genes that lack a start or a stop codon; without a gene set, alignments", "Oranges"));
  add("disrupted", header(figure::percent, "Disrupted",
                          "Genes with a frameshift or a stop codon within; without a gene set, alignments", "Reds"));
  add("by_model",
      header(figure::percent, "Gene model", "Genes that the gene model found and no protein supports", "Purples"));
  add("support", header(figure::support, "Support", "Median over the genes of how likely one is exact", "RdYlGn"));
  add("models", header(figure::number, "Alignments", "Alignments of targets", "Blues"));
  add("identity", header(figure::percent, "Identity",
                         "Median identity, over the best model of each target that has one", "RdYlGn"));
  add("coverage", header(figure::percent, "Coverage",
                         "Median share of the target that is aligned, over the best model of each", "RdYlGn"));
  add("untried", header(figure::number, "Not tried",
                        "Targets that were aligned nowhere: they are in no pair, or the search found nothing similar",
                        "Greys", column::hidden));
  add("results", header(figure::number, "Results", "Regions on which a target was aligned, summed over targets",
                        "Greys", column::hidden));
  for (const auto& [outcome, id, title] : outcome_columns)
    add(id, header(figure::number, title, fmt::format("Results without a model: {}", to_string(outcome)), "Purples",
                   outcome == locus_outcome::too_large ? column::shown : column::hidden));
  return made;
}

constexpr double hundredth = 100, ten_thousandth = 10'000;  // of a whole

double rounded(double value, double part) { return std::round(value * part) / part; }

double to_percent(double fraction) { return rounded(fraction * 100, hundredth); }

// The attribute of that name.
bool is_partial(const gene_model& model) { return model.is_coding && !(model.has_start && model.has_stop); }

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

bool has_ending(std::string_view name) { return name.size() > ending.size() && name.ends_with(ending); }

}  // namespace

void multiqc_figures::add(const locus_result& result) {
  ++n_results_[result.outcome];
  ++n_all_results_;
  is_tried_[result.locus.target] = true;
  n_models_ += result.models.size();
  n_partial_ += static_cast<std::size_t>(std::ranges::count_if(result.models, is_partial));
  n_disrupted_ += static_cast<std::size_t>(std::ranges::count_if(result.models, &gene_model::has_broken_frame));
  if (result.models.empty()) return;
  const gene_model& first = result.models.front();
  auto& best = best_[result.locus.target];
  best = std::max(best, std::optional(best_model{first.score, first.identity, first.coverage}));
}

std::optional<double> multiqc_figures::median_of_best(double best_model::*figure) const {
  std::vector<double> values;
  for (const auto& each : best_)
    if (each) values.push_back((*each).*figure);
  return median_of(std::move(values));
}

json multiqc_figures::row(const std::optional<locus_account>& genes) const {
  const auto count = [](const auto& values) {
    return std::ranges::count_if(values, [](const auto& value) { return static_cast<bool>(value); });
  };
  json made;
  const auto add_fraction = [&made](const char* id, auto n, std::size_t total) {
    if (total > 0) made[id] = to_percent(static_cast<double>(n) / static_cast<double>(total));
  };
  const auto add_median = [this, &made](const char* id, double best_model::*figure) {
    if (const auto middle = median_of_best(figure)) made[id] = to_percent(*middle);
  };
  made["targets"] = best_.size();
  add_fraction("with_model", count(best_), best_.size());
  if (genes) {
    made["genes"] = genes->n_written;
    add_fraction("complete", genes->n_complete, genes->n_written);
  }
  add_fraction("partial", genes ? genes->n_partial : n_partial_, genes ? genes->n_written : n_models_);
  add_fraction("disrupted", genes ? genes->n_pseudo : n_disrupted_, genes ? genes->n_written : n_models_);
  if (genes && is_in_use(genes->model.verdict)) add_fraction("by_model", genes->n_by_model, genes->n_written);
  if (genes && genes->median_support) made["support"] = rounded(*genes->median_support, ten_thousandth);
  made["models"] = n_models_;
  add_median("identity", &best_model::identity);
  add_median("coverage", &best_model::coverage);
  made["untried"] = best_.size() - static_cast<std::size_t>(count(is_tried_));
  made["results"] = n_all_results_;
  for (const auto& each : outcome_columns)
    if (const auto found = n_results_.find(each.outcome); found != n_results_.end()) made[each.id] = found->second;
  return made;
}

std::string multiqc_text(const std::string& sample, const json& row) {
  json content = {{"id", "exonweave"}, {"plot_type", "generalstats"}, {"namespace", "exonweave"}};
  content["pconfig"] = headers();
  content["data"][sample] = row;
  return content.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string multiqc_sample(const output_requests& outputs, const std::string& genome) {
  if (!outputs.id_prefix.empty()) return outputs.id_prefix;
  if (outputs.is_annotation()) {
    const std::filesystem::path folder = resolved_path(outputs.folder);
    const std::string above = folder.parent_path().filename().string();
    return above + (above.empty() ? "" : "_") + folder.filename().string();
  }
  const std::string name = file_name(outputs.multiqc_out);
  return has_ending(name) ? name.substr(0, name.size() - ending.size()) : file_name(genome);
}

void check_multiqc(const output_requests& outputs) {
  if (is_file_or_new(outputs.multiqc_out) && !has_ending(file_name(outputs.multiqc_out)))
    throw bad_usage({.what = "--multiqc-out: not a name by which MultiQC finds a file",
                     .got = outputs.multiqc_out,
                     .need = fmt::format("a name that ends in {}, such as sample{}", ending, ending)});
}

}  // namespace exonweave::apps
