// What units of work cost on this machine: as `exonweave calibrate` has measured it, or as it comes with the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "cli/options.hpp"
#include "runtime_model/calibration/calibration.hpp"

namespace exonweave::apps {

/// What --calibration says for none.
inline constexpr const char* no_calibration = "off";

/// The file that --calibration names, or the usual one, for check_paths; empty for `off`.
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
  /// An engine that is not known costs as much as `simd`.
  [[nodiscard]] const spliced::cost_model& of(std::string_view engine, spliced::work_kind kind) const;
  [[nodiscard]] bool are_measured(std::string_view engine, spliced::work_kind kind) const;
  /// The same of an engine of scan or align; null where it is not known.
  [[nodiscard]] const pairwise_costs* of(const pairwise_engine& engine) const;
  [[nodiscard]] bool are_measured(const pairwise_engine& engine) const;
  /// The same of what has a section of its own: `&calibration::search`, `&calibration::bounds`.
  template <class Costs>
  [[nodiscard]] const Costs& of(std::optional<Costs> calibration::*section) const {
    return ((are_measured(section) ? *measured_ : usual_calibration()).*section).value();
  }
  template <class Costs>
  [[nodiscard]] bool are_measured(std::optional<Costs> calibration::*section) const {
    return measured_ && ((*measured_).*section).has_value();
  }
  /// The calibration's file; empty where there is none.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::optional<calibration> measured_;
  std::string path_;
};

}  // namespace exonweave::apps
