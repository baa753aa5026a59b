// The proteins of gene models, as predict and annotate write them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/files/report.hpp"

namespace exonweave {

using protein_sink = std::function<void(const std::string& name, const std::string& residues)>;

/// Hands on the records of a FASTA file, with their residues as written, as long as these are `most` together. Returns
/// how many residues the file has. Errors go to `problems`. Throws missing_input, io_failure.
std::uint64_t read_model_proteins(const std::string& path, std::uint64_t most, report& problems,
                                  const protein_sink& sink);

/// Hands all targets of a run to its sink, with residues as read_targets() has them.
using target_source = std::function<void(const protein_sink& sink)>;

/// Those of FASTA files of proteins, one record after another. Errors and what is thrown are as above.
target_source targets_of_files(std::vector<std::string> paths, report& problems);

}  // namespace exonweave
