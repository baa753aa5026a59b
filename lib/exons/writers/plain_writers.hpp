// Models in three plain forms: a row of BED12 a model, a row of GFF3 an exon for EVidenceModeler, and FASTA of what
// they encode.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/run/prediction.hpp"
#include "exons/settings/setting_values.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

// Models as BED12, for genome browsers and bedtools: a row per model, its exons as blocks.

/// Twelve columns, without a header, sorted by sequence and start. The name is the model's ID; the score is that
/// of the model, rounded down, at least 0 and at most 1000; thick is what is coding, the stop codon with it, nothing
/// (both at the model's start) where nothing is. The parts of an exon that a frameshift divides are one block.
void write_bed(const model_listing& models, const text_sink& sink);

// Models as evidence in the simple form that EVidenceModeler reads: a row per exon, which share their ID.

/// Rows of GFF3 of type nucleotide_to_protein_match, or cDNA_match for DNA targets; the score of a row is the
/// identity of the exon in percent. An exon without a target symbol of its own names the one before it. Genes of a
/// gene model, to which no target is aligned, have no rows. Those of several listings, one after the other, stand
/// below one head (gff3_head).
void write_evm_rows(const model_listing& models, const text_sink& sink);

// What models encode, as FASTA.

/// Proteins without the final stop; '*' within stands for a stop codon within. A model that is not coding, or too short
/// for a codon, has no record.
///
///   >gene1.t1 target=NAME locus=chr1:101-900(-) score=812
///
/// The ID is that of the model in its GFF3, places are 1-based inclusive; lines of 60. There is no target where none is
/// aligned to these exons.
void write_proteins(const model_listing& models, const text_sink& sink);

/// The bases of the CDS in reading direction, the stop codon with them. Where the first codon is not whole the header
/// ends in phase=N, the number of bases before the first whole one.
void write_coding_sequences(const model_listing& models, const text_sink& sink);

// Tables of loci: those that a search has found, without any alignment, and those without a model.

// Loci that a search has found, without any alignment: as a table of pairs for predict --pairs, and as PAF for
// predict --hits. docs/reference/formats.md has the columns.

/// By sequence, region, name of the target and strand.
void sort_by_place(const target_set& targets, std::vector<found_locus>& loci);

/// Tab-separated with a header line: a row for each locus, of its best chain, in their order. Each has a place.
void write_locus_pairs(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                       const text_sink& sink);

/// A line of PAF for each chain, locus by locus and there by place. Lengths on the genome are those of segments, 3 nt
/// for a residue, and there is no mapping quality (255). Each locus has a place.
void write_locus_paf(std::span<const found_locus> loci, const sequence_catalog& sequences, const target_set& targets,
                     const text_sink& sink);

// What has no model, and why, as a table; and what limits left out.

/// What of the results of a run is about targets without a model.
class unplaced_results {
 public:
  /// Whether results came of pairs, and what is said of targets that have no result.
  explicit unplaced_results(bool is_paired, locus_outcome of_untried = locus_outcome::no_candidate)
      : is_paired_(is_paired), of_untried_(of_untried) {}

  void add(const locus_result& result);

  /// What a limit kept out before anything was aligned to the target, next to whatever became of it: a reason for a row
  /// of its own.
  void add_cut(std::size_t target, std::string reason) { cuts_.push_back({target, std::move(reason)}); }

  /// The results without a model that a user requested: all that came of pairs; without pairs, where every target was
  /// tried everywhere, those of targets that have no model at all. And all that were too large. In the order in which
  /// they were added; valid until the next is.
  [[nodiscard]] std::vector<const locus_result*> results() const;

  /// Whether any result is of something that was not too large.
  [[nodiscard]] bool has_others() const { return has_others_; }
  [[nodiscard]] bool is_paired() const { return is_paired_; }
  /// Targets that were tried nowhere, by name.
  [[nodiscard]] std::vector<const target*> untried(const target_set& targets) const;
  /// The results with models, of which a limit left out some.
  [[nodiscard]] const std::vector<locus_result>& cut_results() const { return cut_results_; }
  struct target_cut {
    std::size_t target;
    std::string reason;
  };
  [[nodiscard]] const std::vector<target_cut>& cuts() const { return cuts_; }
  [[nodiscard]] locus_outcome of_untried() const { return of_untried_; }
  /// Targets with a result, and those that have a model.
  [[nodiscard]] std::size_t n_tried() const { return tried_.size(); }
  [[nodiscard]] std::size_t n_placed() const { return placed_.size(); }

 private:
  bool is_paired_;
  locus_outcome of_untried_;
  bool has_others_ = false;
  std::vector<locus_result> without_model_;
  std::vector<locus_result> cut_results_;  // without their models
  std::vector<target_cut> cuts_;
  std::set<std::size_t> tried_;   // targets
  std::set<std::size_t> placed_;  // targets that have a model
};

/// Tab-separated with a header line: target_id, region_seqid, region_start0, region_end0 (as in a table of pairs),
/// strands tried (+, - or +,-), reason, best_score of a chain that was no model (or .), n_candidates. Sorted by
/// sequence name, region and target name. Without pairs a target that was tried nowhere has a row with points for its
/// place. So has a target without residues, and, whatever else became of it, each limit that left out something of a
/// target. `unit` is that of the scores.
void write_unplaced(const unplaced_results& unplaced, const prediction_input& input, score_unit unit,
                    const text_sink& sink);

}  // namespace exonweave
