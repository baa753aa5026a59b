// Gene models as GFF3: sorted, deterministic, accepted by strict validators. docs/reference/gff3-attributes.md explains
// each attribute.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// The features of each locus in the order of the listing: those of several listings, one after the other, stand below
/// one head (gff3_head).
void write_gff3_features(const model_listing& models, const text_sink& sink);

/// A whole file of one listing: gff3_head of the sequences that have models, and the features.
void write_gff3(const model_listing& models, const text_sink& sink);

/// Rows and attributes of GFF3 as all writers of models spell them.
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

/// The feature rows of a run, listing by listing, in the style that was requested.
class gff3_rows {
 public:
  /// Writes what can be written now, those of a listing at once: all but where the style is that of miniprot, which
  /// alone asks `form`. All listings are of one style. Throws what the sink throws, and io_failure.
  void add(const model_listing& models, const miniprot_form& form, const text_sink& sink);

  /// Writes all others, in the order of the listings and as miniprot_rows does; nothing is left. Throws the same.
  void write_rest(const text_sink& sink) { miniprot_.write(sink); }

 private:
  miniprot_rows miniprot_;
};

}  // namespace exonweave
