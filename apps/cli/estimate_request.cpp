#include "cli/estimate_request.hpp"

#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
#include "cli/options.hpp"

namespace exonweave::apps {

void add_estimate_request(CLI::App& command, estimate_request& request, const std::string& help) {
  add_estimate_flag(command, request.is_estimate, help);
  add_estimate_json(command, request.json);
  add_calibration_option(command, request.calibration);
  mark_advanced(command, {"--json"});
}

void add_estimate_flag(CLI::App& command, bool& is_estimate, const std::string& help) {
  command.add_flag("--estimate", is_estimate, help);
}

void add_estimate_json(CLI::App& command, std::string& path) {
  command.add_option("--json", path, "All figures of the estimate, JSON")->type_name("FILE");
}

void refuse_without_estimate(const std::string& option) {
  throw bad_usage({.what = option + " without --estimate", .need = "--estimate"});
}

}  // namespace exonweave::apps
