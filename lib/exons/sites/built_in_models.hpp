// The splice models that are part of the program, as the text of their files in models/.
#pragma once

#include <array>
#include <string_view>

namespace exonweave {

struct built_in_model {
  std::string_view name;
  std::string_view yaml;
};

extern const std::array<built_in_model, 5> built_in_models;

}  // namespace exonweave
