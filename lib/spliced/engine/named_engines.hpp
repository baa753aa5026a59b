// Engines of one kind by name, each made when it is asked for.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace exonweave::spliced {

template <class Engine>
class named_engines {
 public:
  using factory = std::function<std::unique_ptr<Engine>()>;

  /// Throws std::invalid_argument for a name that is there.
  void add(std::string name, factory make) {
    if (std::ranges::find(entries_, name, &entry::name) != entries_.end())
      throw std::invalid_argument("two engines of the name '" + name + "'");
    entries_.push_back({std::move(name), std::move(make)});
  }
  /// In the order in which they were added.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const entry& each : entries_) names.push_back(each.name);
    return names;
  }
  /// Throws std::invalid_argument for a name that is not in names().
  [[nodiscard]] std::unique_ptr<Engine> make(std::string_view name) const {
    const auto found = std::ranges::find(entries_, name, &entry::name);
    if (found == entries_.end()) throw std::invalid_argument("unknown engine '" + std::string(name) + "'");
    return found->make();
  }

 private:
  struct entry {
    std::string name;
    factory make;
  };
  std::vector<entry> entries_;
};

}  // namespace exonweave::spliced
