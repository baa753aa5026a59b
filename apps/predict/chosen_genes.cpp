#include "predict/chosen_genes.hpp"

#include <optional>
#include <utility>

#include "exons/run/antisense_loci.hpp"
#include "exons/significance/support.hpp"
#include "predict/predict_run.hpp"
#include "shell/closing_line.hpp"
#include "shell/messages.hpp"

namespace exonweave::apps {
namespace {

// Of each gene the model that was elected.
std::vector<const gene_model*> elected_of(const std::vector<locus_models>& genes) {
  std::vector<const gene_model*> models;
  for (const locus_models& each : genes) models.push_back(&each.front());
  return models;
}

std::size_t drop_antisense(std::vector<locus_models>& genes) {
  const auto better = better_opposites(elected_of(genes));
  std::vector<locus_models> kept;
  for (std::size_t g = 0; g < genes.size(); ++g)
    if (!better[g]) kept.push_back(std::move(genes[g]));
  genes = std::move(kept);
  return better.size() - genes.size();
}

// A model whose exons are all without rival has no support, and needs none. Isoforms are not counted.
std::size_t drop_unsupported(double least, score_unit unit, std::vector<locus_models>& genes) {
  const auto is_unsupported = [&](const gene_model& model) {
    const auto support = support_of(model, unit);
    return support && *support < least;
  };
  const std::size_t n_dropped =
      std::erase_if(genes, [&](const locus_models& locus) { return is_unsupported(locus.front()); });
  for (locus_models& locus : genes) std::erase_if(locus, is_unsupported);
  return n_dropped;
}

void tell_left_out(std::size_t n, std::size_t n_kept, const char* why, bool is_quiet) {
  if (n > 0 && !is_quiet) tell("exonweave: {} of {} genes left out {}\n", grouped(n), grouped(n_kept + n), why);
}

}  // namespace

locus_account chosen_genes::account() const {
  locus_account counted{.n_written = loci.size(), .n_antisense = n_antisense, .n_below_min_support = n_unsupported};
  for (const locus_models& each : loci) {
    const gene_model& gene = each.front();
    counted.n_models += each.size();
    if (!gene.is_coding) continue;
    const bool is_whole = gene.has_start && gene.has_stop;
    ++(gene.has_broken_frame() ? counted.n_pseudo : is_whole ? counted.n_complete : counted.n_partial);
  }
  return counted;
}

chosen_genes choose_genes(const predict_options& options, const std::vector<elective_model>& elective,
                          const prediction_input& input, const prediction_options& how, score_unit unit) {
  chosen_genes genes{run_elections(options, elective, input, how)};
  if (!options.genes.keeps_antisense) {
    genes.n_antisense = drop_antisense(genes.loci);
    tell_left_out(genes.n_antisense, genes.loci.size(),
                  options.is_annotation() ? "that lie opposite to better ones"
                                          : "that lie opposite to better ones (--keep-antisense)",
                  options.quiet);
  }
  if (options.genes.min_support) {
    genes.n_unsupported = drop_unsupported(*options.genes.min_support, unit, genes.loci);
    tell_left_out(genes.n_unsupported, genes.loci.size(), "by --min-support", options.quiet);
  }
  return genes;
}

model_listing list_genes(const predict_options& options, const predict_inputs& read, std::vector<locus_models> genes) {
  model_listing listing(std::move(genes), read.sequences.catalog(), read.targets, options.form_of_loci(read.unit()));
  if (options.genes.keeps_antisense) listing.mark_antisense(better_opposites(elected_of(listing.loci())));
  return listing;
}

}  // namespace exonweave::apps
