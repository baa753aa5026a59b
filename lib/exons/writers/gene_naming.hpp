// What the genes of an annotation are called, and what they are said to encode: after the targets of their models.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// Each is empty where nothing is said.
struct named_product {
  std::string product{};
  std::string note{};
};

/// A model that covers less of its target, or is less identical to it, does not get the product of it.
constexpr double min_product_coverage = 0.5;
constexpr double min_product_identity = 0.35;

constexpr std::string_view unknown_product = "hypothetical protein";

/// The product of the target's header (read_header). Of a model below these limits it is unknown_product, and a note
/// says what it is similar to; of a model without target there is no note.
named_product product_of(const gene_model& model, const target& aligned);

/// A name for each locus, of the target of its first model. Of loci with the same name the one with the best score has
/// it as it is, and the others have "_2", "_3", ... after it by descending score, of equal ones the first in `loci`
/// before. All differ. A locus without target has an empty one. [loci.size()]
std::vector<std::string> unique_names(const std::vector<locus_models>& loci, const target_set& targets);

}  // namespace exonweave
