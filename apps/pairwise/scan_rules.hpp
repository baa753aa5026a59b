// By what a scan goes, as its options say.
#pragma once

#include "pairwise/scan/scan_run.hpp"
#include "pairwise/scan_options.hpp"

namespace exonweave::apps {

/// Throws bad_usage for options that need E-values, or frequencies of residues, where the scoring has none.
scan_rules make_rules(const scan_options& options, const scan_scoring& scoring);

}  // namespace exonweave::apps
