// A whole scan: scores by an engine, alignments of what scores enough on all threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/journal/journal_file.hpp"
#include "base/statistics/score_law.hpp"
#include "pairwise/scan/match_table.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

struct scan_rules {
  scan_scoring scoring;
  std::optional<score_law> statistics;  // nothing: E-values are not known
  masking mask_queries = masking::none;
  composition_mode composition = composition_mode::none;  // another one with statistics alone
  double max_e_value = 1e-3;     // of a query against the whole database; not looked at without statistics
  spliced::score min_score = 1;  // at least 1
  std::size_t max_hits = 0;      // sequences that a query has matches in: the best ones; 0: all
  std::size_t max_hsps = 1;      // matches of a query in a sequence: the best ones; 0: all
  std::uint64_t memory = 0;      // bytes for the rows of alignments
  unsigned n_threads = 1;
};

/// Queries that were scanned, after those of the batch before, and their hits that may be reported.
struct scanned_batch {
  std::uint64_t n_queries = 0;
  std::vector<scan_hit> hits{};  // by index among all queries
  std::uint64_t n_left_out = 0;  // sequences beyond scan_rules::max_hits
};

/// How far a scan is, and who is reported of each batch more.
struct scan_log {
  std::vector<scanned_batch> scanned{};              // of those whose matches are reported the hits are gone
  std::function<void(const scanned_batch&)> note{};  // may be empty
  std::string read_from{};                           // a file that had the first ones
  std::size_t n_read = 0;                            // batches that it had
  std::size_t n_reported = 0;                        // batches whose matches are reported
  std::uint64_t n_matches = 0;                       // that are reported
  std::uint64_t n_left_out = 0;                      // sequences beyond scan_rules::max_hits
  std::vector<std::size_t> masked_queries{};         // without a residue that scan_rules::mask_queries leaves
};

/// Takes matches as they are found: all of a query at once, sorted.
using match_sink = std::function<void(std::span<const scan_match>)>;

/// Whether batches that a file has kept, in their order, can be of these queries and this database: but for their
/// scores, which find_matches() holds against the alignments.
bool are_of(const scan_context& context, const std::vector<scanned_batch>& kept);

/// What a run counts for batches that were scanned.
std::uint64_t count_cells(const scan_context& context, const std::vector<scanned_batch>& scanned);

/// Scans the queries that the log does not have, and adds them to it; reports the matches of those that are not
/// reported. After a failure of the engine another one may go on from there. No more matches are held than those of
/// some queries. Throws run_stopped, bad_data where a score that was read is not that of the alignment, io_failure
/// where the database changes meanwhile, and what engines throw, the log's note(), or the sink.
void find_matches(const scan_context& context, const scan_engine& engine, const scan_rules& rules, run_control& control,
                  scan_log& log, const match_sink& sink);

// What a scan has found so far: the hits of each batch of queries, noted when it was scanned.

/// Its results are queries.
class scan_journal : public journal_file {
 public:
  /// As journal_file.
  scan_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on);

  /// What was noted before this run, but once.
  [[nodiscard]] std::vector<scanned_batch> take_scanned() { return std::exchange(before_, {}); }

  /// Batches in their order. Throws io_failure.
  void note(const scanned_batch& batch);

 private:
  std::vector<scanned_batch> before_;
};

// What the journal of a scan keeps, as bytes and back.

template <class Archive>
void serialize(Archive& archive, scan_hit& value) {
  auto& [query, sequence, total] = value;
  archive(query, sequence, total);
}

template <class Archive>
void serialize(Archive& archive, scanned_batch& value) {
  auto& [n_queries, hits, n_left_out] = value;
  archive(n_queries, hits, n_left_out);
}

}  // namespace exonweave
