// Genes that a gene model found, as the models that writers list.
#pragma once

#include <cstddef>
#include <string_view>

#include "exons/gene_finding/gene_finder.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

/// A model without a target. Its score is the gain of the gene, rounded to what `unit` can say of half-bits, and at
/// most spliced::score_limit. `bases` are those of the whole sequence, upper-case IUPAC letters.
gene_model make_gene_model(const found_gene& gene, std::size_t sequence, std::string_view bases,
                           const genetic_code& code, score_unit unit);

}  // namespace exonweave
