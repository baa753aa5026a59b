#include "lab/simulation/simulation_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {
namespace {

void write_gff3_header(const simulation& made, const text_sink& sink) {
  sink("##gff-version 3\n");
  for (const auto& sequence : made.sequences)
    sink(sequence_region_line(sequence.name, static_cast<std::int64_t>(sequence.residues.size())));
}

struct gff3_feature {
  std::string_view type;
  interval where;
  strand on;
  std::string score = ".";
  std::string phase = ".";
};

std::string gff3_row(const std::string& sequence, const gff3_feature& feature, std::string_view attributes) {
  return fmt::format("{}\texonweave\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", sequence, feature.type, feature.where.start + 1,
                     feature.where.end, feature.score, to_char(feature.on), feature.phase, attributes);
}

// As geneid and the data sets of gene finders write it.
std::string_view geneid_word(exon_type type) {
  switch (type) {
    case exon_type::initial:
      return "First";
    case exon_type::terminal:
      return "Terminal";
    case exon_type::single:
      return "Single";
    default:
      return "Internal";
  }
}

void write_gene(const simulated_sequence& sequence, const simulated_gene& gene, const text_sink& sink) {
  const interval span{gene.exons.front().start, gene.exons.back().end};
  const auto transcript = transcript_id(gene);
  sink(gff3_row(sequence.name, {"gene", span, gene.on}, "ID=" + gene.id));
  sink(gff3_row(sequence.name, {"mRNA", span, gene.on}, "ID=" + transcript + ";Parent=" + gene.id));
  const auto phases = coding_phases(gene.exons, gene.on);
  const auto attributes = "ID=" + transcript + ".cds;Parent=" + transcript;
  for (std::size_t k = 0; k < gene.exons.size(); ++k)
    sink(gff3_row(sequence.name, {"CDS", gene.exons[k], gene.on, ".", std::to_string(phases[k])}, attributes));
}

std::string pair_row(const simulated_target& target, double identity, std::string_view kind) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.1f}\t{}\n", target.sequence, target.region.start,
                     target.region.end, to_char(target.on), target.transcript, target.species, target.id, identity,
                     kind);
}

}  // namespace

void write_record(std::string_view name, std::string_view residues, const text_sink& sink) {
  constexpr std::size_t line_length = 60;
  sink(fmt::format(">{}\n", name));
  for (std::size_t start = 0; start < residues.size(); start += line_length) {
    sink(residues.substr(start, line_length));
    sink("\n");
  }
}

std::string protein_of(std::string_view coding) {
  std::string protein = translate(coding);
  if (!protein.empty() && protein.back() == '*') protein.pop_back();
  return protein;
}

std::string score_text(std::int64_t hundredths) {
  return fmt::format("{}{}.{:02}", hundredths < 0 ? "-" : "", std::abs(hundredths) / 100, std::abs(hundredths) % 100);
}

void write_simulated_genome(const simulation& made, const text_sink& sink) {
  for (const auto& sequence : made.sequences) write_record(sequence.name, sequence.residues, sink);
}

void write_simulated_candidates(const simulation& made, const text_sink& sink) {
  write_gff3_header(made, sink);
  std::size_t n = 0;
  for (const auto& sequence : made.sequences)
    for (const auto& exon : sequence.candidates)
      sink(gff3_row(sequence.name, {"CDS", exon.where, exon.on, score_text(exon.score), std::to_string(exon.phase)},
                    fmt::format("ID=candidate{};exon_type={}", ++n, geneid_word(exon.type))));
}

void write_simulated_truth(const simulation& made, const text_sink& sink) {
  write_gff3_header(made, sink);
  for (const auto& sequence : made.sequences)
    for (const auto& gene : sequence.genes) write_gene(sequence, gene, sink);
}

void write_target_cds(const std::vector<simulated_target>& targets, const text_sink& sink) {
  for (const auto& target : targets) write_record(target.id, target.cds.residues, sink);
}

void write_target_proteins(const std::vector<simulated_target>& targets, const text_sink& sink) {
  for (const auto& target : targets) write_record(target.id, protein_of(target.cds.residues), sink);
}

void write_target_pairs(const std::vector<simulated_target>& targets, const text_sink& sink) {
  sink(
      "region_seqid\tregion_start0\tregion_end0\tstrand\treference_transcript\ttarget_species\ttarget_id\t"
      "percent_identity\ttarget_kind\n");
  for (const auto& target : targets) {
    sink(pair_row(target, target.cds.percent_identity(), "cds"));
    sink(pair_row(target, target.cds.percent_protein_identity(), "protein"));
  }
}

}  // namespace exonweave
