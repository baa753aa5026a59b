#include "exons/writers/unplaced_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace exonweave {
namespace {

// A target that was tried nowhere has no locus.
std::vector<std::string> untried_targets(const std::vector<locus_result>& loci, const target_set& targets) {
  std::set<std::size_t> tried;
  for (const auto& locus : loci) tried.insert(locus.of.target);
  std::vector<std::string> names;
  for (std::size_t t = 0; t < targets.targets.size(); ++t)
    if (!tried.contains(t)) names.push_back(targets.targets[t].name);
  std::ranges::sort(names);
  return names;
}

std::string strands_of(const locus_result& locus) {
  std::string text;
  for (const strand each : locus.tried) text += fmt::format("{}{}", text.empty() ? "" : ",", to_char(each));
  return text;
}

}  // namespace

std::vector<const locus_result*> unplaced_loci(const std::vector<locus_result>& loci, bool is_paired) {
  std::set<std::size_t> placed;
  for (const auto& locus : loci)
    if (!is_paired && locus.outcome == locus_outcome::model) placed.insert(locus.of.target);
  std::vector<const locus_result*> unplaced;
  for (const auto& locus : loci)
    if (locus.outcome != locus_outcome::model && !placed.contains(locus.of.target))
      unplaced.push_back(&locus);
  return unplaced;
}

void write_unplaced(const std::vector<locus_result>& loci, bool is_paired, const prediction_input& input,
                    score_unit unit, const text_sink& sink) {
  const auto sequence = [&](const locus_result& locus) -> const std::string& {
    return input.sequences->catalog().name(locus.of.sequence);
  };
  const auto name = [&](const locus_result& locus) -> const std::string& {
    return input.targets->targets[locus.of.target].name;
  };
  auto rows = unplaced_loci(loci, is_paired);
  std::ranges::sort(rows, {}, [&](const locus_result* locus) {
    return std::tuple(sequence(*locus), locus->of.region, name(*locus), locus->tried);
  });
  sink("target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\treason\tbest_score\tn_candidates\n");
  for (const locus_result* locus : rows)
    sink(fmt::format(
        "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", name(*locus), sequence(*locus), locus->of.region.start,
        locus->of.region.end, strands_of(*locus), to_string(locus->outcome),
        spliced::is_reachable(locus->best_score) ? unit.text(locus->best_score) : ".", locus->n_candidates));
  if (is_paired) return;
  for (const auto& untried : untried_targets(loci, *input.targets))
    sink(fmt::format("{}\t.\t.\t.\t.\t{}\t.\t0\n", untried, to_string(locus_outcome::no_candidate)));
}

}  // namespace exonweave
