// The genes of a run, from the models that were representative of loci: which of them stay, and how many there are of
// what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

// Which genes of a set: for example those that a curator has accepted, which stay whatever speaks against them.

using gene_test = std::function<bool(const locus_models&)>;

inline bool is_none(const locus_models&) { return false; }

/// Of each gene, as choose_locus_models() has them, the model that was representative: its first one. `genes` must
/// outlive the pointers.
std::vector<const gene_model*> representative_of(std::span<const std::vector<gene_model>> genes);

/// Drops genes whose representative model lies opposite to a better one (gene_set.hpp), with their isoforms, but
/// for those whose target is identical (gene_set.hpp): the species' own protein is no chance alignment. Genes that
/// `is_kept` stay as well. Returns how many.
std::size_t drop_antisense(const target_set& targets, std::vector<locus_models>& genes,
                           const gene_test& is_kept = is_none);

/// Drops genes whose representative model has less support (score_statistics.hpp), and of other genes isoforms with
/// less. A model whose exons are all without alternative has no support, and needs none; a pseudogene has none, and
/// goes where any is requested.
/// Genes that `is_kept` stay whole, whatever their support. Returns how many genes; isoforms are not counted.
std::size_t drop_unsupported(double least, score_unit unit, std::vector<locus_models>& genes,
                             const gene_test& is_kept = is_none);

struct gene_set_counts {
  std::size_t n_models = 0;    // with isoforms
  std::size_t n_complete = 0;  // this and the next two of coding genes: whole frames with start and stop codon
  std::size_t n_partial = 0;   // whole frames, without one of these
  std::size_t n_pseudo = 0;    // broken frames
  std::optional<double> median_support{};  // of the genes that have one
  // By evidence, where a gene model was requested.
  std::size_t n_by_protein = 0, n_by_both = 0, n_by_model = 0;
};

/// By the representative model of each gene. `unit` is that of scores.
gene_set_counts count_gene_set(std::span<const std::vector<gene_model>> genes, score_unit unit);

// How well the target of a model explains its gene: what elections go by where targets are not alike.

enum class gene_fit : std::uint8_t {
  part,      // not the whole gene, or its frame is broken
  whole,     // a gene of unbroken frame from start to stop codon; of it and of the target whole_fraction is paired
  identical  // the same, with identical_fraction of both, and so much of what is aligned is identical
};
constexpr double whole_fraction = 0.9, identical_fraction = 0.98;

/// Of a model of a protein with `n_residues`; for other targets `part`.
gene_fit fit_of(const gene_model& model, std::size_t n_residues);

// Loci that lie on the wrong strand of better ones. A protein often aligns to what the other strand of a gene would
// encode, with a lower score: that is no gene.

/// For each model of a gene set the number of the better one that it lies opposite to, if there is one.
///
/// A model lies opposite to another when at least half of its coding bases are coding bases of that one, on the other
/// strand of the same sequence. Introns do not count, so a gene within an intron of another is none of these. Models
/// are looked at by descending score (of equal ones by sequence, exons and strand). One that lies opposite to a model
/// before it is antisense, and then makes no other model antisense. Of several better ones the best is reported. Models
/// that do not code are never antisense, and make none so. [models.size()]; the same for any order of the models. Takes
/// n log n steps for n models where few are near each other.
std::vector<std::optional<std::size_t>> better_opposites(std::span<const gene_model* const> models);

}  // namespace exonweave
