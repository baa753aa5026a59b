#include "exons/writers/unplaced_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace exonweave {
namespace {

// A target that was tried nowhere has no result.
std::vector<std::string> untried_targets(const unplaced_results& unplaced, const target_set& targets) {
  std::vector<std::string> names;
  for (std::size_t t = 0; t < targets.targets.size(); ++t)
    if (!unplaced.was_tried(t)) names.push_back(targets.targets[t].name);
  std::ranges::sort(names);
  return names;
}

std::string reason(const locus_result& locus) {
  std::string text(to_string(locus.outcome));
  return locus.too_large ? fmt::format("{}, need {}", text, locus.too_large->need) : text;
}

std::string strands_of(const locus_result& locus) {
  std::string text;
  for (const strand each : locus.tried) text += fmt::format("{}{}", text.empty() ? "" : ",", to_char(each));
  return text;
}

}  // namespace

void unplaced_results::add(const locus_result& result) {
  tried_.insert(result.of.target);
  has_others_ = has_others_ || !result.too_large;
  if (result.outcome == locus_outcome::model)
    placed_.insert(result.of.target);
  else if (is_paired_ || result.too_large || !placed_.contains(result.of.target))
    without_model_.push_back(result);
}

std::vector<const locus_result*> unplaced_results::results() const {
  std::vector<const locus_result*> found;
  for (const locus_result& each : without_model_)
    if (is_paired_ || each.too_large || !placed_.contains(each.of.target)) found.push_back(&each);
  return found;
}

void write_unplaced(const unplaced_results& unplaced, const prediction_input& input, score_unit unit,
                    const text_sink& sink) {
  const auto sequence = [&](const locus_result& locus) -> const std::string& {
    return input.sequences->catalog().name(locus.of.sequence);
  };
  const auto name = [&](const locus_result& locus) -> const std::string& {
    return input.targets->targets[locus.of.target].name;
  };
  auto rows = unplaced.results();
  std::ranges::sort(rows, {}, [&](const locus_result* locus) {
    return std::tuple(sequence(*locus), locus->of.region, name(*locus), locus->tried);
  });
  sink("target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\treason\tbest_score\tn_candidates\n");
  for (const locus_result* locus : rows)
    sink(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", name(*locus), sequence(*locus),
                     locus->of.region.start, locus->of.region.end, strands_of(*locus), reason(*locus),
                     spliced::is_reachable(locus->best_score) ? unit.text(locus->best_score) : ".",
                     locus->n_candidates));
  if (unplaced.is_paired()) return;
  for (const auto& untried : untried_targets(unplaced, *input.targets))
    sink(fmt::format("{}\t.\t.\t.\t.\t{}\t.\t0\n", untried, to_string(unplaced.of_untried())));
}

}  // namespace exonweave
