// The options that name the data: the same words, checks and help in every subcommand that reads them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/sequences/targets.hpp"
#include "options.hpp"

namespace exonweave::apps {

struct data_options {
  std::string genome;
  std::vector<std::string> candidates;
  candidate_options candidate_rows;
  std::string targets;
  target_type kind = target_type::recognise;
  std::string pairs;  // empty: every target on every sequence and both strands
};

enum class presence { optional, required };

void add_genome_option(CLI::App& command, data_options& options, presence wanted);
void add_candidate_options(CLI::App& command, data_options& options, presence wanted);  // and --types
void add_target_options(CLI::App& command, data_options& options, presence wanted);     // and --target-type
void add_pairs_option(CLI::App& command, data_options& options);

/// The paths given, for check_paths.
std::vector<named_path> input_paths(const data_options& options);

}  // namespace exonweave::apps
