// Small runs whose notes are sound, and what becomes of notes that somebody has changed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/journal/journal_file.hpp"
#include "exons/run/archive.hpp"
#include "exons/run/run_journal.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/solving/split_gene.hpp"
#include "exons/writers/all_writers.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {

/// cDNA on two strands of a sequence.
struct noted_dna : small_job {
  noted_dna()
      : small_job("TTTTTTTTTTACGGATTTTTTTTTTATCCGTTTTTTTTTTATGGCCAAATAACC",
                  {{{10, 16}, strand::forward}, {{25, 31}, strand::reverse}, {{40, 52}, strand::forward}},
                  {"ACGGAT", "ATGGCCAAATAA", "NNN"}) {}
};

/// Proteins of which one has a model with a split codon on each strand.
struct noted_proteins : small_job {
  explicit noted_proteins(strand on)
      : small_job(on == strand::forward ? gene().residues : reverse_complement(gene().residues), places(on),
                  {"MAWDKWFH", "MW"}) {
    targets.kind = molecule::protein;
    options.scoring = codon_scoring();
    options.candidate_sites.emplace(flat_model());
    options.block_sites.emplace(flat_model());
    options.blocks = block_mode::add;
    options.solver.with_margins = true;
    const std::int64_t length = sequences.catalog().length(0);
    cases = {{0, {0, length}, on, 0}, {0, {0, length}, on, 1}};
  }
  static const split_gene& gene() {
    static const split_gene made({"ATGGCTTGGGATAAA", "TGGTTTCATTAA"});
    return made;
  }
  static std::vector<std::pair<interval, strand>> places(strand on) {
    std::vector<std::pair<interval, strand>> made;
    for (const interval where : gene().places)
      made.emplace_back(on == strand::forward ? where : flip(where, static_cast<std::int64_t>(gene().residues.size())),
                        on);
    return made;
  }
};

inline noted_inputs inputs_of(const small_job& job) {
  return {job.sequences.catalog(), job.targets, job.candidates.sources.size()};
}

/// All that a run of this job may note.
inline run_notes notes_of(small_job& job) {
  run_notes notes;
  for (locus_result& each : job.run()) notes.results.push_back({notes.results.size(), std::move(each)});
  const std::int64_t length = job.sequences.catalog().length(0);
  const auto n_symbols = static_cast<std::int64_t>(job.targets.targets[0].residues.size());
  const found_chain chain{{2, length - 2}, {0, n_symbols}, 2, 4, 3, 25.5, 1e-9};
  notes.loci = {{{{0, {0, length}, strand::forward, 0}, {1, length - 1}, chain, {chain}}}};
  notes.rounds = {{{{"t0", 0, strand::forward, {{2, 5}, {7, 9}}, 0}}, 1}};
  notes.division = run_division{2, std::vector<std::uint32_t>(notes.results.size(), 1)};
  return notes;
}

/// The records of a file with these notes, that of the settings first; not packed.
inline std::vector<std::string> records_of(const std::vector<run_setting>& settings, const run_notes& notes) {
  std::vector<std::string> records{make_record(record_kind::settings, settings)};
  records.push_back(make_record(record_kind::loci, *notes.loci));
  for (const training_material& each : notes.rounds) records.push_back(make_record(record_kind::training, each));
  for (const auto& [place, result] : notes.results) records.push_back(make_record(record_kind::result, place, result));
  records.push_back(make_record(record_kind::division, *notes.division));
  return records;
}

/// Reads notes, and writes all that may be written of what is not refused. Throws failure.
inline std::string use_notes(const std::string& path, const small_job& job) {
  const notes_kind part{"part", ""};
  const run_notes notes = read_notes(path, part, [](const auto&) {});
  check_notes(notes, inputs_of(job), path, part);
  std::vector<locus_result> results;
  for (const auto& [place, result] : notes.results) results.push_back(result);
  const bool is_protein = job.targets.kind == molecule::protein;
  return written_by_all(results, job.sequences.catalog(), job.targets,
                        is_protein ? *spliced::named_protein_matrix("BLOSUM62") : job.options.scoring.substitution);
}

}  // namespace exonweave::testing
