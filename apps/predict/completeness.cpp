#include "predict/completeness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/files/file_text.hpp"
#include "cli/messages.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_memory.hpp"

namespace exonweave::apps {
namespace {

using enum completeness_class;

std::size_t count_of(const checked_proteins& set, completeness_class kind) {
  return static_cast<std::size_t>(std::ranges::count(set.found, kind, &protein_in_genes::kind));
}

checked_proteins checked(const target_set& proteins, const std::vector<elective_model>& alignments,
                         const std::vector<std::vector<gene_model>>& genes) {
  checked_proteins made{proteins.paths, {}, find_in_genes(proteins.targets.size(), alignments, genes)};
  for (const target& each : proteins.targets) made.names.push_back(each.name);
  return made;
}

// Their best model of each place.
std::vector<elective_model> align_expected(const planned_run& plan) {
  const predict_inputs inputs = inputs_of_expected(plan);
  stage_clock clock;
  if (!inputs.rules.is_quiet) clock.show();
  report reported_before;
  progress_notes notes;
  const planned_run planned = plan_run(inputs, {}, notes, clock, reported_before);
  std::vector<elective_model> alignments;
  align(
      planned,
      [&alignments](const locus_result& result) {
        std::ranges::move(elective_models_of(result, elective_parts::exons), std::back_inserter(alignments));
      },
      {}, clock);
  return alignments;
}

}  // namespace

predict_inputs inputs_of_expected(const planned_run& plan) {
  const predict_inputs& inputs = plan.inputs;
  return inputs_of_expected(inputs, plan.learnt.model,
                            plan_memory(contents_of(inputs, plan.places(), inputs.scale), inputs.rules.memory).held);
}

std::vector<checked_proteins> check_completeness(const planned_run& plan, const std::vector<elective_model>& alignments,
                                                 const std::vector<std::vector<gene_model>>& genes) {
  std::vector<checked_proteins> sets{checked(plan.inputs.targets, alignments, genes)};
  const target_set& expected = plan.inputs.expected;
  const bool is_quiet = plan.inputs.rules.is_quiet;
  if (!expected.targets.empty()) {
    if (!is_quiet)
      tell("exonweave: completeness: aligning {} of {}\n", counted({expected.targets.size(), "protein", "proteins"}),
           expected.path());
    sets.push_back(checked(expected, align_expected(plan), genes));
  }
  if (!is_quiet)
    for (const checked_proteins& each : sets)
      tell("exonweave: completeness by {}: {}\n", fmt::join(each.paths, ","), completeness_text(each));
  return sets;
}

std::string completeness_text(const checked_proteins& set) {
  const auto percent_of = [&set](std::size_t n) {
    return set.found.empty() ? 0 : 100 * static_cast<double>(n) / static_cast<double>(set.found.size());
  };
  const std::size_t n_single = count_of(set, single_copy), n_duplicated = count_of(set, duplicated);
  return fmt::format("C:{:.1f}%[S:{:.1f}%,D:{:.1f}%],F:{:.1f}%,M:{:.1f}%,n:{}", percent_of(n_single + n_duplicated),
                     percent_of(n_single), percent_of(n_duplicated), percent_of(count_of(set, fragmented)),
                     percent_of(count_of(set, missing)), set.found.size());
}

nlohmann::ordered_json completeness_entries(const std::vector<checked_proteins>& sets) {
  auto entries = nlohmann::ordered_json::array();
  for (const checked_proteins& each : sets) {
    nlohmann::ordered_json entry = {{"proteins", each.paths}, {"n", each.found.size()}};
    for (const completeness_class kind : {single_copy, duplicated, fragmented, missing})
      entry[std::string(word_of(kind))] = count_of(each, kind);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string completeness_table(const std::vector<checked_proteins>& sets) {
  std::string text = "set\tprotein\tstatus\tcopies\tcovered\n";
  for (const checked_proteins& each : sets) {
    std::vector<std::size_t> order(each.names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&each](std::size_t p) -> const std::string& { return each.names[p]; });
    for (const std::size_t p : order) {
      const protein_in_genes& found = each.found[p];
      text += fmt::format("{}\t{}\t{}\t{}\t{:.3f}\n", &each == &sets.front() ? "given" : "completeness",
                          percent_encode_controls(each.names[p]), word_of(found.kind()), found.n_copies, found.covered);
    }
  }
  return text;
}

}  // namespace exonweave::apps
