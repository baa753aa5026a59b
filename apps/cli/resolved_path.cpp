#include "cli/resolved_path.hpp"

#include <system_error>
#include <vector>

namespace exonweave::apps {
namespace {

constexpr int max_links = 40;  // as Linux follows

// The parts of `path` on top of those that are left, the first one last.
void push_parts(const std::filesystem::path& path, std::vector<std::filesystem::path>& left) {
  const std::vector<std::filesystem::path> parts(path.begin(), path.end());
  left.insert(left.end(), parts.rbegin(), parts.rend());
}

}  // namespace

std::filesystem::path resolved_path(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::path done = "/";
  std::vector<std::filesystem::path> left;
  push_parts(std::filesystem::absolute(path, failed), left);
  for (int n_links = 0; !left.empty();) {
    const std::filesystem::path part = left.back();
    left.pop_back();
    if (part.empty() || part == ".") continue;
    const std::filesystem::path next =
        part == ".." ? done.parent_path() : done / part;  // an absolute part stands alone
    const std::filesystem::path target = std::filesystem::read_symlink(next, failed);
    if (failed || ++n_links > max_links)
      done = next;
    else
      push_parts(target, left);
  }
  return done;
}

file_identity::file_identity(const std::string& path) : resolved_(resolved_path(path)) {
  struct ::stat found {};
  if (::stat(path.c_str(), &found) == 0) found_ = found;
}

bool file_identity::is_that_of(const file_identity& other) const {
  if (found_ && other.found_) return found_->st_dev == other.found_->st_dev && found_->st_ino == other.found_->st_ino;
  return resolved_ == other.resolved_;
}

}  // namespace exonweave::apps
