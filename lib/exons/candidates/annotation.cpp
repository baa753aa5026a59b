#include "exons/candidates/annotation.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/gff_row.hpp"
#include "exons/candidates/stop_codons.hpp"
#include "exons/io/line_reader.hpp"

namespace exonweave {
namespace {

struct coding_row {
  std::size_t sequence = 0;
  interval where;
  strand on = strand::forward;
};

std::optional<coding_row> parse_row(const candidate_source& source, std::uint64_t line,
                                    const gff_columns& columns) {
  const auto sequence = source.sequence(line, columns.sequence);
  const auto start = source.position(line, "start", columns.start);
  const auto end = source.position(line, "end", columns.end);
  if (columns.strand != "+" && columns.strand != "-")
    source.error(line, {"bad strand of a CDS row", columns.strand, "+ or -"});
  else if (sequence && start && end && *start > *end)
    source.error(line, {"end lies before start", columns.end, "start <= end"});
  else if (sequence && start && end) {
    const coding_row row{
        *sequence, {*start - 1, *end}, columns.strand == "+" ? strand::forward : strand::reverse};
    if (source.inside(line, row.where, source.sequences.length(row.sequence))) return row;
  }
  return std::nullopt;
}

// Transcripts by id while their rows come in.
class transcript_table {
 public:
  explicit transcript_table(const candidate_source& source) : source_(source) {}

  void add(std::uint64_t line, const std::string& id, const coding_row& row) {
    const auto [entry, is_new] =
        transcripts_.try_emplace(id, annotated_transcript{id, row.sequence, row.on, {}, line});
    auto& transcript = entry->second;
    const auto is_blank = [](unsigned char c) { return c <= ' '; };
    if (is_new && std::any_of(id.begin(), id.end(), is_blank))
      source_.error(line, {"id of a transcript with a blank in it", id, "printable characters"});
    if (transcript.sequence != row.sequence || transcript.on != row.on)
      source_.error(line, {"one transcript on two sequences or strands", id, "one place"});
    else
      transcript.exons.push_back(row.where);
  }

  /// A stop codon, or a piece of one, in a row of its own.
  void add_stop_codon(std::uint64_t line, const std::string& id, const coding_row& row) {
    stop_codons_.push_back({line, id, row});
  }

  std::vector<annotated_transcript> finish() {
    join_stop_codons();
    std::vector<annotated_transcript> all;
    for (auto& [id, transcript] : transcripts_) {
      auto& exons = transcript.exons;
      std::sort(exons.begin(), exons.end());
      for (std::size_t k = 1; k < exons.size(); ++k)
        if (exons[k].start < exons[k - 1].end)
          source_.error(transcript.line, {"CDS rows of a transcript overlap", id, "disjoint rows"});
      all.push_back(std::move(transcript));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return std::tie(a.sequence, a.exons.front().start, a.id) <
             std::tie(b.sequence, b.exons.front().start, b.id);
    });
    return all;
  }

 private:
  struct stop_codon {
    std::uint64_t line;
    std::string id;  // of the transcript
    coding_row row;
  };

  void join_stop_codons() {
    std::ranges::stable_sort(stop_codons_, [](const stop_codon& a, const stop_codon& b) {
      return is_read_before(a.row.where, b.row.where, a.row.on);
    });
    for (const stop_codon& stop : stop_codons_) join(stop);
  }

  void join(const stop_codon& stop) {
    using enum stop_codon_join::kind;
    const auto found = transcripts_.find(stop.id);
    const bool is_beside = found != transcripts_.end() && found->second.sequence == stop.row.sequence &&
                           found->second.on == stop.row.on;
    const stop_codon_join join =
        is_beside ? join_stop_codon(found->second.exons, stop.row.where, stop.row.on) : stop_codon_join{};
    if (join.how == apart) return warn_of_stop_codon_apart(source_, stop.line, stop.row.where);
    auto& exons = found->second.exons;
    if (join.how == extends) exons[join.exon] = hull(exons[join.exon], stop.row.where);
    if (join.how == follows) exons.push_back(stop.row.where);
  }

  const candidate_source& source_;
  std::map<std::string, annotated_transcript> transcripts_;
  std::vector<stop_codon> stop_codons_;
};

// A file is what its first row is.
class annotation_reader {
 public:
  explicit annotation_reader(const candidate_source& source) : source_(source), table_(source) {}

  void take_line(std::uint64_t line, std::string_view text) {
    if (text.empty() || text.front() == '#') return;
    if (!is_gtf_) is_gtf_ = is_gtf_row(text);
    const auto columns =
        split_gff_row(source_, line, text, *is_gtf_ ? candidate_format::gtf : candidate_format::gff3);
    if (!columns || (columns->type != "CDS" && columns->type != "stop_codon")) return;
    const auto row = parse_row(source_, line, *columns);
    const auto transcripts = transcripts_of(line, *columns);
    if (!row) return;
    for (const auto& id : transcripts)
      columns->type == "CDS" ? table_.add(line, id, *row) : table_.add_stop_codon(line, id, *row);
  }

  std::vector<annotated_transcript> finish() { return table_.finish(); }

 private:
  std::vector<std::string> transcripts_of(std::uint64_t line, const gff_columns& columns) const {
    const auto attributes = *is_gtf_ ? parse_gtf_attributes(columns.attributes, candidate_format::gtf)
                                     : parse_gff3_attributes(source_, line, columns.attributes);
    if (attributes.models.empty() && columns.type == "CDS")
      source_.error(
          line, {*is_gtf_ ? "CDS row without transcript_id" : "CDS row without Parent", columns.attributes,
                 *is_gtf_ ? "transcript_id \"ID\"" : "Parent=<id of the transcript>"});
    return attributes.models;
  }

  const candidate_source& source_;
  std::optional<bool> is_gtf_;  // nothing: no row yet
  transcript_table table_;
};

}  // namespace

std::vector<annotated_transcript> read_annotation(const std::string& path, const sequence_catalog& sequences,
                                                  report& problems) {
  if (sequences.size() == 0) return {};
  const candidate_source source{path, 0, sequences, problems};
  annotation_reader reader(source);
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return {};
  for (auto line = lines.next(); line && line->substr(0, 7) != "##FASTA"; line = lines.next())
    reader.take_line(lines.line_number(), *line);
  lines.warn_if_cut(problems);
  auto transcripts = reader.finish();
  if (transcripts.empty() && problems.error_count() == 0)
    source.error(0, {"annotation without a CDS row", {}, "GFF3 or GTF with CDS rows"});
  return transcripts;
}

std::string coding_sequence(genome& from, const annotated_transcript& transcript) {
  std::string coding;
  for (const auto& exon : transcript.exons) coding += from.fetch(transcript.sequence, exon);
  return transcript.on == strand::forward ? coding : reverse_complement(coding);
}

}  // namespace exonweave
