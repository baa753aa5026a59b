// Rows and attributes of GFF3 as all writers of models spell them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exons/writers/model_listing.hpp"

namespace exonweave {

struct gff3_row {
  std::string_view type;
  interval where;  // forward coordinates
  std::string score = ".";
  std::int8_t phase = no_phase;
  std::string attributes{};
  std::string_view source = "exonweave";
};

/// The version line and a ##sequence-region for each of these sequences that has a base, in the order of the genome.
std::string gff3_head(const std::vector<std::size_t>& sequences, const sequence_catalog& catalog);

/// One line, with the model's sequence and strand.
std::string gff3_line(const gff3_row& row, const gene_model& model, const model_listing& models);

/// "Target=NAME FIRST LAST", 1-based, with " -" after it where the target is read backwards; empty when there is no
/// symbol.
std::string target_attribute(const gene_model& model, interval symbols, const model_listing& models);

}  // namespace exonweave
