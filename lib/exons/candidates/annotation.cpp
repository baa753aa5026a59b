#include "exons/candidates/annotation.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/gff_row.hpp"
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

  std::vector<annotated_transcript> finish() {
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
  const candidate_source& source_;
  std::map<std::string, annotated_transcript> transcripts_;
};

void take_line(const candidate_source& source, std::uint64_t line, std::string_view text,
               transcript_table& table) {
  if (text.empty() || text.front() == '#') return;
  const auto columns = split_gff_row(source, line, text, candidate_format::gff3);
  if (!columns || columns->type != "CDS") return;
  const auto row = parse_row(source, line, *columns);
  const auto attributes = parse_gff3_attributes(source, line, columns->attributes);
  if (attributes.models.empty())
    source.error(line, {"CDS row without Parent", columns->attributes, "Parent=<id of the transcript>"});
  if (!row) return;
  for (const auto& parent : attributes.models) table.add(line, parent, *row);
}

}  // namespace

std::vector<annotated_transcript> read_annotation(const std::string& path, const sequence_catalog& sequences,
                                                  report& problems) {
  const candidate_source source{path, 0, sequences, problems};
  transcript_table table(source);
  line_reader lines(path);
  for (auto line = lines.next(); line && line->substr(0, 7) != "##FASTA"; line = lines.next())
    take_line(source, lines.line_number(), *line, table);
  lines.warn_if_cut(problems);
  auto transcripts = table.finish();
  if (transcripts.empty() && problems.error_count() == 0)
    source.error(0, {"annotation without a CDS row", {}, "GFF3 with CDS rows"});
  return transcripts;
}

std::string coding_sequence(genome& from, const annotated_transcript& transcript) {
  std::string coding;
  for (const auto& exon : transcript.exons) coding += from.fetch(transcript.sequence, exon);
  return transcript.on == strand::forward ? coding : reverse_complement(coding);
}

}  // namespace exonweave
