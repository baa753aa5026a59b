// The nine columns of a GFF3, GTF or GFF2 row, and what its ninth says about the row's model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/candidates/candidates.hpp"

namespace exonweave {

/// The text of each column; views of the line.
struct gff_columns {
  std::string_view sequence, tool, type, start, end, score, strand, phase, attributes;
};

/// Splits at tabs. GFF2 may leave the ninth column out; another number of columns is an error.
std::optional<gff_columns> split_gff_row(const candidate_source& source, std::uint64_t line, std::string_view text,
                                         candidate_format format);

/// The major version in "##gff-version 3.1.26", also with a blank after the ##; 0: another line.
int gff_version_in(std::string_view line);

/// The format that a row is of: GTF where the ninth column has the keys that only GTF has; else GFF3 or GFF2 by
/// `version`, of the ##gff-version line, and without one (0) by the ninth column. Nothing for a gene or transcript with
/// a bare name there: GFF2 has such rows, and so has GTF of AUGUSTUS and BRAKER. Nothing for lines of too few columns.
std::optional<candidate_format> gff_format_of(std::string_view line, int version);

/// What the readers use of the ninth column.
struct gff_attributes {
  std::string id;                   // GFF3: ID; empty: none
  std::vector<std::string> models;  // GFF3: each Parent; GTF and GFF2: transcript_id, else a bare name
  std::string gene;                 // GTF and GFF2: gene_id
  std::string exon_type;            // as written
  bool is_circular = false;         // GFF3: Is_circular=true
  bool is_trans_spliced = false;    // exception=trans-splicing, as NCBI has it, or trans_splicing
  bool is_part = false;             // part=N: a piece of a feature that has several rows
  std::optional<double> support{};  // support=N from 0 to 1, as annotate writes it
};

/// "key=value" as it stands in the ninth column of GFF3, but for blanks around both. Without '=' there is no value.
struct gff3_attribute {
  std::string_view key;
  std::optional<std::string_view> value;
};

/// Takes the next one off the front of `text`, which is not empty.
gff3_attribute take_gff3_attribute(std::string_view& text);

/// "key=value;key=value,value", percent-decoded. `id` or `parent` where ID or Parent is missing is an error.
gff_attributes parse_gff3_attributes(const candidate_source& source, std::uint64_t line, std::string_view text);

/// 'key "value"; key value;' of GTF and GFF2, or one word, the model's name.
gff_attributes parse_gtf_attributes(std::string_view text);

/// Whether rows of a type are of whole transcripts.
bool is_transcript(std::string_view type);

}  // namespace exonweave
