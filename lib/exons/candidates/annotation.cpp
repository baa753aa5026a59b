#include "exons/candidates/annotation.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/files/line_reader.hpp"
#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/gff.hpp"
#include "exons/candidates/other_texts.hpp"

namespace exonweave {
namespace {

candidate_options types_of(annotated_rows rows) {
  candidate_options types;
  if (rows == annotated_rows::coding_or_exons) types.types.emplace_back("exon");
  return types;
}

// Sorted by their models, and then by file order. Of a model that has CDS rows these alone.
std::vector<model_member> members_of(const gff_parser& parser) {
  std::vector<model_member> members = parser.members();
  std::ranges::stable_sort(members, {}, &model_member::model);
  std::set<std::uint32_t> coding;
  for (const model_member& each : members)
    if (each.is_in_frame) coding.insert(each.model);
  std::erase_if(members, [&](const model_member& each) { return !each.is_in_frame && coding.contains(each.model); });
  return members;
}

// Exons as they come in the file.
std::vector<annotated_transcript> put_together(const gff_parser& parser, const std::vector<candidate_exon>& exons) {
  const std::vector<model_member> members = members_of(parser);
  std::vector<annotated_transcript> transcripts;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const candidate_exon& exon = exons[members[k].exon];
    if (k == 0 || members[k - 1].model != members[k].model)
      transcripts.push_back({parser.model_name(members[k].model),
                             exon.sequence,
                             exon.on,
                             {},
                             exon.line,
                             parser.support_of(members[k].model)});
    transcripts.back().exons.push_back(exon.where);
    transcripts.back().line = std::min(transcripts.back().line, exon.line);
  }
  return transcripts;
}

// Its exons get into their order.
void check(const candidate_source& source, annotated_transcript& transcript) {
  const std::string& id = transcript.id;
  auto& exons = transcript.exons;
  if (std::ranges::any_of(id, [](unsigned char c) { return c <= ' '; }))
    source.error(transcript.line,
                 {.what = "id of a transcript with a blank in it", .got = id, .need = "printable characters"});
  std::ranges::sort(exons);
  for (std::size_t k = 1; k < exons.size(); ++k)
    if (exons[k].start < exons[k - 1].end)
      source.error(transcript.line, {.what = "CDS rows of a transcript overlap", .got = id, .need = "disjoint rows"});
}

}  // namespace

std::vector<annotated_transcript> read_annotation(const std::string& path, const sequence_catalog& sequences,
                                                  report& problems, annotated_rows rows) {
  if (sequences.size() == 0) return {};
  const std::size_t n_before = problems.error_count();
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return {};
  const candidate_source source{lines.source().name(), 0, sequences, problems};
  gff_parser parser(source, types_of(rows), gff_use::transcripts);
  for (bool is_gff = false; const auto line = lines.next(); is_gff = is_gff || line->find('\t') != line->npos) {
    if (const auto* const other = is_gff ? nullptr : other_text_of(*line)) {
      source.error(lines.line_number(), complaint_of(*other, *line, "GFF3 or GTF"));
      return {};
    }
    parser.line(*line, lines.line_number());
  }
  lines.warn_if_cut(problems);
  const auto exons = parser.finish();
  auto transcripts = put_together(parser, exons);
  for (auto& transcript : transcripts) check(source, transcript);
  std::ranges::sort(transcripts, {}, [](const annotated_transcript& t) {
    return std::tuple(t.sequence, t.exons.front().start, std::string_view(t.id));
  });
  if (parser.wanted_rows() == 0 && problems.error_count() == n_before)
    source.error(0, rows == annotated_rows::coding
                        ? complaint{"annotation without a CDS row", {}, "GFF3 or GTF with CDS rows"}
                        : complaint{"no model: neither a CDS row nor an exon row", {}, "GFF3 or GTF of models"});
  return transcripts;
}

std::string coding_sequence(genome& sequences, const annotated_transcript& transcript) {
  std::string coding;
  for (const auto& exon : transcript.exons) coding += sequences.fetch(transcript.sequence, exon);
  return transcript.on == strand::forward ? coding : reverse_complement(coding);
}

}  // namespace exonweave
