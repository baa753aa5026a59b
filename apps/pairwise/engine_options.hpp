// Which engine a scan or an alignment of pairs is done by, as the command line says it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave::apps {

struct pairwise_engine_options {
  std::string engine = "auto";
  std::vector<int> devices;  // of GPU engines; empty: all that are usable
};

/// Adds --engine and --devices. `command` is "scan" or "align", here and below; its engines are listed in the help.
void add_engine_options(CLI::App& app, std::string_view command, pairwise_engine_options& options);

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_engine_options(std::string_view command, const pairwise_engine_options& options);

/// Throws bad_usage where an engine takes no such scoring: `refusal` is why, empty where it does.
void refuse_scoring(std::string_view engine, const std::string& refusal);

}  // namespace exonweave::apps
