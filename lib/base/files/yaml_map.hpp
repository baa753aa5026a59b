// The keys of a settings file: a YAML map in which each key is a known name and stands once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "base/files/yaml_tree.hpp"

namespace exonweave {

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
