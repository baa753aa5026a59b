// Which bits of codons a genome is read with: its own, those of a splice model that the program brings with it, or
// none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/codon_weights.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave {

constexpr std::size_t fewest_coding_genes = 20;  // that choose among bits, or make some of their own
constexpr double min_coding_fit = 5;             // bits; what fits less than this is not taken

struct coding_fit {
  std::string name;
  double bits = 0;  // codon_counts::fit to the genes' codons
};

struct coding_choice {
  std::uint64_t n_codons = 0;  // of the genes
  // The built-in ones, and `self`, judged by the genes of the folds held back from it. Empty without codons, and with
  // fewer than fewest_coding_genes.
  std::vector<coding_fit> fits{};
  std::string name{};                    // of the best; empty: none fits, or there are too few genes
  std::optional<codon_values> coding{};  // its bits
};

/// By the genes of a genome, as confident_models gives them. What lies outside of them is the background of all.
coding_choice choose_coding(genome& sequences, const std::vector<annotated_transcript>& genes, const genetic_code& code,
                            bool may_be_own);

/// The bits of codons of a splice model that chains may be scored with. Nothing: it has none, or those of the built-in
/// model of vertebrates. One table does not do for all isochores of vertebrates (docs/benchmarks/log/model.md); it is
/// there so that no other clade's is taken in its place.
std::optional<codon_values> usable_coding(const splice_model& model);

}  // namespace exonweave
