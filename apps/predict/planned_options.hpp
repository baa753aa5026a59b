// The options that a part of a run, and the merge of its parts, have from the plan and need not be given again.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace exonweave::apps {

/// `words` of the program, the subcommand first. Where that takes a plan and is given one with --plan, the options
/// of the run that it divides come before all others, but for those that are given. Throws as options_of_plan().
std::vector<std::string> with_options_of_plan(const CLI::App& app, std::vector<std::string> words);

}  // namespace exonweave::apps
