#include "base/files/yaml_map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace exonweave {
namespace {

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  const auto nearest = nearest_names(name, known);
  if (nearest.empty()) return fmt::format("the keys are {}", fmt::join(known, ", "));
  return fmt::format("did you mean '{}'?", fmt::join(nearest, "', '"));
}

}  // namespace

yaml_map::yaml_map(const yaml_node& root, const yaml_map_kind& kind, const std::vector<std::string>& known,
                   std::string file, report& problems)
    : file_(std::move(file)), problems_(problems) {
  if (root.is == yaml_node::kind::null) return;
  if (root.is != yaml_node::kind::map) {
    error(root,
          {.what = "not " + kind.what, .got = shown(root), .need = fmt::format("a map such as '{}'", kind.example)});
    return;
  }
  for (std::size_t i = 0; i + 1 < root.children.size(); i += 2) add(root.children[i], root.children[i + 1], known);
}

void yaml_map::add(const yaml_node& key, const yaml_node& value, const std::vector<std::string>& known) {
  if (key.is != yaml_node::kind::scalar)
    error(key, {.what = "a key that is not a name", .got = shown(key), .need = "a name"});
  else if (std::find(known.begin(), known.end(), key.text) == known.end())
    error(key, {.what = "unknown key", .got = key.text, .hint = did_you_mean(key.text, known)});
  else if (const entry* first = find(key.text))
    error(key, {.what = fmt::format("duplicate key, first on line {}", first->key->line), .got = key.text});
  else
    entries_.push_back({&key, &value});
}

const yaml_map::entry* yaml_map::find(std::string_view name) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [name](const entry& e) { return e.key->text == name; });
  return found == entries_.end() ? nullptr : &*found;
}

void yaml_map::error(const yaml_node& node, problem_report problem) const {
  problem.where = {file_, node.line};
  problems_.error(std::move(problem));
}

}  // namespace exonweave
