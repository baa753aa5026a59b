// The settings of a --scoring file: YAML, read strictly and written back.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "exons/scoring/scoring_options.hpp"

namespace exonweave {

/// Reads a YAML file ("-" is standard input): a map of keys, each at most once, as docs/reference/scoring.md lists
/// them. Keys override the values that the preset has for the kind of targets, wherever they stand; an empty file gives
/// the defaults. Integers are plain digits, costs end in .5 where unit_of holds halves; costs that can be `off` say so.
/// Every problem goes to `problems` with its line; throws missing_input or io_failure.
scoring_options read_scoring(const std::string& path, molecule kind, report& problems);

/// Sets a key that holds one value by the text of an option, KEY=VALUE, as a file would. Throws bad_usage that names
/// the option: for splice_model, max_intron and what introns cost, which have other places, for unknown keys and bad
/// values.
void set_scoring(const std::string& option, const std::string& text, molecule kind, scoring_options& scoring);

/// The settings as keys and values, the values in JSON, which YAML understands. Together they are a whole file.
std::vector<std::pair<std::string, std::string>> scoring_settings(const scoring_options& options);

/// The settings as a file that read_scoring reads back to the same value, for the same kind of targets; what introns
/// cost is given then.
std::string to_yaml(const scoring_options& options);

}  // namespace exonweave
