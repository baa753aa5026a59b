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

std::size_t drop_antisense(std::vector<gene_model>& genes) {
  std::vector<const gene_model*> models;
  for (const gene_model& each : genes) models.push_back(&each);
  const auto better = better_opposites(models);
  std::vector<gene_model> kept;
  for (std::size_t g = 0; g < genes.size(); ++g)
    if (!better[g]) kept.push_back(std::move(genes[g]));
  genes = std::move(kept);
  return better.size() - genes.size();
}

// A model whose exons are all without rival has no support, and needs none.
std::size_t drop_unsupported(double least, score_unit unit, std::vector<gene_model>& genes) {
  return std::erase_if(genes, [&](const gene_model& model) {
    const auto support = support_of(model, unit);
    return support && *support < least;
  });
}

void tell_left_out(std::size_t n, std::size_t n_kept, const char* why, bool is_quiet) {
  if (n > 0 && !is_quiet) tell("exonweave: {} of {} genes left out {}\n", grouped(n), grouped(n_kept + n), why);
}

}  // namespace

chosen_genes choose_genes(const predict_options& options, const std::vector<elective_model>& elective,
                          const prediction_input& input, const prediction_options& how, score_unit unit) {
  chosen_genes genes{run_elections(options, elective, input, how)};
  if (!options.keeps_antisense) {
    genes.n_antisense = drop_antisense(genes.models);
    tell_left_out(genes.n_antisense, genes.models.size(), "that lie opposite to better ones (--keep-antisense)",
                  options.quiet);
  }
  if (options.min_support) {
    genes.n_unsupported = drop_unsupported(*options.min_support, unit, genes.models);
    tell_left_out(genes.n_unsupported, genes.models.size(), "by --min-support", options.quiet);
  }
  return genes;
}

model_listing list_genes(const predict_options& options, const predict_inputs& read, std::vector<gene_model> genes) {
  std::vector<locus_models> loci;
  for (auto& model : genes) loci.push_back({std::move(model)});
  model_listing listing(std::move(loci), read.sequences.catalog(), read.targets, options.form(read.unit()));
  if (!options.keeps_antisense) return listing;
  std::vector<const gene_model*> models;
  for (const locus_models& each : listing.loci()) models.push_back(&each.front());
  listing.mark_antisense(better_opposites(models));
  return listing;
}

}  // namespace exonweave::apps
