// The files of a simulated data set. Each function hands the text of one file to a sink; the bytes depend on
// the data alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genome.hpp"
#include "lab/simulation/simulation.hpp"

namespace exonweave {

/// One FASTA record, 60 residues per line.
void write_record(std::string_view name, std::string_view residues, const text_sink& sink);

/// The protein of a coding sequence, without a final '*'.
std::string protein_of(std::string_view coding);

/// A score with two decimals.
std::string score_text(std::int64_t hundredths);

/// genome.fa.
void write_simulated_genome(const simulation& made, const text_sink& sink);

/// candidates.gff3: CDS rows with score, strand, phase and exon_type (First, Internal, Terminal, Single).
void write_simulated_candidates(const simulation& made, const text_sink& sink);

/// candidates.genscan: the same exons as a text in GENSCAN's form, a run per sequence. The genes' exons are
/// the predicted genes, the decoys the suboptimal exons.
void write_simulated_genscan(const simulation& made, const text_sink& sink);

/// truth.gff3: gene, mRNA and CDS rows, stop codon inside the CDS.
void write_simulated_truth(const simulation& made, const text_sink& sink);

/// targets.cds.fa: coding sequences with their stop codons.
void write_target_cds(const std::vector<simulated_target>& targets, const text_sink& sink);

/// targets.pep.fa: their proteins under the same names, without a final '*'.
void write_target_proteins(const std::vector<simulated_target>& targets, const text_sink& sink);

/// pairs.tsv: for each target a row of kind cds and one of kind protein, with the identity of its true
/// alignment.
void write_target_pairs(const std::vector<simulated_target>& targets, const text_sink& sink);

// Diverged targets of genes that are known: what predict should find again.

/// One diverged copy of each transcript's coding sequence, named as the transcript, in the order of
/// `transcripts` (sorted by sequence, as the genome wants to be requested). Its region is the coding span and
/// 1,000 nt on either side. A coding sequence that is not ATG, sense codons, stop gets a warning in
/// `problems` and is copied as it is.
std::vector<simulated_target> diverge_annotation(genome& sequences,
                                                 const std::vector<annotated_transcript>& transcripts,
                                                 const divergence_rates& rates, std::uint64_t seed, report& problems);

}  // namespace exonweave
