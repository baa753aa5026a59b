#include "exons/loci/hits.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "exons/loci/column_names.hpp"
#include "exons/loci/hit_row.hpp"
#include "exons/loci/joined_regions.hpp"
#include "exons/loci/named_records.hpp"

namespace exonweave {
namespace {

enum class hit_format { paf, gff3, blast };
constexpr std::string_view paf_in_gff3 = "##PAF\t";
constexpr const char* known_formats =
    "PAF, GFF3 of miniprot or scan, or the tabular format 6 or 7 of BLAST, DIAMOND or MMseqs2";

// By its first row: only what reports the formats apart is looked at, so that what is wrong with it is reported later.
std::optional<hit_format> format_of_row(const std::vector<std::string_view>& fields) {
  if (fields.size() < 5) return std::nullopt;
  const auto is_whole = [&](std::size_t column) { return parse_plain_integer(fields[column]).has_value(); };
  const auto is_strand = [&](std::size_t column) {
    return fields[column].size() == 1 && std::string_view("+-*.?").find(fields[column]) != std::string_view::npos;
  };
  if (is_strand(4)) return hit_format::paf;
  if (fields.size() == 9 && is_strand(6)) return hit_format::gff3;
  if (parse_real(fields[2]).ok() && is_whole(3)) return hit_format::blast;
  return std::nullopt;
}

// Reads one file; hits as they are, not widened.
class hit_reader {
 public:
  hit_reader(const sequence_catalog& sequences, const target_set& targets, report& problems)
      : records_(sequences, targets, problems) {}

  std::vector<alignment_task> read(const std::string& path) {
    line_reader lines(path);
    if (lines.is_foreign_text(records_.problems())) return {};
    while (const auto line = lines.next()) {
      if (line->find_first_not_of(" \t\r") == std::string_view::npos) continue;
      where_ = lines.where();
      if (!read_line(*line)) return {};
    }
    lines.warn_if_cut(records_.problems());
    where_ = {lines.source().name(), 0};
    tell_if_empty();
    return std::move(hits_);
  }

 private:
  // False: it makes no sense to read on. A file without any row says nothing of its format, and has no hits.
  bool read_line(std::string_view line) {
    if (line.starts_with(paf_in_gff3)) {
      format_ = hit_format::gff3;
      has_paf_lines_ = true;
      if (const auto hit = read_paf_row(row(line.substr(paf_in_gff3.size())))) {
        reported_in_paf_ = hit;
        keep(hit);
      }
      return true;
    }
    const bool is_comment = line.starts_with('#');
    if (line.starts_with("##gff-version")) format_ = hit_format::gff3;
    const hit_row read = row(line);
    if (!format_ || format_ == hit_format::blast) {
      const column_names names = is_comment ? names_in_comment(line) : names_in_row(read.fields);
      if (names == column_names::other) {
        read.error({.what = "a table of hits with other columns",
                    .got = std::string(line),
                    .need = standard_columns,
                    .hint = "leave out the option that chooses columns"});
        return false;
      }
      if (names == column_names::standard) {
        format_ = hit_format::blast;
        return true;
      }
    }
    if (is_comment) return true;
    if (!format_) format_ = format_of_row(read.fields);
    if (!format_) {
      read.error({.what = "not a file of hits",
                  .got = std::string(line.substr(0, 60)),
                  .need = known_formats,
                  .hint = line.starts_with('>') ? "This looks like FASTA" : ""});
      return false;
    }
    read_row(read);
    return true;
  }

  void read_row(const hit_row& row) {
    switch (*format_) {
      case hit_format::paf:
        return keep(read_paf_row(row));
      case hit_format::blast:
        return keep(read_blast_row(row));
      case hit_format::gff3:
        has_features_ = true;
        if (const auto hit = read_gff3_row(row); !is_reported_in_paf(hit)) keep(hit);
    }
  }

  void tell_if_empty() {
    report& problems = records_.problems();
    if (!hits_.empty() || problems.error_count() > 0) return;
    if (has_features_ && !has_paf_lines_)
      problems.error({.where = where_,
                      .what = "no hit in a GFF3 with features",
                      .need = "mRNA or protein_match rows with Target=, or ##PAF lines",
                      .hint = "give hits of a program that aligns proteins, such as miniprot or 'exonweave scan'"});
    else
      problems.warn({.where = where_, .what = "a file without hits"});
  }

  [[nodiscard]] hit_row row(std::string_view line) const { return {where_, split_at_tabs(line), records_}; }

  void keep(const std::optional<alignment_task>& hit) {
    if (hit) hits_.push_back(*hit);
  }

  // An mRNA after a ##PAF line says of the same hit where its ends are with a stop codon.
  [[nodiscard]] bool is_reported_in_paf(const std::optional<alignment_task>& hit) const {
    return hit && reported_in_paf_ && hit->target == reported_in_paf_->target && hit->on == reported_in_paf_->on &&
           hit->sequence == reported_in_paf_->sequence && hit->region.overlaps(reported_in_paf_->region);
  }

  const named_records records_;
  std::optional<hit_format> format_;
  place where_;  // of the line being read
  bool has_features_ = false, has_paf_lines_ = false;
  std::optional<alignment_task> reported_in_paf_;  // by the last such line of a GFF3
  std::vector<alignment_task> hits_;
};

interval widened(const alignment_task& hit, std::int64_t flank, std::int64_t length) {
  return {std::max<std::int64_t>(0, hit.region.start - flank), std::min(length, hit.region.end + flank)};
}

// Hits of one target and strand whose surroundings overlap become one; sorted by the hits, as join_or_part wants them.
std::vector<alignment_task> joined(std::vector<alignment_task> hits, std::int64_t flank,
                                   const sequence_catalog& sequences) {
  std::ranges::sort(hits, {},
                    [](const alignment_task& hit) { return std::tuple(hit.sequence, hit.on, hit.target, hit.region); });
  std::vector<alignment_task> joined;
  std::vector<region_around> regions;  // of these
  for (const alignment_task& hit : hits) {
    region_around next{widened(hit, flank, sequences.length(hit.sequence)), hit.region};
    const bool is_new = joined.empty() || joined.back().sequence != hit.sequence || joined.back().on != hit.on ||
                        joined.back().target != hit.target;
    if (!is_new && join_or_part(regions.back(), next, max_joined_hits)) continue;
    joined.push_back(hit);
    regions.push_back(next);
  }
  for (std::size_t n = 0; n < joined.size(); ++n) joined[n].region = regions[n].region;
  std::ranges::sort(joined);
  return joined;
}

}  // namespace

std::vector<alignment_task> read_hits(const std::string& path, std::int64_t flank, const sequence_catalog& sequences,
                                      const target_set& targets, report& problems) {
  if (sequences.size() == 0 || (targets.targets.empty() && targets.without_residues.empty())) return {};
  return joined(hit_reader(sequences, targets, problems).read(path), flank, sequences);
}

}  // namespace exonweave
