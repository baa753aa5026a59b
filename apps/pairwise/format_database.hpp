// `exonweave scan --format-db`: a database for later scans.
#pragma once

#include "pairwise/scan_options.hpp"

namespace exonweave::apps {

/// Writes the database, whole or not at all. Throws what readers throw, nothing_to_compare, bad_usage, io_failure.
void format_database(const scan_options& options);

}  // namespace exonweave::apps
