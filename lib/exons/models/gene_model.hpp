// A gene model: one chain of exons with its alignment, back in forward coordinates, ready to be written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exons/chains/chain_solver.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

struct model_exon {
  interval where;                        // forward coordinates
  std::int8_t phase = no_phase;          // GFF3 phase when the model is coding
  interval in_target;                    // target symbols, 0-based half-open
  std::vector<spliced::edit_run> edits;  // in reading direction
  std::vector<std::string> candidates;   // ids of the candidates at this place, sorted, distinct
  std::vector<std::uint32_t>
      sources;  // candidate files that hold it, indices in the candidate set, ascending
};

struct gene_model {
  std::size_t sequence = 0;
  strand on = strand::forward;
  spliced::score score = 0;
  std::size_t target = 0;
  std::size_t rank = 0;    // among the chains of its locus: 1 the best, 2, ...; 0 when it is the only one
  bool is_coding = false;  // exons are CDS with phases
  std::size_t n_internal_stops = 0;  // stop codons of the reading frame before its last codon
  bool has_start = false;            // coding: it begins with ATG in phase 0
  bool has_stop = false;             // coding: its last codon is whole and a stop codon
  std::size_t n_frameshifts = 0;     // exons that leave the target's frame or return to it
  double identity = 0;               // identical pairs / (pairs + unaligned symbols of either side)
  double coverage = 0;               // target symbols paired with a residue / target length
  std::vector<model_exon> exons;     // ascending in forward coordinates

  [[nodiscard]] interval span() const { return {exons.front().where.start, exons.back().where.end}; }
  [[nodiscard]] interval in_target() const;  // all of its exons
};

/// True when the target is a whole coding sequence: ATG first, length divisible by 3, a codon that may end it last
/// and no stop before.
bool is_coding_sequence(std::string_view dna, const genetic_code& code = standard_code());

/// When the target is a coding sequence, phases follow from its reading frame: the first exon's from the
/// target symbol that its first base stands for, each later one from the phase and length before it.
/// n_frameshifts counts the exons that begin in another frame, relative to the target's, than the exon
/// before.
gene_model make_gene_model(const spliced::alignment& chain, const alignment_case& of,
                           const case_problem& problem, const candidate_set& candidates,
                           const target& aligned, std::int64_t sequence_length);

}  // namespace exonweave
