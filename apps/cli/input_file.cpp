#include "cli/input_file.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace exonweave::apps {

input_file sum_file(std::string role, const std::string& path) {
  std::error_code unreadable;
  const bool is_file = path != "-" && std::filesystem::is_regular_file(path, unreadable);
  return {std::move(role), path, is_file ? std::optional(checksum_file(path)) : std::nullopt};
}

}  // namespace exonweave::apps
