// Inputs that somebody writes to while they are read: a genome is read all along a run, and what was found in half of the one and
// half of the other would look like any result.
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

#include "exons/io/report.hpp"
#include "input_file.hpp"
#include "options.hpp"

namespace exonweave::apps {

class input_watch {
 public:
  /// Looks at the inputs, before the first of them is read. Pipes are passed over. Throws missing_input as check_readable does.
  explicit input_watch(const std::vector<named_path>& inputs);

  /// Those that were written to since: their size or the time of their last change is another, and so are their bytes where
  /// `sums` knows how they were.
  [[nodiscard]] std::vector<problem_report> changes(const std::vector<input_file>& sums = {}) const;

  /// Before outputs appear: throws bad_data with all changes. Of a name that another file has taken meanwhile `problems` is told
  /// alone: what was read is the former, whole.
  void check(report& problems, const std::vector<input_file>& sums = {}) const;

 private:
  struct watched {
    std::string path;  // as it was given
    struct ::stat seen;
  };
  std::vector<watched> files_;
};

}  // namespace exonweave::apps
