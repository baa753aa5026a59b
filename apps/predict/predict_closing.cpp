#include "predict/predict_closing.hpp"

#include <fmt/format.h>

#include "cli/closing_line.hpp"

namespace exonweave::apps {
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

}  // namespace exonweave::apps
