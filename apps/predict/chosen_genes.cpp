#include "predict/chosen_genes.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/threads/run_control.hpp"
#include "exons/run/antisense_loci.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/run/shared_codons.hpp"
#include "predict/predict_run.hpp"
#include "shell/closing_line.hpp"
#include "shell/messages.hpp"
#include "shell/process.hpp"

namespace exonweave::apps {
namespace {

void tell_left_out(std::size_t n, std::size_t n_kept, const char* why, bool is_quiet) {
  if (n > 0 && !is_quiet) tell("exonweave: {} of {} genes left out {}\n", grouped(n), grouped(n_kept + n), why);
}

std::string verdict_text(const own_gene_model& model) {
  const std::string test =
      fmt::format("its self-test finds {} of {} genes", grouped(model.test.n_found), grouped(model.test.n_genes));
  switch (model.verdict) {
    case model_verdict::passed:
      return fmt::format("on: {}", test);
    case model_verdict::demanded:
      return fmt::format("on, as asked for: {}", test);
    case model_verdict::failed:
      return fmt::format("off: {}, and needs {:.0f}%", test, 100 * least_self_test_share);
    case model_verdict::too_few_genes:
      return fmt::format("off: {} to learn from, and needs {}", counted({model.n_genes, "whole gene", "whole genes"}),
                         fewest_model_genes);
    case model_verdict::not_asked:
    case model_verdict::given:
      break;
  }
  return "";
}

void add_model_genes(const predict_options& options, const prediction_input& input, const prediction_options& how,
                     chosen_genes& genes) {
  run_control control;
  const stoppable_run run(control);
  const searched_genome where{*input.sequences, how.codes, how.has_introns, options.threads.here, control};
  genes.model = learn_gene_model(genes.loci, genes.unit, where, options.genes.gene_model == gene_model_wish::on);
  if (genes.model.parameters) {
    const auto parsed = find_model_genes(genes.loci, genes.unit, genes.model, where);
    genes.by_model = merge_model_genes(genes.loci, parsed, genes.unit, where);
  }
  if (options.quiet) return;
  tell("exonweave: gene model of this genome {}\n", verdict_text(genes.model));
  if (genes.model.parameters)
    tell("exonweave: {} by the gene model alone; it agrees with {} of alignments and replaces {}\n",
         counted({genes.by_model.n_added, "gene", "genes"}), grouped(genes.by_model.n_agreeing),
         grouped(genes.by_model.n_replaced));
}

}  // namespace

locus_account chosen_genes::account() const {
  return {count_gene_set(loci, unit), loci.size(), n_antisense, n_unsupported, model, by_model};
}

chosen_genes choose_genes(const predict_options& options, const std::vector<elective_model>& elective,
                          const prediction_input& input, const prediction_options& how, score_unit unit,
                          stage_clock& clock) {
  clock.begin("choose");
  chosen_genes genes{.loci = run_elections(options, elective, input, how), .unit = unit};
  const std::size_t n_shared = part_genes(genes.loci, input, how);
  tell_left_out(n_shared, genes.loci.size(), "whose codons are those of better ones", options.quiet);
  if (!options.genes.keeps_antisense) {
    genes.n_antisense = drop_antisense(genes.loci);
    tell_left_out(genes.n_antisense, genes.loci.size(),
                  options.is_annotation() ? "that lie opposite to better ones"
                                          : "that lie opposite to better ones (--keep-antisense)",
                  options.quiet);
  }
  if (options.genes.gene_model != gene_model_wish::off) {
    clock.begin("gene model");
    add_model_genes(options, input, how, genes);
    if (options.genes.needs_protein)
      tell_left_out(drop_model_genes(genes.loci), genes.loci.size(), "that no protein supports", options.quiet);
  }
  if (options.genes.min_support) {
    genes.n_unsupported = drop_unsupported(*options.genes.min_support, unit, genes.loci);
    tell_left_out(genes.n_unsupported, genes.loci.size(), "by --min-support", options.quiet);
  }
  return genes;
}

model_listing list_genes(const predict_options& options, const predict_inputs& read, std::vector<locus_models> genes) {
  model_listing listing(std::move(genes), read.sequences.catalog(), read.targets,
                        options.form_of_loci(read.unit(), read.codes));
  if (options.genes.keeps_antisense) listing.mark_antisense(better_opposites(elected_of(listing.loci())));
  return listing;
}

}  // namespace exonweave::apps
