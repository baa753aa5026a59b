#include "exons/writers/plain_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/sequences/genetic_code.hpp"
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

namespace {

std::string pairs_row(const found_locus& locus, const sequence_catalog& sequences, const target_set& targets) {
  const target& protein = targets.targets[locus.where.target];
  const found_chain& best = locus.best;
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{:.1f}\t{:.2g}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                     sequences.name(locus.where.sequence), locus.where.region.start, locus.where.region.end,
                     to_char(locus.where.on), protein.name, best.score, best.e_value, best.n_segments, best.core.start,
                     best.core.end, best.on_target.start, best.on_target.end, protein.residues.size());
}

std::string paf_row_of_chain(const found_chain& chain, const alignment_task& where, const sequence_catalog& sequences,
                             const target_set& targets) {
  const target& protein = targets.targets[where.target];
  const std::size_t on = where.sequence;
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t255\tAS:i:{:.0f}\tev:f:{:.2g}\tns:i:{}\n",
                     protein.name, protein.residues.size(), chain.on_target.start, chain.on_target.end,
                     to_char(where.on), sequences.name(on), sequences.length(on), chain.core.start, chain.core.end,
                     codon_length * chain.n_identical, codon_length * chain.n_aligned, chain.score, chain.e_value,
                     chain.n_segments);
}

std::vector<found_chain> chains_by_place(const found_locus& locus) {
  std::vector<found_chain> chains = locus.others;
  chains.push_back(locus.best);
  std::ranges::sort(chains, {}, [](const found_chain& c) { return std::tuple(c.core, c.on_target, -c.score); });
  return chains;
}

}  // namespace

void sort_by_place(const target_set& targets, std::vector<found_locus>& loci) {
  std::ranges::sort(loci, {}, [&](const found_locus& l) {
    return std::tuple(l.where.sequence, l.where.region, std::string_view(targets.targets[l.where.target].name),
                      l.where.on);
  });
}

void write_locus_pairs(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                       const text_sink& sink) {
  sink(
      "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\tscore\te_value\tsegments\t"
      "core_start0\tcore_end0\ttarget_start0\ttarget_end0\ttarget_length\n");
  for (const found_locus& each : loci) sink(pairs_row(each, sequences, targets));
}

void write_locus_paf(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                     const text_sink& sink) {
  for (const found_locus& locus : loci)
    for (const found_chain& each : chains_by_place(locus))
      sink(paf_row_of_chain(each, locus.where, sequences, targets));
}

namespace {

std::string reason(const locus_result& locus) {
  if (locus.outcome == locus_outcome::model)
    return fmt::format("more loci than the limit: {} excluded", locus.n_left_out);
  std::string text(to_string(locus.outcome));
  return locus.too_large ? fmt::format("{}, need {}", text, locus.too_large->need) : text;
}

std::string strands_of(const locus_result& locus) {
  std::string text;
  for (const strand each : locus.tried) text += fmt::format("{}{}", text.empty() ? "" : ",", to_char(each));
  return text;
}

}  // namespace

void unplaced_results::add(const locus_result& result) {
  if (result.outcome == locus_outcome::model && result.n_left_out > 0) {
    locus_result& cut = cut_results_.emplace_back(result);
    cut.models.clear();
    cut.best_score = spliced::unreachable;  // that of a model
  }
  tried_.insert(result.locus.target);
  has_others_ = has_others_ || !result.too_large;
  if (result.outcome == locus_outcome::model)
    placed_.insert(result.locus.target);
  else if (is_paired_ || result.too_large || !placed_.contains(result.locus.target))
    without_model_.push_back(result);
}

std::vector<const locus_result*> unplaced_results::results() const {
  std::vector<const locus_result*> found;
  for (const locus_result& each : without_model_)
    if (is_paired_ || each.too_large || !placed_.contains(each.locus.target)) found.push_back(&each);
  return found;
}

std::vector<const target*> unplaced_results::untried(const target_set& targets) const {
  std::vector<const target*> found;
  for (std::size_t t = 0; t < targets.targets.size(); ++t)
    if (!tried_.contains(t)) found.push_back(&targets.targets[t]);
  std::ranges::sort(found, {}, &target::name);
  return found;
}

void write_unplaced(const unplaced_results& unplaced, const prediction_input& input, score_unit unit,
                    const text_sink& sink) {
  const auto sequence = [&](const locus_result& locus) -> const std::string& {
    return input.sequences.catalog().name(locus.locus.sequence);
  };
  const auto name = [&](const locus_result& locus) -> const std::string& {
    return input.targets.targets[locus.locus.target].name;
  };
  auto rows = unplaced.results();
  for (const locus_result& each : unplaced.cut_results()) rows.push_back(&each);
  std::ranges::sort(rows, {}, [&](const locus_result* locus) {
    return std::tuple(sequence(*locus), locus->locus.region, name(*locus), locus->tried);
  });
  sink("target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\treason\tbest_score\tn_candidates\n");
  for (const locus_result* locus : rows)
    sink(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", percent_encode_controls(name(*locus)),
                     percent_encode_controls(sequence(*locus)), locus->locus.region.start, locus->locus.region.end,
                     strands_of(*locus), reason(*locus),
                     spliced::is_reachable(locus->best_score) ? unit.text(locus->best_score) : ".",
                     locus->n_candidates));
  const auto write_without_place = [&](const std::string& target_name, std::string_view why) {
    sink(fmt::format("{}\t.\t.\t.\t.\t{}\t.\t0\n", percent_encode_controls(target_name), why));
  };
  if (!unplaced.is_paired())
    for (const target* each : unplaced.untried(input.targets))
      write_without_place(each->name, to_string(unplaced.of_untried()));
  auto empty = input.targets.without_residues;
  std::ranges::sort(empty);
  for (const std::string& each : empty) write_without_place(each, "no residues");
  for (const auto& [target, why] : unplaced.cuts()) write_without_place(input.targets.targets[target].name, why);
}

}  // namespace exonweave
