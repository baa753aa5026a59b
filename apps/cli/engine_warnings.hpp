// Warnings of engines, kept until they are reported with all others of a run.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "base/files/report.hpp"

namespace exonweave::apps {

/// What engines say while they work, on any thread.
class engine_warnings {
 public:
  void add(const std::string& what);
  /// When nobody adds any more.
  void tell(report& problems) const;

 private:
  std::mutex mutex_;
  std::vector<std::string> reported_;
};

}  // namespace exonweave::apps
