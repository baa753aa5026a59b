// The engines of a program by name: those of this library, and those that the program adds.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spliced/engine/engine.hpp"

namespace exonweave::spliced {

class engine_registry {
 public:
  using factory = std::function<std::unique_ptr<engine>()>;

  /// Names are distinct.
  void add(std::string name, factory make);
  /// In the order in which they were added.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Throws std::invalid_argument for a name that is not in names().
  [[nodiscard]] std::unique_ptr<engine> make(std::string_view name) const;

 private:
  struct entry {
    std::string name;
    factory make;
  };
  std::vector<entry> entries_;
};

/// `sequential`, the oracle; `scalar`; `simd`.
const engine_registry& cpu_engines();

}  // namespace exonweave::spliced
