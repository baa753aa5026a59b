// Which file a path leads to, whether it exists yet or not.
#pragma once

#include <filesystem>

namespace exonweave::apps {

/// The absolute path without `.`, `..` and links, of folders and of the file itself; parts that do not exist stand for
/// themselves (realpath -m). A path whose links go round in a circle stays as it is from there on.
std::filesystem::path resolved_path(const std::filesystem::path& path);

}  // namespace exonweave::apps
