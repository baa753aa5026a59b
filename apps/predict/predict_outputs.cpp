#include "predict/predict_outputs.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

#include "exons/sequences/genome.hpp"
#include "exons/writers/alignment_writer.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/gtf_writer.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "exons/writers/plain_writers.hpp"
#include "predict/find_loci.hpp"
#include "report/page/report_page.hpp"

namespace exonweave::apps {
namespace {

template <class Output = output_file, class... More>
std::optional<Output> open_if_requested(const std::string& path, More... more) {
  if (path.empty()) return std::nullopt;
  return Output(path, more...);
}

std::optional<indexed_output> open_gff3_if_requested(const std::string& path) {
  return open_if_requested<indexed_output>(path, row_columns::gff3);
}

template <class Output>
text_sink into(Output& file) {
  return [&file](std::string_view text) { file.write(text); };
}

// Together: a packed file is sorted by sequence.
void write_rows(const model_listing& models, void (*write)(const model_listing&, const text_sink&),
                indexed_output& output) {
  std::string rows;
  write(models, [&rows](std::string_view text) { rows += text; });
  output.write(rows);
}

// By which a file can be read before it appears.
std::string present_name(const output_file& file) { return file.temporary().empty() ? file.path() : file.temporary(); }

std::string present_name(const std::optional<output_file>& file) { return file ? present_name(*file) : ""; }

}  // namespace

predict_outputs::predict_outputs(const predict_options& options)
    : models_(options.out, row_columns::gff3),
      locus_models_(open_gff3_if_requested(options.outputs.locus_out)),
      locus_gtf_(open_gff3_if_requested(options.outputs.locus_gtf_out)),
      hints_(open_gff3_if_requested(options.outputs.hints_out)),
      training_(open_gff3_if_requested(options.outputs.training_out)),
      evm_(open_gff3_if_requested(options.outputs.evm_out)),
      bed_(open_if_requested<indexed_output>(options.outputs.bed_out, row_columns::bed)),
      locus_bed_(open_if_requested<indexed_output>(options.outputs.locus_bed_out, row_columns::bed)),
      proteins_(open_if_requested(options.outputs.protein_out)),
      coding_(open_if_requested(options.outputs.cds_out)),
      locus_proteins_(open_if_requested(options.outputs.locus_protein_out)),
      locus_coding_(open_if_requested(options.outputs.locus_cds_out)),
      alignments_(open_if_requested(options.outputs.alignment_out)),
      paf_(open_if_requested(options.outputs.paf_out)),
      miniprot_(open_if_requested(options.outputs.miniprot_out)),
      unplaced_(open_if_requested(options.outputs.unplaced_out)),
      completeness_(open_if_requested(options.outputs.completeness_out)),
      multiqc_(open_if_requested(options.outputs.multiqc_out)),
      summary_(open_if_requested(options.outputs.summary)),
      splice_model_(open_if_requested(options.outputs.model_out)),
      gene_model_(open_if_requested(options.outputs.gene_model_out)),
      page_(open_if_requested(options.outputs.page_out)),
      requests_(options.outputs),
      names_sequences_(requests_.style != gff3_style::miniprot) {}

void predict_outputs::begin(const std::vector<std::size_t>& aligned, const sequence_catalog& sequences) {
  const std::string whole_head = gff3_head(aligned, sequences);
  const std::string head = names_sequences_ ? whole_head : gff3_head({}, sequences);
  const std::int64_t longest = sequences.longest();
  const auto begin = [longest](indexed_output& file, std::string_view first_lines) {
    file.set_longest(longest);
    file.write(first_lines);
  };
  begin(models_, requests_.by_target && !requests_.by_target->has_rows ? "" : head);
  if (locus_models_) begin(*locus_models_, "");
  aligned_ = aligned;
  if (locus_gtf_) begin(*locus_gtf_, "");
  if (hints_) begin(*hints_, "");
  if (training_) begin(*training_, "");
  if (evm_) begin(*evm_, whole_head);
  if (miniprot_) miniprot_->write(gff3_head({}, sequences));
  if (bed_) begin(*bed_, "");
  if (locus_bed_) begin(*locus_bed_, "");
}

void predict_outputs::write_models(const model_listing& models, const miniprot_form& form) {
  requests_.by_target ? miniprot_rows_.add(models, form) : features_.add(models, form, into(models_));
  if (proteins_) write_proteins(models, into(*proteins_));
  if (coding_) write_coding_sequences(models, into(*coding_));
  if (alignments_) write_alignments(models, form.scores, into(*alignments_));
  if (paf_) write_paf(models, form, into(*paf_));
  if (evm_) write_rows(models, write_evm_rows, *evm_);
  if (miniprot_) miniprot_rows_.add(models.in_style(gff3_style::miniprot), form);
  if (bed_) write_rows(models, write_bed, *bed_);
}

std::size_t predict_outputs::finish_models(const target_set& targets) {
  if (requests_.by_target) return miniprot_rows_.write_by_target(targets, *requests_.by_target, into(models_));
  features_.write_rest(into(models_));
  if (miniprot_) miniprot_rows_.write(into(*miniprot_));
  return 0;
}

void predict_outputs::write_locus_models(const model_listing& models, const miniprot_form& form) {
  if (locus_models_) {
    write_head_of_genes(models);
    gff3_rows rows;
    rows.add(models, form, into(*locus_models_));
    rows.write_rest(into(*locus_models_));
  }
  if (locus_gtf_) write_rows(models, write_gtf, *locus_gtf_);
  if (hints_) write_rows(models, write_hints, *hints_);
  if (training_) write_rows(models, write_training_genes, *training_);
  if (locus_proteins_) write_proteins(models, into(*locus_proteins_));
  if (locus_coding_) write_coding_sequences(models, into(*locus_coding_));
  if (locus_bed_) write_rows(models, write_bed, *locus_bed_);
}

// A gene model finds genes on other sequences too.
void predict_outputs::write_head_of_genes(const model_listing& models) {
  std::vector<std::size_t> named = names_sequences_ ? aligned_ : std::vector<std::size_t>();
  if (names_sequences_)
    for (const locus_models& each : models.loci()) named.push_back(each.front().sequence);
  locus_models_->write(gff3_head(named, models.sequences()));
}

void predict_outputs::write_unplaced(const unplaced_results& unplaced, const prediction_input& input, score_unit unit) {
  if (unplaced_) exonweave::write_unplaced(unplaced, input, unit, into(*unplaced_));
}

void predict_outputs::drop_gene_model() {
  requests_.superseded.push_back(gene_model_->path());
  gene_model_.reset();
}

// The summary comes first: by it annotate knows its folder, when the program was killed between two renames too.
output_group predict_outputs::all_but_page() {
  output_group all;
  const auto add_if_requested = [&all](auto&... outputs) { ((outputs ? all.add(*outputs) : void()), ...); };
  add_if_requested(summary_);
  all.add(models_);
  add_if_requested(locus_models_, locus_gtf_, hints_, training_, evm_, bed_, locus_bed_, proteins_, coding_,
                   locus_proteins_, locus_coding_, alignments_, paf_, miniprot_, unplaced_, completeness_, multiqc_,
                   splice_model_, gene_model_);
  return all;
}

void predict_outputs::write_page(genome& sequences, const target_set& targets, report& problems, std::uint64_t memory) {
  if (!page_) return;
  all_but_page().finish();
  write_report_page({.run = present_name(summary_),
                     .models = present_name(locus_models_->file()),
                     .alignments = present_name(models_.file()),
                     .unplaced = present_name(unplaced_),
                     .splice_model = present_name(splice_model_),
                     .proteins = present_name(locus_proteins_),
                     .targets =
                         [&targets](const protein_sink& sink) {
                           for (const target& each : targets.targets) sink(each.name, each.residues);
                         }},
                    &sequences, problems, into(*page_), memory);
}

void predict_outputs::commit() {
  output_group all = all_but_page();
  if (page_) all.add(*page_);
  all.supersede(requests_.superseded);
  all.commit();
}

namespace {

std::vector<std::size_t> sequences_of(std::span<const alignment_task> cases) {
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

elective_parts written_parts(const output_requests& outputs) {
  if (outputs.style_of_loci() == gff3_style::miniprot) return elective_parts::all;
  const bool has_sequences = !outputs.locus_protein_out.empty() || !outputs.locus_cds_out.empty();
  return has_sequences ? elective_parts::sequences : elective_parts::exons;
}

}  // namespace

miniprot_form form_of(const output_requests& outputs, const planned_run& plan) {
  const auto genome_bases = std::make_shared<shared_bases>(plan.inputs.sequences, 1);
  return {plan.how.scoring.substitution,
          outputs.with_alignment_lines,
          outputs.with_translation_lines,
          [genome_bases](std::size_t sequence, interval where) { return genome_bases->fetch(sequence, where); },
          plan.how.scoring.gaps,
          outputs.by_target};
}

predict_results::predict_results(const planned_run& plan, predict_outputs& outputs)
    : input_(plan.input()),
      wants_locus_models_(outputs.requests().has_locus_models()),
      elective_(written_parts(outputs.requests())),
      form_(form_of(outputs.requests(), plan)),
      outputs_(outputs),
      kept_{unplaced_results(plan.inputs.rules.has_pairs(),
                             plan.found ? locus_outcome::no_locus : locus_outcome::no_candidate),
            {},
            summary_results(outputs.wants_summary() && !outputs.requests().is_annotation(), plan.inputs.unit(),
                            plan.cost_model()),
            outputs.wants_multiqc()
                ? std::optional<multiqc_figures>(input_.targets.targets.size() + input_.targets.without_residues.size())
                : std::nullopt,
            foreign_code_search(plan.how.codes)},
      listings_(input_.sequences.catalog(), input_.targets, outputs.requests().form(plan.inputs.unit(), plan.how.codes),
                [this](const model_listing& models) { write(models); }) {
  outputs_.begin(sequences_of(input_.cases), input_.sequences.catalog());
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
    if (each.rank <= 1) kept_.foreign_codes.add(each, input_.targets.targets[each.target]);
  if (wants_locus_models_) std::ranges::move(elective_models_of(result, elective_), std::back_inserter(kept_.elective));
  for (auto& place : split_by_place(std::move(result.models))) listings_.add(std::move(place));
}

void predict_results::add_limits(const std::vector<found_locus>& loci) {
  for (limit_row& row : limit_rows(loci, input_.targets)) kept_.unplaced.add_cut(row.target, std::move(row.reason));
}

void predict_results::write(const model_listing& models) {
  kept_.n_loci += models.loci().size();
  for (const locus_models& locus : models.loci()) kept_.n_models += locus.size();
  outputs_.write_models(models, form_);
}

void predict_results::finish() {
  listings_.finish();
  const std::size_t n_left_out = outputs_.finish_models(input_.targets);
  kept_.n_models -= n_left_out;
  kept_.n_loci -= n_left_out;
}

}  // namespace exonweave::apps
