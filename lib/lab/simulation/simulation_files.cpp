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

namespace {

bool is_complete(const std::string& coding) {
  const auto protein = translate(coding);
  return coding.size() % codon_length == 0 && coding.substr(0, codon_length) == "ATG" &&
         protein.find('*') == protein.size() - 1;
}

}  // namespace

std::vector<simulated_target> diverge_annotation(genome& sequences,
                                                 const std::vector<annotated_transcript>& transcripts,
                                                 const divergence_rates& rates, std::uint64_t seed, report& problems) {
  random_source random(seed);
  std::vector<simulated_target> targets;
  for (const auto& transcript : transcripts) {
    const std::string coding = coding_sequence(sequences, transcript);
    if (!is_complete(coding)) {
      problem_report problem;
      problem.where = {sequences.path(), 0};
      problem.what = "coding sequence of a transcript is not ATG, sense codons, stop";
      problem.got = transcript.id;
      problems.warn(problem);
    }
    const interval span{transcript.exons.front().start, transcript.exons.back().end};
    targets.push_back({transcript.id, "simulated", sequences.catalog().name(transcript.sequence),
                       region_around(span, sequences.catalog().length(transcript.sequence)), transcript.on,
                       transcript.id, diverge(coding, rates, random)});
  }
  return targets;
}
// Simulated candidates in the form of a GENSCAN text. Positions are 1-based with Begin > End on the reverse
// strand; Fr is the frame of the first whole codon on the forward strand, Ph the length modulo 3.

namespace {

constexpr std::string_view columns =
    "Type S .Begin ...End .Len Fr Ph {} Do/T CodRg P.... Tscr..\n"
    "----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------\n\n";

std::string_view genscan_word(exon_type type) {
  switch (type) {
    case exon_type::initial:
      return "Init";
    case exon_type::terminal:
      return "Term";
    case exon_type::single:
      return "Sngl";
    default:
      return "Intr";
  }
}

std::int64_t frame_of(const simulated_exon& exon) {
  const std::int64_t on_forward = exon.where.start + exon.phase;
  const std::int64_t on_reverse = exon.where.end - exon.phase;
  return ((exon.on == strand::forward ? on_forward : on_reverse) % 3 + 3) % 3;
}

// Signal scores are alike in all rows; the probability grows with the score.
std::string row(const std::string& number, const simulated_exon& exon) {
  constexpr std::int64_t signal_score = 70;
  const bool is_forward = exon.on == strand::forward;
  const std::int64_t probability = std::clamp<std::int64_t>((exon.score + 400) / 4 + (exon.is_true ? 200 : 0), 10, 999);
  return fmt::format("{:>5} {} {} {:6} {:6} {:4} {:2} {:2} {:4} {:4} {:5} 0.{:03} {:>6}\n", number,
                     genscan_word(exon.type), to_char(exon.on), is_forward ? exon.where.start + 1 : exon.where.end,
                     is_forward ? exon.where.end : exon.where.start + 1, exon.where.length(), frame_of(exon),
                     exon.where.length() % 3, signal_score, signal_score, std::max<std::int64_t>(exon.score / 10, 0),
                     probability, score_text(exon.score));
}

void write_run_header(const simulated_sequence& sequence, const text_sink& sink) {
  const auto& residues = sequence.residues;
  const auto n_gc =
      std::count(residues.begin(), residues.end(), 'C') + std::count(residues.begin(), residues.end(), 'G');
  const auto length = static_cast<std::int64_t>(residues.size());
  const std::int64_t gc = (n_gc * 10'000 + length / 2) / length;  // hundredths of a percent
  sink("GENSCAN 1.0\n\n");
  sink(fmt::format("Sequence {} : {} bp : {}% C+G : Isochore {}\n\n", sequence.name, length, score_text(gc),
                   gc < 4'300 ? "1 ( 0 - 43 C+G%)" : "2 (43 - 51 C+G%)"));
  sink("Parameter matrix: simulated\n\n");
}

void write_genes(const simulated_sequence& sequence, const text_sink& sink) {
  sink("Predicted genes/exons:\n\nGn.Ex " + fmt::format(fmt::runtime(columns), "I/Ac"));
  for (std::size_t g = 0; g < sequence.genes.size(); ++g) {
    const auto& gene = sequence.genes[g];
    for (std::size_t k = 0; k < gene.exons.size(); ++k) {
      const auto exon = std::find_if(sequence.candidates.begin(), sequence.candidates.end(),
                                     [&](const auto& one) { return one.where == gene.exons[k]; });
      const std::size_t number = gene.on == strand::forward ? k + 1 : gene.exons.size() - k;
      sink(row(fmt::format("{}.{:02}", g + 1, number), *exon));
    }
    sink("\n");
  }
}

void write_suboptimal(const simulated_sequence& sequence, const text_sink& sink) {
  sink("Suboptimal exons with probability > 0.010\n\nExnum " + fmt::format(fmt::runtime(columns), "B/Ac"));
  std::size_t number = 0;
  for (const auto& exon : sequence.candidates)
    if (!exon.is_true) sink(row(fmt::format("S.{:03}", ++number), exon));
  sink("\n");
}

void write_peptides(const simulated_sequence& sequence, const text_sink& sink) {
  sink("Predicted peptide sequence(s):\n\n");
  for (std::size_t g = 0; g < sequence.genes.size(); ++g) {
    const auto protein = protein_of(coding_sequence(sequence, sequence.genes[g]));
    write_record(fmt::format("{}|GENSCAN_predicted_peptide_{}|{}_aa", sequence.name, g + 1, protein.size()), protein,
                 sink);
    sink("\n");
  }
}

}  // namespace

void write_simulated_genscan(const simulation& made, const text_sink& sink) {
  for (const auto& sequence : made.sequences) {
    write_run_header(sequence, sink);
    write_genes(sequence, sink);
    write_suboptimal(sequence, sink);
    write_peptides(sequence, sink);
  }
}

}  // namespace exonweave
