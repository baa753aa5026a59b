// The proteins of gene models, as predict and annotate write them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/files/report.hpp"

namespace exonweave {

using protein_sink = std::function<void(const std::string& name, const std::string& residues)>;

/// Hands on the records of a FASTA file, with their residues as written, as long as these are `most` together. Returns
/// how many residues the file has. Errors go to `problems`. Throws missing_input, io_failure.
std::uint64_t read_model_proteins(const std::string& path, std::uint64_t most, report& problems,
                                  const protein_sink& sink);

}  // namespace exonweave
