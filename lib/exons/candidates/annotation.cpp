#include "exons/candidates/annotation.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>

#include "base/files/line_reader.hpp"
#include "exons/candidates/candidate_file.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/candidates/gff.hpp"
#include "exons/candidates/gff_models.hpp"

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

// Exons come in any order.
void add_exon(const candidate_exon& exon, annotated_transcript& transcript) {
  const bool is_first =
      std::ranges::all_of(transcript.exons, [&](interval other) { return is_read_before(exon.where, other, exon.on); });
  if (is_first) transcript.phase = exon.phase;
  transcript.exons.push_back(exon.where);
  transcript.line = std::min(transcript.line, exon.line);
}

// Exons as they come in the file.
std::vector<annotated_transcript> put_together(const gff_parser& parser, const std::vector<candidate_exon>& exons) {
  const std::vector<model_member> members = members_of(parser);
  std::vector<annotated_transcript> transcripts;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const candidate_exon& exon = exons[members[k].exon];
    const std::uint32_t model = members[k].model;
    if (k == 0 || members[k - 1].model != model)
      transcripts.push_back({.id = parser.model_name(model),
                             .sequence = exon.sequence,
                             .on = exon.on,
                             .exons = {},
                             .line = exon.line,
                             .support = parser.support_of(model),
                             .score = parser.score_of(model),
                             .gene = parser.gene_of(model)});
    add_exon(exon, transcripts.back());
  }
  return transcripts;
}

// Of the exons of a GENSCAN text, as they come in it. Where another text follows, exons have the same numbers again.
std::vector<annotated_transcript> genes_of_genscan(const std::vector<candidate_exon>& exons) {
  std::vector<annotated_transcript> genes;
  std::set<std::string_view> numbers;  // of the last gene's exons
  for (const candidate_exon& exon : exons) {
    const std::string gene = exon.id.substr(0, exon.id.find('.'));
    if (gene == "S") continue;
    if (genes.empty() || genes.back().sequence != exon.sequence || genes.back().id != gene ||
        numbers.contains(exon.id)) {
      genes.push_back({.id = gene, .sequence = exon.sequence, .on = exon.on, .exons = {}, .line = exon.line});
      numbers.clear();
    }
    numbers.insert(exon.id);
    annotated_transcript& made = genes.back();
    add_exon(exon, made);
    if (!std::isnan(exon.probability)) made.score = std::min(made.score.value_or(1), exon.probability);
  }
  return genes;
}

// Scores that are all the same say nothing, nor do those that some have and others have not.
void keep_probabilities(std::vector<annotated_transcript>& transcripts) {
  std::set<double> scores;
  const bool have_all = std::ranges::all_of(transcripts, [](const auto& each) { return each.score.has_value(); });
  for (const annotated_transcript& each : transcripts)
    if (each.score) scores.insert(*each.score);
  if (have_all && scores.size() > 1 && *scores.begin() >= 0 && *scores.rbegin() <= 1) return;
  for (annotated_transcript& each : transcripts) each.score.reset();
}

void check(const candidate_source& source, const annotated_transcript& transcript) {
  const std::string& id = transcript.id;
  const auto& exons = transcript.exons;
  if (std::ranges::any_of(id, [](unsigned char c) { return c <= ' '; }))
    source.error(transcript.line,
                 {.what = "id of a transcript with a blank in it", .got = id, .need = "printable characters"});
  for (std::size_t k = 1; k < exons.size(); ++k)
    if (exons[k].start < exons[k - 1].end)
      source.error(transcript.line, {.what = "CDS rows of a transcript overlap", .got = id, .need = "disjoint rows"});
}

void check_and_sort(const candidate_source& source, std::vector<annotated_transcript>& transcripts) {
  for (auto& transcript : transcripts) {
    std::ranges::sort(transcript.exons);
    if (source.growing == nullptr) check(source, transcript);
  }
  std::ranges::sort(transcripts, {}, [](const annotated_transcript& t) {
    return std::tuple(t.sequence, t.exons.front().start, std::string_view(t.id));
  });
}

complaint without_coding_rows() { return {"annotation without a CDS row", {}, "GFF3 or GTF with CDS rows"}; }

std::vector<annotated_transcript> read_rows(const std::string& path, const sequence_catalog& sequences,
                                            sequence_catalog* growing, report& problems, annotated_rows rows) {
  const std::size_t n_before = problems.error_count();
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return {};
  const candidate_source source{lines.source().name(), 0, sequences, problems, growing};
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
  check_and_sort(source, transcripts);
  const bool may_be_empty = growing != nullptr && parser.has_version_alone();
  if (parser.requested_rows() == 0 && problems.error_count() == n_before && !may_be_empty)
    source.error(0, rows == annotated_rows::coding
                        ? without_coding_rows()
                        : complaint{"no model: neither a CDS row nor an exon row", {}, "GFF3 or GTF of models"});
  return transcripts;
}

}  // namespace

std::vector<annotated_transcript> read_annotation(const std::string& path, const sequence_catalog& sequences,
                                                  report& problems, annotated_rows rows) {
  if (sequences.size() == 0) return {};
  return read_rows(path, sequences, nullptr, problems, rows);
}

std::vector<annotated_transcript> read_gene_set(const std::string& path, sequence_catalog& sequences,
                                                report& problems) {
  return read_rows(path, sequences, &sequences, problems, annotated_rows::coding);
}

std::vector<annotated_transcript> read_predicted_genes(const std::string& path, const sequence_catalog& sequences,
                                                       report& problems) {
  if (sequences.size() == 0) return {};
  const std::size_t n_before = problems.error_count();
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return {};
  const candidate_source source{lines.source().name(), 0, sequences, problems};
  candidate_file file(source, {}, gff_use::transcripts);
  file.read(lines);
  const auto exons = file.finish();
  lines.warn_if_cut(problems);
  auto transcripts = file.gff() != nullptr ? put_together(*file.gff(), exons) : genes_of_genscan(exons);
  check_and_sort(source, transcripts);
  if (file.gff() != nullptr) keep_probabilities(transcripts);
  if (file.gff() != nullptr && file.gff()->requested_rows() == 0 && problems.error_count() == n_before)
    source.error(0, without_coding_rows());
  return transcripts;
}

std::string coding_sequence(genome& sequences, const annotated_transcript& transcript) {
  std::string coding;
  for (const auto& exon : transcript.exons) coding += sequences.fetch(transcript.sequence, exon);
  return transcript.on == strand::forward ? coding : reverse_complement(coding);
}

}  // namespace exonweave
