// A small YAML file as a tree that keeps what yaml-cpp's own nodes lose: every line, duplicate keys, and
// whether a scalar was quoted. Anchors, aliases, tags and second documents are refused, size and depth are
// bounded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"

namespace exonweave {

struct yaml_node {
  enum class kind { null, scalar, sequence, map };
  kind is = kind::null;
  std::string text{};                 // of a scalar
  bool is_plain = false;              // a scalar without quotes
  std::uint64_t line = 0;             // 1-based
  std::vector<yaml_node> children{};  // of a sequence; of a map: key, value, key, value, ...
};

/// A scalar without quotes, as numbers must be.
inline bool is_plain_scalar(const yaml_node& value) { return value.is == yaml_node::kind::scalar && value.is_plain; }

constexpr std::size_t largest_yaml = std::size_t{64} << 10;  // bytes, of a file that people write

/// Reads the only document of the file ("-" is standard input), of at most `max_bytes`; an empty file is a null node.
/// Containers nest at most `max_depth` deep. The first problem of the syntax goes to `problems` with its line, and the
/// result is a null node. Throws missing_input or io_failure.
yaml_node read_yaml(const std::string& path, std::size_t max_depth, report& problems,
                    std::size_t max_bytes = largest_yaml);

/// The same for text at hand; `name` is what messages call it.
yaml_node parse_yaml(const std::string& text, const std::string& name, std::size_t max_depth, report& problems,
                     std::size_t max_bytes = largest_yaml);

/// What a message shows of a value.
std::string shown(const yaml_node& value);

/// What it shows where a list is requested: "3 rows", or what stands in its place.
std::string shown_size(const yaml_node& value, std::string_view noun);

// The keys of a settings file: a YAML map in which each key is a known name and stands once.

/// What a map file is, for its messages.
struct yaml_map_kind {
  std::string what;     // "a scoring file"
  std::string example;  // "match: 2"
};

/// Views of a tree, which must outlive it.
class yaml_map {
 public:
  struct entry {
    const yaml_node* key;
    const yaml_node* value;
  };

  /// Unknown keys (with the nearest names), keys twice, keys that are no names and a root that is no map are
  /// errors; a null root is an empty map. `file` is what messages call it.
  yaml_map(const yaml_node& root, const yaml_map_kind& kind, const std::vector<std::string>& known, std::string file,
           report& problems);

  [[nodiscard]] const std::vector<entry>& entries() const { return entries_; }  // in file order
  [[nodiscard]] const entry* find(std::string_view name) const;                 // nullptr: not there

  /// An error at the line of `node`.
  void error(const yaml_node& node, problem_report problem) const;

 private:
  void add(const yaml_node& key, const yaml_node& value, const std::vector<std::string>& known);

  std::string file_;
  report& problems_;
  std::vector<entry> entries_;
};

}  // namespace exonweave
