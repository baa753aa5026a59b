// Homologous targets: cDNA or protein records of FASTA files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

struct target {
  std::string name;           // the header up to the first blank
  std::string residues;       // upper case; dna: IUPAC with T for U; protein: 20 + X B Z J U O and inner '*',
                              // final '*', or '.' as of gffread, stripped
  std::uint64_t line = 0;     // 1-based line of its header, for messages
  std::uint32_t file = 0;     // index in target_set::paths
  bool had_stop = false;      // protein: a final '*' was stripped, so the protein is known to be whole at its end
  std::string description{};  // the header's rest
  std::vector<interval> lower_case{};  // protein: what the file has in lower case, from left to right
};

struct target_set {
  std::vector<std::string> paths;  // of the files, in the order they were given
  molecule kind = molecule::dna;
  std::vector<target> targets;                  // order of the files
  std::vector<std::string> without_residues{};  // names of the records that are kept out

  /// Of a record, for messages.
  [[nodiscard]] place where(const target& record) const { return {paths[record.file], record.line}; }
  /// Of all, for messages: the paths with commas between them.
  [[nodiscard]] std::string path() const;
};

/// Of all targets together.
std::uint64_t count_residues(const target_set& targets);

/// What the user insists on; `recognise` looks at the content of the whole file.
enum class target_type { recognise, dna, protein };

/// Reads all targets of one or several files ("-" is standard input; plain, gzip, BGZF). Problems of the content go to
/// `problems`: files of different kinds are errors, and so is a name that has other residues in another file. A record
/// that several files have is taken once, with a warning. Throws missing_input or io_failure as genome::open does.
/// Zero-length targets are kept out with a warning.
target_set read_targets(const std::vector<std::string>& paths, target_type type, report& problems);

// Targets of commands that take proteins alone.

/// As read_targets() where nobody says what they are, but only what can hardly be anything else is DNA: records of 50
/// letters or more, nearly all of them A, C, G, T, U or N, with each of the four bases. Without residues they are
/// proteins.
target_set read_likely_proteins(const std::vector<std::string>& paths, report& problems);

}  // namespace exonweave
