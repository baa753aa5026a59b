// Loci that lie on the wrong strand of better ones. A protein often aligns to what the other strand of a gene would
// encode, with a lower score: that is no gene.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "exons/models/gene_model.hpp"

namespace exonweave {

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
