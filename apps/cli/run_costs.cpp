#include "cli/run_costs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace exonweave::apps {
namespace {

// Nobody requested it: without it a run goes on.
std::optional<calibration> read_usual(const std::string& path, report& problems) {
  report own;
  calibration read = read_calibration(path, own);
  if (own.error_count() == 0) return read;
  const problem_report& first = own.errors().front();
  problems.warn({.where = first.where,
                 .what = "the calibration cannot be used: " + first.what,
                 .hint = "'exonweave calibrate' makes a new one; the built-in one is used"});
  return std::nullopt;
}

}  // namespace

named_path calibration_input(const std::string& given) {
  const std::string path = given.empty() ? usual_calibration_path() : given;
  return path == no_calibration ? named_path{} : named_path{std::string(calibration_role), path};
}

run_costs run_costs::read(const std::string& given, report& problems) {
  run_costs costs;
  std::string path = given.empty() ? usual_calibration_path() : given;
  if (path == no_calibration) return costs;
  std::error_code is_not_there;
  if (given.empty() && !std::filesystem::exists(path, is_not_there)) return costs;
  costs.measured_ = given.empty() ? read_usual(path, problems) : read_calibration(path, problems);
  if (!costs.measured_) return costs;
  costs.path_ = std::move(path);
  const std::string why = difference(costs.measured_->machine, this_machine(), false);
  if (problems.error_count() == 0 && !why.empty())
    problems.warn({.where = {costs.path_},
                   .what = "the calibration is of another machine",
                   .got = costs.measured_->machine.cpu,
                   .need = this_machine().cpu == costs.measured_->machine.cpu ? why : this_machine().cpu,
                   .hint = "'exonweave calibrate' measures this one; EXONWEAVE_CALIBRATION=off uses the built-in one"});
  return costs;
}

void run_costs::check_gpus(const std::vector<std::string>& here, report& problems) const {
  if (!measured_) return;
  machine_traits machine = measured_->machine;  // of another CPU was reported
  machine.gpus = here;
  if (const std::string why = difference(measured_->machine, machine, true); !why.empty())
    problems.warn({.where = {path_},
                   .what = "the calibration is of other GPUs",
                   .got = why,
                   .hint = "'exonweave calibrate' measures this machine"});
}

const spliced::cost_model& run_costs::prices() const { return (measured_ ? *measured_ : usual_calibration()).prices; }

bool run_costs::are_measured(bool of_gpu) const { return measured_ && (!of_gpu || !measured_->machine.gpus.empty()); }

}  // namespace exonweave::apps
