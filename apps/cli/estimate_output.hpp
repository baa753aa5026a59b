// What an estimate writes, of whatever command: its figures as JSON, a table, and a text for people.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/files/output.hpp"
#include "spliced/costs/by_unit.hpp"

namespace exonweave::apps {

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

}  // namespace exonweave::apps
