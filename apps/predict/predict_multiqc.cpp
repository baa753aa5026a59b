#include "predict/predict_multiqc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/statistics/random_source.hpp"
#include "cli/resolved_path.hpp"
#include "predict/predict_output_options.hpp"

namespace exonweave::apps {
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
