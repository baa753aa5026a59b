// How well a genome's genes can be found by others of them: whether its gene model is to be believed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/gene_finding/gene_counts.hpp"
#include "exons/gene_finding/searched_genome.hpp"

namespace exonweave {

struct self_test_result {
  std::size_t n_genes = 0;
  std::size_t n_found = 0;  // with exactly these exons

  /// 0 where there are none.
  [[nodiscard]] double fraction() const {
    return n_genes == 0 ? 0 : static_cast<double>(n_found) / static_cast<double>(n_genes);
  }
  bool operator==(const self_test_result&) const = default;
};

/// From such a share on genes that a model finds next to those of alignments are gained: what reproduced 0.39 or more
/// did gain, and mammals with 0.03 to 0.10 lost genes.
constexpr double min_self_test_fraction = 0.35;

/// So many genes are looked for at most, evenly drawn, each with so many bases next to it.
constexpr std::size_t max_tested_genes = 400;
constexpr std::int64_t tested_flank = 5'000;  // nt

/// In two folds: parameters of every second of the training genes, without hints, find those between. `others` as in
/// make_parameters.
self_test_result self_test(const searched_genome& where, const std::vector<annotated_transcript>& training_genes,
                           const intergenic_counts& others);

}  // namespace exonweave
