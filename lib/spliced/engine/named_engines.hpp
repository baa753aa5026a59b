// Engines of one kind by name, each made when it is requested.
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

/// `Facts` have a name.
template <class Engine, class Facts>
class named_engines {
 public:
  using factory = std::function<std::unique_ptr<Engine>()>;

  /// Throws std::invalid_argument for a name that is there.
  void add(const Facts& facts, factory make) {
    if (find(facts.name) != nullptr)
      throw std::invalid_argument("two engines of the name '" + std::string(facts.name) + "'");
    facts_.push_back(facts);
    factories_.push_back(std::move(make));
  }
  /// In the order in which they were added; this and the next.
  [[nodiscard]] const std::vector<Facts>& facts() const { return facts_; }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Facts& each : facts_) names.emplace_back(each.name);
    return names;
  }
  /// The first of which `suits` is true; null where there is none.
  template <class Predicate>
  [[nodiscard]] const Facts* find_if(Predicate suits) const {
    const auto found = std::ranges::find_if(facts_, suits);
    return found == facts_.end() ? nullptr : &*found;
  }
  /// Null for a name that is not in names().
  [[nodiscard]] const Facts* find(std::string_view name) const {
    return find_if([&](const Facts& each) { return each.name == name; });
  }
  /// Throws std::invalid_argument for a name that is not in names(); this and the next.
  [[nodiscard]] const Facts& facts_of(std::string_view name) const {
    const Facts* const found = find(name);
    if (found == nullptr) throw std::invalid_argument("unknown engine '" + std::string(name) + "'");
    return *found;
  }
  [[nodiscard]] std::unique_ptr<Engine> make(std::string_view name) const {
    return factories_[static_cast<std::size_t>(&facts_of(name) - facts_.data())]();
  }

 private:
  std::vector<Facts> facts_;
  std::vector<factory> factories_;  // [facts_]
};

}  // namespace exonweave::spliced
