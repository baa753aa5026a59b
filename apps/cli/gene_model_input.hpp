// A file of a gene model as an input of a command.
#pragma once

#include <cstdint>
#include <string>

#include "base/files/report.hpp"
#include "exons/gene_finding/gene_model_file.hpp"

namespace exonweave::apps {

/// Fewer training genes are worth a warning: on fission yeast so many find two thirds as much as a thousand.
constexpr std::uint64_t few_training_genes = 20;

/// read_gene_model(), with a warning where it has learnt from few genes.
learnt_gene_model read_given_gene_model(const std::string& path, report& problems);

}  // namespace exonweave::apps
