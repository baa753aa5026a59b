// What a scan has found so far: the hits of each batch of queries, noted when it was scanned.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/journal/journal_file.hpp"
#include "pairwise/scan/scan_run.hpp"

namespace exonweave {

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

}  // namespace exonweave
