#include "cli/estimate_request.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "base/files/output_group.hpp"
#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
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

estimate_output::estimate_output(const std::string& json_path, bool is_quiet, const std::string& table_path)
    : is_quiet_(is_quiet) {
  if (!json_path.empty()) json_.emplace(json_path);
  if (!table_path.empty()) table_.emplace(table_path);
  if (json_path != "-" && table_path != "-") text_.emplace("-");
}

void estimate_output::write(const nlohmann::ordered_json& figures, const std::string& text) {
  if (json_) json_->write(figures.dump(1) + "\n");
  if (text_)
    text_->write(text);
  else if (!is_quiet_)
    tell("{}", text);
}

void estimate_output::write_table(const std::string& table) { table_.value().write(table); }

void estimate_output::commit() {
  output_group all;
  for (auto* file : {&json_, &table_, &text_})
    if (*file) all.add(**file);
  all.commit();
}

std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.2g} s", seconds);
  if (seconds < 100 * 60) return fmt::format("{:.2g} min", seconds / 60);
  return fmt::format("{:.3g} h", seconds / 3600);
}

std::string size_text(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.0f} MB", bytes / 1e6);
  return fmt::format("{:.{}f} GB", bytes / 1e9, bytes < 1e10 ? 1 : 0);
}

std::string reason_text(bool is_automatic, bool is_of_gpu) {
  if (!is_automatic) return "--engine";
  return is_of_gpu ? "a GPU pays for so much work" : "the fastest of a CPU, and no GPU pays here";
}

void tell_drift(std::string_view what, double drift) {
  constexpr double most = 1.3;
  if (drift < most && drift > 1 / most) return;
  tell("exonweave: {} took {:.2f} times as long as predicted; {}\n", what, drift, calibrate_hint);
}

}  // namespace exonweave::apps
