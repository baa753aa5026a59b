// Homologous targets: cDNA or protein records of a FASTA file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exons/io/report.hpp"
#include "exons/sequences/alphabet.hpp"

namespace exonweave {

struct target {
  std::string name;        // the header up to the first blank
  std::string residues;    // upper case; dna: IUPAC with T for U; protein: 20 + X B Z J U O and inner '*',
                           // final '*' stripped
  std::uint64_t line = 0;  // 1-based line of its header, for messages
  bool had_stop = false;  // protein: a final '*' was stripped, so the protein is known to be whole at its end
};

struct target_set {
  std::string path;
  molecule kind = molecule::dna;
  std::vector<target> targets;                  // file order
  std::vector<std::string> without_residues{};  // names of the records that are kept out
};

/// What the user insists on; `recognise` looks at the content of the whole file.
enum class target_type { recognise, dna, protein };

/// Reads all targets ("-" is standard input; plain, gzip, BGZF). Problems of the content go to `problems`;
/// throws missing_input or io_failure as genome::open does. Zero-length targets are kept out with a warning.
target_set read_targets(const std::string& path, target_type type, report& problems);

}  // namespace exonweave
