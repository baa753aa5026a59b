// What an alignment is scored with: the settings of a --scoring file, their defaults and presets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exons/io/report.hpp"

namespace exonweave {

/// Scores of pairs of letters: row = genome, column = target, both in the order A C G T, then N when there
/// are five.
struct letter_matrix {
  std::size_t n_letters = 4;  // 4 or 5
  std::vector<int> scores{};  // [n_letters * n_letters], row by row, each in [-10000, 10000]

  bool operator==(const letter_matrix&) const = default;
};

/// The defaults are those of `preset: default`. Scores are added, costs (never negative) subtracted; all are
/// integers.
struct scoring_options {
  std::string preset = "default";
  int match = 2;                          // [-10000, 10000]
  int mismatch = -2;                      // [-10000, 10000]
  std::optional<letter_matrix> matrix{};  // in place of match and mismatch
  int gap = 4;                            // cost per symbol against nothing, [0, 1000000]
  int intron = 30;                        // cost per intron, [0, 1000000]
  int intron_per_kb = 0;                  // further cost per 1,000 nt of intron, [0, 1000000]
  int type_mismatch = 20;                 // cost of each end of an exon that its type forbids, [0, 1000000]
  std::int64_t min_intron = 20;           // nt, [0, 1000000000]
  bool free_target_ends = true;           // target residues before and after the alignment cost nothing
  double candidate_weight = 0;            // [0, 1000000]; an exon adds round(weight * its candidate's score)

  bool operator==(const scoring_options&) const = default;
};

/// The names that `preset` takes.
std::vector<std::string> preset_names();

/// The settings of a preset; nothing for an unknown name. `paper` is the recurrence alone: match 1, mismatch
/// -1, linear gap 1, no intron costs, no free ends, no candidate weights.
std::optional<scoring_options> preset_scoring(const std::string& name);

/// Reads a YAML file ("-" is standard input): a map of the names above, each at most once; `matrix` is a list
/// of 4 or 5 rows of as many integers. Keys override the preset's values wherever they stand; an empty file
/// gives the defaults. Integers are plain digits. Every problem goes to `problems` with its line; throws
/// missing_input or io_failure.
scoring_options read_scoring(const std::string& path, report& problems);

/// The settings as a file that read_scoring reads back to the same value.
std::string to_yaml(const scoring_options& options);

}  // namespace exonweave
