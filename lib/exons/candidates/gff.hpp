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
#include "exons/candidates/gff_row.hpp"

namespace exonweave {

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
