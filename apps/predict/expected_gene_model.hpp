// How long the gene model of a run will take, or should have taken.
#pragma once

#include <cstddef>

#include "predict/predict_stages.hpp"

namespace exonweave::apps {

/// So many parses of the whole genome by the gene model that the options ask for: one by that of a file, two by one
/// that the run learns. Nobody knows before whether --gene-model auto will use it: it is expected to where as many
/// targets have cases, all of the run, as it needs genes to learn from (fewest_model_genes).
std::size_t expected_parses(const planned_run& plan);

struct gene_model_times {
  spliced::by_cost_unit work{};
  double thread_seconds = 0;
  std::size_t n_pieces = 1;  // of the genome: the threads that count
};

gene_model_times gene_model_times_of(const predict_inputs& inputs, std::size_t n_parses);

}  // namespace exonweave::apps
