// Simulated candidates in the form of a GENSCAN text. Positions are 1-based with Begin > End on the reverse
// strand; Fr is the frame of the first whole codon on the forward strand, Ph the length modulo 3.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lab/simulation/simulation_files.hpp"

namespace exonweave {
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
