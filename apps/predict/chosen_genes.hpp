// The gene set of a run: the models of loci that are written, and how many were left out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/stage_clock.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/run/locus_models.hpp"
#include "exons/run/model_genes.hpp"
#include "exons/writers/model_listing.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_options.hpp"
#include "predict/predict_stages.hpp"
#include "predict/predict_summary.hpp"

namespace exonweave::apps {

struct chosen_genes {
  std::vector<locus_models> loci{};           // of each gene the model that was representative, then its isoforms
  std::size_t n_antisense = 0;                // left out: they lie opposite to better ones
  std::size_t n_rejected = 0;                 // left out by --review
  std::optional<problem_report> unmatched{};  // marks of --review without a gene
  std::size_t n_unsupported = 0;              // left out by --min-support
  own_gene_model model{};                     // of the genome
  hint_counts hints{};                        // of predicted genes
  merged_genes by_model{};
  score_unit unit = score_unit::whole();  // of scores

  [[nodiscard]] locus_account account() const;
};

/// Elects the models of loci, and parts those that share codons. Then those antisense to better-supported genes are
/// removed, unless --keep-antisense says otherwise. Where --gene-model lets it, the genes of the genome's own gene
/// model are put next to the rest (model_genes.hpp). Of all of them those go that --review rejects, then those that
/// --min-support excludes. In each of these steps genes that --review accepts stay. Says on standard error how many are
/// removed, and whether the gene model is used. The clock begins its stages. Throws what choose_locus_models throws.
chosen_genes choose_genes(const planned_run& plan, const std::vector<elective_model>& elective, stage_clock& clock);

/// The file of a gene model that is in use: of this version of the program where the run learnt it.
std::string gene_model_text(const own_gene_model& model);

/// How they are listed. Those that --keep-antisense keeps have marks. The inputs must outlive the listing.
model_listing list_genes(const output_requests& outputs, const predict_inputs& read, std::vector<locus_models> genes);

}  // namespace exonweave::apps
