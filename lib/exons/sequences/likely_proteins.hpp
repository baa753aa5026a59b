// Targets of commands that take proteins alone.
#pragma once

#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// As read_targets() where nobody says what they are, but only what can hardly be anything else is DNA: records of 50
/// letters or more, nearly all of them A, C, G, T, U or N, with each of the four bases. Without residues they are
/// proteins.
target_set read_likely_proteins(const std::vector<std::string>& paths, report& problems);

}  // namespace exonweave
