// How well the target of a model explains its gene: what elections go by where targets are not alike.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exons/models/gene_model.hpp"

namespace exonweave {

enum class gene_fit : std::uint8_t {
  part,      // not the whole gene, or its frame is broken
  whole,     // a gene of unbroken frame from start to stop codon; of it and of the target whole_fraction is paired
  identical  // the same, with identical_fraction of both, and so much of what is aligned is identical
};
constexpr double whole_fraction = 0.9, identical_fraction = 0.98;

/// Of a model of a protein with `n_residues`; for other targets `part`.
gene_fit fit_of(const gene_model& model, std::size_t n_residues);

}  // namespace exonweave
