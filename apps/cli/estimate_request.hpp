// What commands with --estimate are requested, with one spelling and one refusal.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/output.hpp"
#include "cli/command_line.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave::apps {

struct estimate_request {
  bool is_estimate = false;
  std::string json;         // empty: none; only with an estimate
  std::string calibration;  // empty: the usual one, if there is any
};

/// Adds --estimate and --json. `help` says what is printed.
void add_estimate_request(CLI::App& command, estimate_request& request, const std::string& help);

/// The first two of them, one by one.
void add_estimate_flag(CLI::App& command, bool& is_estimate, const std::string& help);
void add_estimate_json(CLI::App& command, std::string& path);

/// The help of --estimate where the run may be one of another machine.
constexpr const char* help_of_estimate =
    "Print the expected time and memory, and stop. --threads may be those of a larger machine";

/// Throws bad_usage: `option` is of an estimate, and there is none.
[[noreturn]] void refuse_without_estimate(const std::string& option);

// What an estimate writes, of whatever command: its figures as JSON, a table, and a text for people.

/// Counts by the names of their units.
template <class Unit>
nlohmann::ordered_json units_json(const spliced::by_unit<Unit>& counts) {
  nlohmann::ordered_json entry = nlohmann::ordered_json::object();
  for (std::size_t u = 0; u < counts.names.size(); ++u) entry[std::string(counts.names[u])] = counts.values[u];
  return entry;
}

class estimate_output {
 public:
  /// Opens the files; those with empty paths are not requested. Throws cannot_create.
  estimate_output(const std::string& json_path, bool is_quiet, const std::string& table_path = "");

  /// The text goes to standard output, or where a file goes there to standard error, unless `is_quiet`. Throws
  /// io_failure, and so does what follows.
  void write(const nlohmann::ordered_json& figures, const std::string& text);

  [[nodiscard]] bool has_table() const { return table_.has_value(); }
  void write_table(const std::string& table);

  /// All files appear together.
  void commit();

 private:
  std::optional<output_file> json_, table_;
  std::optional<output_file> text_;  // unless one of the others is there
  bool is_quiet_;
};

// How estimates are reported, of whatever command.

/// "0.12 s", "3.4 min", "5.67 h".
std::string time_text(double seconds);

/// "12 kB", "34 MB", "5.6 GB".
std::string size_text(double bytes);

/// Why an engine is taken, by `auto` or not.
std::string reason_text(bool is_automatic, bool is_of_gpu);

constexpr const char* calibrate_hint = "'exonweave calibrate' measures this machine, in a minute";

/// Says on standard error that `what` took so many times what was predicted, where that is far off.
void tell_drift(std::string_view what, double drift);

}  // namespace exonweave::apps
