// How complete a gene set is by proteins that it is expected to encode, in the classes of BUSCO.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "exons/run/locus_models.hpp"

namespace exonweave {

enum class completeness_class : std::uint8_t { single_copy, duplicated, fragmented, missing };

/// "single", "duplicated", "fragmented", "missing".
std::string_view word_of(completeness_class each);

/// Share of a protein's residues that must align to the coding sequence of an intact gene.
constexpr double min_covered_fraction = 0.8;
/// Share of its best score that further genes must have to count as copies: others are paralogs.
constexpr double min_copy_fraction = 0.85;

/// What is found of a protein in a gene set.
struct protein_in_genes {
  std::size_t n_copies = 0;  // intact genes with start and stop codon that it is complete in
  double covered = 0;        // [0, 1], the largest share of it that aligns to one gene, intact or not

  [[nodiscard]] completeness_class kind() const {
    if (n_copies > 0) return n_copies == 1 ? completeness_class::single_copy : completeness_class::duplicated;
    return covered > 0 ? completeness_class::fragmented : completeness_class::missing;
  }
};

/// For each of `n_proteins` targets, from their alignments (elective_models_of) and the genes of choose_locus_models().
/// An alignment counts for the genes that share its coding bases on its strand; of `coverage` residues, the share that
/// these bases have of all its own is aligned to the gene. Of a gene's isoforms the one with the largest share counts.
std::vector<protein_in_genes> find_in_genes(std::size_t n_proteins, std::span<const elective_model> alignments,
                                            std::span<const std::vector<gene_model>> genes);

}  // namespace exonweave
