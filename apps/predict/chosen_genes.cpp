#include "predict/chosen_genes.hpp"

#include <utility>

#include "exons/run/antisense_loci.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/run/shared_codons.hpp"
#include "predict/predict_run.hpp"
#include "shell/closing_line.hpp"
#include "shell/messages.hpp"

namespace exonweave::apps {
namespace {

void tell_left_out(std::size_t n, std::size_t n_kept, const char* why, bool is_quiet) {
  if (n > 0 && !is_quiet) tell("exonweave: {} of {} genes left out {}\n", grouped(n), grouped(n_kept + n), why);
}

}  // namespace

locus_account chosen_genes::account() const {
  return {count_genes(loci, unit), loci.size(), n_antisense, n_unsupported};
}

chosen_genes choose_genes(const predict_options& options, const std::vector<elective_model>& elective,
                          const prediction_input& input, const prediction_options& how, score_unit unit) {
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
