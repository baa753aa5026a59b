// The potential parallelism of a whole input, case by case and for the average case, and its forms: tables,
// JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files/text_sink.hpp"
#include "exons/loci/cases.hpp"
#include "lab/parallelism/parallelism.hpp"

namespace exonweave {

struct studied_case {
  alignment_task which;
  std::size_t exon_set = 0;        // index in exon_sets; cases of one region and strand share theirs
  std::int64_t target_length = 0;  // residues
  time_units units;
};

struct parallelism_study {
  std::vector<exon_set_parallelism> exon_sets;
  std::vector<studied_case> cases;  // in the order of make_cases
  average_case average;             // over the cases that have candidates
};

parallelism_study study_parallelism(const sequence_catalog& sequences, const target_set& targets,
                                    const std::optional<std::vector<alignment_task>>& pairs,
                                    const candidate_set& candidates);

/// The study and the names that its files show.
struct named_study {
  const parallelism_study& study;
  const sequence_catalog& sequences;
  const target_set& targets;
};

/// A row per case, numbered from 1, and the row `average`. Lengths in nt, target lengths in residues, eq3,
/// eq4 and eq5 in units of one cell time.
void write_case_table(const named_study& named, const text_sink& sink);

/// case, length_from, length_to (nt, inclusive), exons, share (0 to 1); classes without exons have no row.
void write_length_table(const parallelism_study& study, const text_sink& sink);

/// case, exons_in_group, groups, share (0 to 1).
void write_group_table(const parallelism_study& study, const text_sink& sink);

/// All of it in one document.
void write_study_json(const named_study& named, const text_sink& sink);

}  // namespace exonweave
