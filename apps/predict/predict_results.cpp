#include "predict/predict_results.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

#include "exons/sequences/shared_bases.hpp"
#include "predict/search_limits.hpp"

namespace exonweave::apps {
namespace {

std::vector<std::size_t> sequences_of(const std::vector<alignment_task>& cases) {
  std::vector<std::size_t> sequences;
  for (const alignment_task& each : cases)
    if (sequences.empty() || sequences.back() != each.sequence) sequences.push_back(each.sequence);
  return sequences;
}

// Each place is a gene of its own.
std::vector<locus_models> split_by_place(std::vector<gene_model> models) {
  std::vector<locus_models> places;
  for (gene_model& each : models) {
    if (places.empty() || places.back().back().place != each.place) places.emplace_back();
    places.back().push_back(std::move(each));
  }
  return places;
}

elective_parts written_parts(const predict_options& options) {
  if (options.style_of_loci() == gff3_style::miniprot) return elective_parts::all;
  const bool has_sequences = !options.outputs.locus_protein_out.empty() || !options.outputs.locus_cds_out.empty();
  return has_sequences ? elective_parts::sequences : elective_parts::exons;
}

}  // namespace

miniprot_form form_of(const predict_options& options, const prediction_input& input, const prediction_options& how) {
  const auto genome_bases = std::make_shared<shared_bases>(*input.sequences, 1);
  return {how.scoring.substitution,
          options.outputs.with_alignment_lines,
          options.outputs.with_translation_lines,
          [genome_bases](std::size_t sequence, interval where) { return genome_bases->fetch(sequence, where); },
          how.scoring.gaps,
          options.outputs.by_target};
}

predict_results::predict_results(const predict_options& options, const prediction_input& input,
                                 const prediction_options& how, score_unit unit, const spliced::cost_model& costs,
                                 predict_outputs& outputs)
    : input_(input),
      wants_locus_models_(options.outputs.has_locus_models()),
      elective_(written_parts(options)),
      form_(form_of(options, input, how)),
      outputs_(outputs),
      kept_{unplaced_results(options.data.has_pairs(),
                             input.n_places > 0 ? locus_outcome::no_locus : locus_outcome::no_candidate),
            {},
            summary_results(outputs.wants_summary() && !options.is_annotation(), unit, costs),
            outputs.wants_multiqc()
                ? std::optional<multiqc_figures>(input.targets->targets.size() + input.targets->without_residues.size())
                : std::nullopt,
            foreign_code_search(how.codes)},
      listings_(input.sequences->catalog(), *input.targets, options.form(unit, how.codes),
                [this](const model_listing& models) { write(models); }) {
  outputs_.begin(sequences_of(*input.cases), input.sequences->catalog());
}

void predict_results::add(locus_result&& result) {
  listings_.begin(result.locus.sequence);
  kept_.unplaced.add(result);
  kept_.summary.add(result, input_);
  if (kept_.multiqc) kept_.multiqc->add(result);
  const auto is_coding = [](const gene_model& model) { return model.is_coding; };
  kept_.n_without_cds += static_cast<std::size_t>(std::ranges::count_if(result.models, std::not_fn(is_coding)));
  if (!result.models.empty() && result.models.front().is_backwards) ++kept_.n_backwards;
  for (const gene_model& each : result.models)
    if (each.rank <= 1) kept_.foreign_codes.add(each, input_.targets->targets[each.target]);
  if (wants_locus_models_) std::ranges::move(elective_models_of(result, elective_), std::back_inserter(kept_.elective));
  for (auto& place : split_by_place(std::move(result.models))) listings_.add(std::move(place));
}

void predict_results::add_limits(const std::vector<found_locus>& loci) {
  for (limit_row& row : limit_rows(loci, *input_.targets)) kept_.unplaced.add_cut(row.target, std::move(row.reason));
}

void predict_results::write(const model_listing& models) {
  kept_.n_loci += models.loci().size();
  for (const locus_models& locus : models.loci()) kept_.n_models += locus.size();
  outputs_.write_models(models, form_);
}

void predict_results::finish() {
  listings_.finish();
  const std::size_t n_left_out = outputs_.finish_models(*input_.targets);
  kept_.n_models -= n_left_out;
  kept_.n_loci -= n_left_out;
}

}  // namespace exonweave::apps
