#include "predict/chosen_genes.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/threads/on_threads.hpp"
#include "cli/messages.hpp"
#include "cli/process.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/run/model_genes.hpp"
#include "exons/run/shared_codons.hpp"
#include "predict/predict_run.hpp"

namespace exonweave::apps {
namespace {

void tell_removed(std::size_t n, std::size_t n_kept, const char* why, bool is_quiet) {
  if (n > 0 && !is_quiet) tell("exonweave: {} of {} genes removed: {}\n", grouped(n), grouped(n_kept + n), why);
}

std::string self_test_text(const self_test_result& test) {
  return fmt::format("it reproduced {} of {} exactly ({:.0f}%; {:.0f}% required)", grouped(test.n_found),
                     counted({test.n_genes, "held-out gene", "held-out genes"}), 100 * test.fraction(),
                     100 * min_self_test_fraction);
}

std::string verdict_text(const own_gene_model& model, const std::string& file) {
  switch (model.verdict) {
    case model_verdict::passed:
      return "used; " + self_test_text(model.test);
    case model_verdict::demanded:
      return "used as requested; " + self_test_text(model.test);
    case model_verdict::given:
      return fmt::format("used as given by {}; {}", file, counted({model.n_genes, "training gene", "training genes"}));
    case model_verdict::failed:
      return "not used; " + self_test_text(model.test);
    case model_verdict::too_few_genes:
      return model.n_genes == 0
                 ? "not used; no complete gene to train it on"
                 : fmt::format("not used; {} to train it on ({} required)",
                               counted({model.n_genes, "complete gene", "complete genes"}), fewest_model_genes);
    case model_verdict::not_requested:
      break;
  }
  return "";
}

std::string text_of_hints(const hint_counts& hints) {
  std::string text = counted({hints.n_hints(), "predicted gene is a hint", "predicted genes are hints"});
  if (hints.n_partial > 0) text += fmt::format(", {} of them partial", grouped(hints.n_partial));
  if (hints.n_left_out > 0)
    text += fmt::format("; {} without an open reading frame ignored", grouped(hints.n_left_out));
  return text;
}

void add_model_genes(const planned_run& plan, const gene_test& is_accepted, chosen_genes& genes) {
  run_control control;
  const stoppable_run run(control);
  const predict_inputs& inputs = plan.inputs;
  const gene_set_requests& requested = inputs.rules.genes;
  const bool is_quiet = inputs.rules.is_quiet;
  const searched_genome where{inputs.sequences, plan.how.codes, inputs.rules.threads.here, control};
  genes.model = inputs.gene_model
                    ? given_gene_model(*inputs.gene_model)
                    : learn_gene_model(genes.loci, genes.unit, where, requested.gene_model == gene_model_request::on);
  if (!is_quiet) tell("exonweave: gene model: {}\n", verdict_text(genes.model, requested.gene_model_file));
  if (!genes.model.counts) return;
  genome_hints further = hints_of(where, inputs.predicted);
  genes.hints = further.counts;
  if (inputs.listed) add_sites(*inputs.listed, further.by_sequence);
  if (genes.hints.n_all() > 0 && !is_quiet) tell("exonweave: candidates: {}\n", text_of_hints(genes.hints));
  model_parse parse = find_model_genes(genes.loci, genes.unit, std::move(genes.model), where, plan.how.has_introns,
                                       further.by_sequence);
  genes.model = std::move(parse.model);
  genes.by_model = merge_model_genes(genes.loci, parse.genes, genes.unit, inputs.targets, where, is_accepted);
  genes.by_model.n_elements = drop_mobile_elements(genes.loci, is_accepted);
  tell_removed(genes.by_model.n_elements, genes.loci.size(), "they resemble mobile elements with a frameshift",
               is_quiet);
}

}  // namespace

locus_account chosen_genes::account() const {
  return {count_gene_set(loci, unit), loci.size(), n_antisense, n_unsupported, n_rejected, model, hints, by_model};
}

chosen_genes choose_genes(const planned_run& plan, const std::vector<elective_model>& elective, stage_clock& clock) {
  clock.begin("choose");
  const gene_set_requests& requested = plan.inputs.rules.genes;
  const bool is_quiet = plan.inputs.rules.is_quiet;
  const prediction_input input = plan.input();
  const auto& review = plan.inputs.review;
  const gene_test is_accepted = [&](const locus_models& gene) {
    return review && review->has(gene, review_mark::accept);
  };
  chosen_genes genes{.loci = run_elections(elective, input, plan.how, is_quiet), .unit = plan.inputs.unit()};
  const std::size_t n_shared = part_genes(genes.loci, input, plan.how, is_accepted);
  tell_removed(n_shared, genes.loci.size(), "they share codons with better-supported genes", is_quiet);
  if (!requested.keeps_antisense) {
    genes.n_antisense = drop_antisense(plan.inputs.targets, genes.loci, is_accepted);
    tell_removed(genes.n_antisense, genes.loci.size(),
                 requested.may_keep_antisense ? "antisense to better-supported genes (--keep-antisense)"
                                              : "antisense to better-supported genes",
                 is_quiet);
  }
  if (requested.gene_model != gene_model_request::off) {
    clock.begin("gene model");
    add_model_genes(plan, is_accepted, genes);
    if (requested.needs_protein)
      tell_removed(drop_model_genes(genes.loci, is_accepted), genes.loci.size(), "no protein aligns to them", is_quiet);
  }
  if (review) {
    genes.unmatched = unmatched_marks(*review, genes.loci, plan.inputs.sequences.catalog());
    genes.n_rejected = drop_rejected(*review, genes.loci);
    tell_removed(genes.n_rejected, genes.loci.size(), "rejected by --review", is_quiet);
  }
  if (requested.min_support) {
    genes.n_unsupported = drop_unsupported(*requested.min_support, genes.unit, genes.loci, is_accepted);
    tell_removed(genes.n_unsupported, genes.loci.size(), "support below --min-support", is_quiet);
  }
  return genes;
}

std::string gene_model_text(const own_gene_model& model) {
  learnt_gene_model counts = *model.counts;
  if (model.verdict != model_verdict::given) counts.version = EXONWEAVE_VERSION;
  return text_of_gene_model(std::move(counts));
}

model_listing list_genes(const output_requests& outputs, const predict_inputs& read, std::vector<locus_models> genes) {
  model_listing listing(std::move(genes), read.sequences.catalog(), read.targets,
                        outputs.form_of_loci(read.unit(), read.codes));
  if (read.rules.genes.keeps_antisense) listing.mark_antisense(better_opposites(representative_of(listing.loci())));
  return listing;
}

}  // namespace exonweave::apps
