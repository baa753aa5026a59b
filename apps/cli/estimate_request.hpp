// What commands with --estimate are requested, with one spelling and one refusal.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace exonweave::apps {

struct estimate_request {
  bool is_estimate = false;
  std::string json;         // empty: none; only with an estimate
  std::string calibration;  // empty: the usual one, if there is any
};

/// Adds --estimate, --json and --calibration. `help` says what is printed.
void add_estimate_request(CLI::App& command, estimate_request& request, const std::string& help);

/// The first two of them, one by one.
void add_estimate_flag(CLI::App& command, bool& is_estimate, const std::string& help);
void add_estimate_json(CLI::App& command, std::string& path);

/// The help of --estimate where the run may be one of another machine.
constexpr const char* help_of_estimate =
    "Print the expected time and memory, and stop. --threads may be those of a larger machine";

/// Throws bad_usage: `option` is of an estimate, and there is none.
[[noreturn]] void refuse_without_estimate(const std::string& option);

}  // namespace exonweave::apps
