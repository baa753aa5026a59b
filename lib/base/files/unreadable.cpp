#include "base/files/unreadable.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace exonweave {

std::optional<problem_report> why_unreadable(const std::string& path) {
  if (path == "-") return std::nullopt;
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0 || ::access(path.c_str(), R_OK) != 0)
    return about_missing(path, std::string("cannot open: ") + std::strerror(errno));
  if (S_ISDIR(facts.st_mode)) return about_missing(path, "is a directory, not a file");
  return std::nullopt;
}

problem_report about_missing(const std::string& name, std::string what) {
  return {.where = {name}, .what = std::move(what), .hint = "check the path and its permissions"};
}

}  // namespace exonweave
