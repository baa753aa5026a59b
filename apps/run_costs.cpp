#include "run_costs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace exonweave::apps {

run_costs run_costs::read(const std::string& given, report& problems) {
  run_costs costs;
  if (given == no_calibration) return costs;
  costs.path_ = given.empty() ? usual_calibration_path() : given;
  std::error_code is_not_there;
  if (given.empty() && !std::filesystem::exists(costs.path_, is_not_there)) costs.path_.clear();
  if (costs.path_.empty()) return costs;
  costs.measured_ = read_calibration(costs.path_, problems);
  const std::string why = difference(costs.measured_->machine, this_machine(), false);
  if (problems.error_count() == 0 && !why.empty())
    problems.warn(
        {{costs.path_},
         "the calibration is of another machine",
         costs.measured_->machine.cpu,
         why,
         "'exonweave calibrate' measures this one; --calibration off takes what comes with the program"});
  return costs;
}

const spliced::cost_model& run_costs::of(std::string_view engine, spliced::work_kind kind) const {
  const measured_costs* found = measured_ ? measured_->find(engine, kind) : nullptr;
  if (found == nullptr) found = usual_calibration().find(engine, kind);
  return found != nullptr ? found->model : of("simd", kind);
}

bool run_costs::are_measured(std::string_view engine, spliced::work_kind kind) const {
  return measured_ && measured_->find(engine, kind) != nullptr;
}

}  // namespace exonweave::apps
