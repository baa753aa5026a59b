// GFF3, GTF and GFF2: the rows of the requested types as candidate exons, every row checked. The format is that of the
// first row that reports it (gff_format_of): rows before it wait.
//
// Rows are taken as they stand, but for stop codons in rows of their own (stop_codon next to CDS, as GTF has them): the
// CDS rows that do not hold them are lengthened by them (gff_stop_codons). `##FASTA` or a line that begins with '>'
// ends a GFF3's features. GFF2 rows may lack the ninth column. A coding row (CDS, or an exon type such as First)
// without a phase gets it from its model if that says it (gff_phases), with a warning; otherwise it stays unknown, with
// another. Features of a circular sequence (Is_circular) are taken as long as they do not run over its end.
// Trans-spliced transcripts are left out (gff_trans_splicing).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/candidates/gff_models.hpp"

namespace exonweave {

// The nine columns of a GFF3, GTF or GFF2 row, and what its ninth says about the row's model.

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

/// What the rows are read for.
enum class gff_use : std::uint8_t {
  candidates,  // exons, each by itself
  // models: rows of the requested types must name theirs, each has exons of its own, without ID and tool, and of other
  // rows only ID and Parent matter
  transcripts
};

/// Takes a file line by line; problems go to the source's report.
class gff_parser {
 public:
  gff_parser(const candidate_source& source, const candidate_options& options, gff_use use = gff_use::candidates)
      : source_(source), options_(options), use_(use), models_(source) {}

  /// Of a ##gff-version line that somebody else took (gff_version_in); before the first row.
  void set_version(int version) { version_ = version; }

  void line(std::string_view text, std::uint64_t number);

  /// The exons in file order. No row at all, or none of the requested types, is an error where candidates are read.
  /// Call it once, after the last line.
  std::vector<candidate_exon> finish();

  /// Of transcripts, after finish(): which exons each model has, and its name.
  [[nodiscard]] const std::vector<model_member>& members() const { return members_; }
  [[nodiscard]] const std::string& model_name(std::uint32_t model) const { return models_.id(model); }
  [[nodiscard]] std::string gene_of(std::uint32_t model) const { return models_.gene(model); }
  [[nodiscard]] std::optional<double> support_of(std::uint32_t model) const { return models_.support(model); }
  [[nodiscard]] std::optional<double> score_of(std::uint32_t model) const { return models_.score(model); }

  [[nodiscard]] std::uint64_t requested_rows() const { return n_requested_rows_; }
  /// Of a GFF3 file with its version line and no row: the result of a run that found nothing.
  [[nodiscard]] bool has_version_alone() const { return version_ == 3 && rows_of_type_.empty(); }
  /// After finish().
  [[nodiscard]] candidate_format format() const { return format_; }

 private:
  void take_row(std::string_view text, std::uint64_t number);
  void settle(std::optional<candidate_format> reported);
  void row(std::string_view text, std::uint64_t number);
  void check_escapes(std::string_view text, std::uint64_t number) const;
  std::optional<candidate_exon> checked(const gff_columns& columns, const gff_attributes& attributes,
                                        std::uint64_t number);
  bool is_inside(std::uint64_t number, std::size_t sequence, interval where) const;
  std::string sequence_name(std::string_view column) const;
  std::optional<std::size_t> sequence(std::string_view name, std::uint64_t number);
  std::size_t sequence_or_other(std::string_view column);
  gff_attributes attributes(const gff_columns& columns, std::uint64_t number) const;
  void tie(const gff_columns& columns, const candidate_exon& exon, const gff_attributes& attributes, bool is_requested);
  void define_only(const gff_columns& columns, const gff_attributes& attributes, std::uint64_t number);
  void keep(candidate_exon exon, gff_attributes& attributes);
  void leave_out_trans_spliced();
  bool is_requested(std::string_view type) const;
  void tell_missing_types() const;
  void fill_phases();

  struct waiting_row {
    std::string text;
    std::uint64_t number;
  };

  candidate_source source_;
  int version_ = 0;  // 0: none
  bool is_settled_ = false;
  candidate_format format_ = candidate_format::gff3;
  std::vector<waiting_row> waiting_;  // until the format is settled
  std::size_t waiting_bytes_ = 0;
  candidate_options options_;
  gff_use use_;
  gff_models models_;
  std::vector<candidate_exon> exons_;
  std::vector<model_member> members_;  // rows of the requested types and their models
  std::vector<gff_stop_codon> stop_codons_;
  std::map<std::string, std::size_t> other_sequences_;  // that are not in the catalog, by number
  std::set<std::size_t> circular_sequences_;
  std::map<std::string, std::uint64_t, std::less<>> rows_of_type_;
  std::uint64_t n_requested_rows_ = 0;
  std::string last_name_;                     // of the row before, as written
  std::optional<std::size_t> last_sequence_;  // what it is in the catalog
  bool features_ended_ = false;
};

}  // namespace exonweave
