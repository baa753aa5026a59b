#include "exons/writers/plain_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/writers/gff3_writer.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t largest_score = 1000;  // of BED

std::int64_t bed_score(std::int64_t score, score_unit unit) {
  return std::clamp<std::int64_t>(unit.whole_written(score), 0, largest_score);
}

std::string row(const gene_model& model, const std::string& id, const model_listing& models) {
  const interval span = model.span();
  const auto exons = whole_exons(model);
  std::string sizes, starts;
  for (const auto& parts : exons) {
    sizes += fmt::format("{},", parts.back().where.end - parts.front().where.start);
    starts += fmt::format("{},", parts.front().where.start - span.start);
  }
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t0\t{}\t{}\t{}\n",
                     percent_encode_controls(models.sequence_name(model)), span.start, span.end, id,
                     bed_score(model.score, models.unit()), to_char(model.on), span.start,
                     model.is_coding ? span.end : span.start, exons.size(), sizes, starts);
}

}  // namespace

void write_bed(const model_listing& models, const text_sink& sink) {
  struct placed {
    const gene_model* model;
    std::string id;
  };
  std::vector<placed> all;
  models.for_each_model([&](const gene_model& model, std::string id) { all.push_back({&model, std::move(id)}); });
  // Alternatives need not begin where their locus does.
  std::ranges::stable_sort(
      all, {}, [](const placed& each) { return std::pair(each.model->sequence, each.model->span().start); });
  for (const placed& each : all) sink(row(*each.model, each.id, models));
}

namespace {

interval symbols_in(std::span<const model_exon> parts) {
  interval all = parts.front().in_target;
  for (const auto& part : parts)
    all = {std::min(all.start, part.in_target.start), std::max(all.end, part.in_target.end)};
  if (all.length() > 0) return all;
  const std::int64_t before = std::max<std::int64_t>(all.start - 1, 0);
  return {before, before + 1};
}

}  // namespace

// The parts of an exon that a frameshift divides have one row: combiners take what lies between rows for introns.
void write_evm_rows(const model_listing& models, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    if (!model.is_aligned()) return;
    const std::vector<aligned_symbol> all = model.alignment.unpack();
    auto columns = columns_by_exon(model, all);
    const std::string symbols = symbols_of(models.target_of(model), model.is_backwards);
    if (model.on == strand::reverse) std::reverse(columns.begin(), columns.end());
    auto next = columns.begin();
    for (const auto& parts : whole_exons(model)) {
      std::vector<aligned_symbol> of_exon;
      for (std::size_t p = 0; p < parts.size(); ++p, ++next) of_exon.insert(of_exon.end(), next->begin(), next->end());
      const double identity = identity_of(of_exon, symbols);
      sink(gff3_line({model.kind == molecule::protein ? "nucleotide_to_protein_match" : "cDNA_match",
                      {parts.front().where.start, parts.back().where.end},
                      fmt::format("{:.2f}", 100 * identity),
                      no_phase,
                      fmt::format("ID={};{}", id, target_attribute(model, symbols_in(parts), models))},
                     model, models));
    }
  });
}

namespace {

constexpr std::size_t line_length = 60;

std::string record(const std::string& header, std::string_view residues) {
  std::string text = ">" + header + "\n";
  for (std::size_t start = 0; start < residues.size(); start += line_length)
    text += fmt::format("{}\n", residues.substr(start, line_length));
  return text;
}

std::string header_of(const gene_model& model, const std::string& id, const model_listing& models) {
  const std::string target =
      model.is_aligned() ? fmt::format(" target={}", percent_encode_controls(models.target_of(model).name)) : "";
  return fmt::format("{}{} locus={}:{}-{}({}) score={}", id, target,
                     percent_encode_controls(models.sequence_name(model)), model.span().start + 1, model.span().end,
                     to_char(model.on), models.unit().text(model.score));
}

}  // namespace

void write_proteins(const model_listing& models, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    if (!model.protein.empty()) sink(record(header_of(model, id, models), model.protein));
  });
}

void write_coding_sequences(const model_listing& models, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    if (!model.is_coding) return;
    const int phase = model.first_exon().phase;
    const std::string suffix = phase == 0 ? "" : fmt::format(" phase={}", phase);
    sink(record(header_of(model, id, models) + suffix, model.coding));
  });
}

}  // namespace exonweave
