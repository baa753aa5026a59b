// What a scan keeps for --resume: whose results they are, and how far it is.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cli/input_file.hpp"
#include "cli/input_watch.hpp"
#include "pairwise/scan/scan_journal.hpp"
#include "pairwise/scan/scan_run.hpp"
#include "pairwise/scan_options.hpp"

namespace exonweave::apps {

/// More cells than this have a journal unasked: they take some minutes of a CPU's thread.
constexpr std::uint64_t max_cells_without_journal = 1'000'000'000'000;

/// What is read, to be called before that is done: but for a formatted database, which has a checksum of its own.
std::vector<input_file> sum_inputs(const scan_options& options);

/// Where --journal or --resume asks for it, or the scan is long. Null: none. `sums` are those of sum_inputs(). Throws
/// what open_journal() throws, and bad_data where inputs were changed meanwhile.
std::unique_ptr<scan_journal> make_journal(const scan_options& options, std::uint64_t n_cells,
                                           const scan_database& database, const input_watch& watch,
                                           const std::vector<input_file>& sums);

/// What the journal knows, and where to note more. `journal` may be null, and must outlive it. Throws bad_data where it
/// has results of something else.
scan_log make_log(const scan_options& options, const scan_context& context, scan_journal* journal);

}  // namespace exonweave::apps
