// Candidate files given as text, for the tests of their readers.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "exons/candidates/candidate_file.hpp"

namespace exonweave::testing {

/// A catalog of these sequences.
inline sequence_catalog catalog_of(const std::vector<std::pair<std::string, std::int64_t>>& sequences) {
  sequence_catalog catalog;
  for (const auto& [name, length] : sequences) catalog.add(name, length);
  return catalog;
}

/// What errors() and warnings() give when there are none; a failing comparison shows those there are.
inline const std::string nothing;

struct parsed_text {
  std::vector<candidate_exon> exons;
  report problems;
  std::optional<candidate_format> format;

  /// All errors, or all warnings, one a line.
  [[nodiscard]] std::string errors() const {
    std::string all;
    for (const auto& error : problems.errors()) all += error.text() + "\n";
    return all;
  }
  [[nodiscard]] std::string warnings() const {
    std::string all;
    for (const auto& warning : problems.warnings()) all += warning + "\n";
    return all;
  }
};

/// Gives the lines of `text` to a candidate_file called "file".
inline parsed_text parse_text(const std::string& text, const sequence_catalog& catalog,
                              const candidate_options& options = {}) {
  parsed_text parsed;
  candidate_file file({"file", 0, catalog, parsed.problems}, options);
  std::istringstream lines(text);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) file.line(line, ++number);
  parsed.exons = file.finish();
  parsed.format = file.format();
  return parsed;
}

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace exonweave::testing
