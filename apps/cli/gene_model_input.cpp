#include "cli/gene_model_input.hpp"

#include <fmt/format.h>

namespace exonweave::apps {

learnt_gene_model read_given_gene_model(const std::string& path, report& problems) {
  const std::size_t n_errors = problems.error_count();
  learnt_gene_model model = read_gene_model(path, problems);
  if (problems.error_count() == n_errors && model.genes.n_genes < few_training_genes)
    problems.warn({.where = {path},
                   .what = "a gene model of few training genes",
                   .got = fmt::format("{}", model.genes.n_genes),
                   .need = fmt::format("at least {}", few_training_genes)});
  return model;
}

}  // namespace exonweave::apps
