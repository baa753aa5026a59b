// The list `introns` of scoring and splice model files: the lines of which an intron costs the least.
#pragma once

#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "base/files/yaml_map.hpp"
#include "exons/introns/intron_cost.hpp"

namespace exonweave {

/// 1 to max_intron_lines maps of `cost` and `per_kb`; what is wrong goes to `problems` with the file's name and the
/// line, and then nothing is returned. `unit` is the finest that costs may be.
std::vector<intron_cost> read_intron_lines(const yaml_node& value, score_unit unit, const std::string& file,
                                           report& problems);

/// The list in JSON, which is YAML too.
std::string to_json(const std::vector<intron_cost>& lines);

}  // namespace exonweave
