// What the journal of a run keeps, as bytes and back: see records.hpp.
//
// Each structure is taken apart into all of its members: one that has got another member does not compile until it is
// named here.
#pragma once

#include "base/journal/records.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/run/prediction.hpp"
#include "exons/run/run_journal.hpp"

namespace exonweave {

namespace spliced {

constexpr bool is_word(edit op) {
  return op == edit::match || op == edit::deletion || op == edit::insertion || op == edit::unaligned;
}

template <class Archive>
void serialize(Archive& archive, edit_run& value) {
  auto& [op, length] = value;
  archive(op, length);
}

template <class Archive>
void serialize(Archive& archive, by_cost_unit& value) {
  auto& [values] = value;
  archive(values);
}

}  // namespace spliced

// Whether an enumeration has such a value.
constexpr bool is_word(strand on) { return on <= strand::reverse; }
constexpr bool is_word(molecule kind) { return kind == molecule::dna || kind == molecule::protein; }
constexpr bool is_word(proof_window window) { return window <= proof_window::proved; }
constexpr bool is_word(gene_evidence evidence) { return evidence <= gene_evidence::model; }
constexpr bool is_word(locus_outcome outcome) {
  return locus_outcome::model <= outcome && outcome <= locus_outcome::beyond_32_bits;
}

template <class Archive>
void serialize(Archive& archive, interval& value) {
  auto& [start, end] = value;
  archive(start, end);
}

template <class Archive>
void serialize(Archive& archive, alignment_task& value) {
  auto& [sequence, region, on, target, is_single, is_backwards] = value;
  archive(sequence, region, on, target, is_single, is_backwards);
}

template <class Archive>
void serialize(Archive& archive, found_chain& value) {
  auto& [core, on_target, n_segments, n_aligned, n_identical, score, e_value] = value;
  archive(core, on_target, n_segments, n_aligned, n_identical, score, e_value);
}

template <class Archive>
void serialize(Archive& archive, search_cuts& value) {
  auto& [n_loci, n_chains, n_introns, n_outscored] = value;
  archive(n_loci, n_chains, n_introns, n_outscored);
}

template <class Archive>
void serialize(Archive& archive, found_locus& value) {
  auto& [where, span, best, others, cuts] = value;
  archive(where, span, best, others, cuts);
}

template <class Archive>
void serialize(Archive& archive, annotated_transcript& value) {
  auto& [id, sequence, on, exons, line, support, score, phase, gene] = value;
  archive(id, sequence, on, exons, line, support, score, phase, gene);
}

template <class Archive>
void serialize(Archive& archive, training_material& value) {
  auto& [confident, n_too_large] = value;
  archive(confident, n_too_large);
}

template <class Archive>
void serialize(Archive& archive, run_division& value) {
  auto& [n_parts, part_of] = value;
  archive(n_parts, part_of);
}

template <class Archive>
void serialize(Archive& archive, model_exon& value) {
  auto& [where, phase, is_shifted, in_target, edits, candidates, sources, margin, is_without_alternative, supporters,
         gap_begin, gap_end, probability] = value;
  archive(where, phase, is_shifted, in_target, edits, candidates, sources, margin, is_without_alternative, supporters,
          gap_begin, gap_end, probability);
}

template <class Archive>
void serialize(Archive& archive, gene_model& value) {
  auto& [sequence, on, score, e_value, composition, target, kind, rank, place, is_coding, n_internal_stops, has_start,
         has_stop, n_frameshifts, identity, coverage, exons, alignment, coding, protein, joint_score, locus_targets,
         second_best, is_backwards, start_extension, aligned_exons, window, probability, evidence, model_score] = value;
  archive(sequence, on, score, e_value, composition, target, kind, rank, place, is_coding, n_internal_stops, has_start,
          has_stop, n_frameshifts, identity, coverage, exons, alignment, coding, protein, joint_score, locus_targets,
          second_best, is_backwards, start_extension, aligned_exons, window, probability, evidence, model_score);
}

template <class Archive>
void serialize(Archive& archive, place& value) {
  auto& [file, line] = value;
  archive(file, line);
}

template <class Archive>
void serialize(Archive& archive, problem_report& value) {
  auto& [where, what, got, need, hint] = value;
  archive(where, what, got, need, hint);
}

template <class Archive>
void serialize(Archive& archive, case_work& value) {
  auto& [eq3_cells, graph_cells, computed_cells, nodes, edges, sites, weak_sites, costs] = value;
  archive(eq3_cells, graph_cells, computed_cells, nodes, edges, sites, weak_sites, costs);
}

template <class Archive>
void serialize(Archive& archive, locus_result& value) {
  auto& [locus, tried, outcome, models, too_large, best_score, lowest_score, search_space, n_candidates, n_left_out,
         work, seconds, cpu_seconds] = value;
  archive(locus, tried, outcome, models, too_large, best_score, lowest_score, search_space, n_candidates, n_left_out,
          work, seconds, cpu_seconds);
}

}  // namespace exonweave
