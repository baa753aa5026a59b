// What units of work cost on this machine: as `exonweave calibrate` has measured it, or as it comes with the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "cli/options.hpp"
#include "runtime_model/calibration/calibration.hpp"

namespace exonweave::apps {

/// What EXONWEAVE_CALIBRATION says for none.
inline constexpr const char* no_calibration = "off";

/// The file that is given, or the usual one, for check_paths; empty for `off`.
named_path calibration_input(const std::string& given);

class run_costs {
 public:
  /// Of the file that is given, or of the usual one where that exists; `off`: none. One of another machine is used with
  /// a warning. Errors of a file that is given go to `problems`; a usual one that has some is not used, with a warning.
  /// Throws missing_input, io_failure.
  static run_costs read(const std::string& given, report& problems);

  /// Warns where the calibration is of other GPUs than these.
  void check_gpus(const std::vector<std::string>& here, report& problems) const;

  /// Measured, else those that come with the program.
  [[nodiscard]] const spliced::cost_model& prices() const;
  [[nodiscard]] bool are_measured(bool of_gpu = false) const;
  /// The calibration's file; empty where there is none.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::optional<calibration> measured_;
  std::string path_;
};

}  // namespace exonweave::apps
