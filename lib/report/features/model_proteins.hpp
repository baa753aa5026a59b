// The proteins of gene models, as predict and annotate write them.
#pragma once

#include <map>
#include <string>

#include "base/files/report.hpp"

namespace exonweave {

/// The residues of each record of a FASTA file, as written, by its name. Errors go to `problems`. Throws missing_input,
/// io_failure.
std::map<std::string, std::string> read_model_proteins(const std::string& path, report& problems);

}  // namespace exonweave
