#include "cli/output_folder.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

#include "base/files/file_system.hpp"
#include "base/files/report.hpp"

namespace exonweave::apps {

namespace {

constexpr const char* lock_name = ".exonweave.lock";

bool is_folder(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::is_directory(path, unreadable);
}

void remove_if_empty(const std::string& folder) {
  std::error_code is_not_empty;
  std::filesystem::remove(folder, is_not_empty);
}

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(resolved_path(folder), failed);
  if (failed) throw cannot_create({.where = {folder}, .what = "cannot create the folder: " + failed.message()});
}

output_folder::output_folder(const std::string& path) : path_(resolved_path(path)), is_made_(!is_folder(path)) {
  make_folder(path);
  try {
    lock_.emplace((std::filesystem::path(path) / lock_name).string());
    place_ = register_temporary(lock_->path());  // a signal removes it
  } catch (const taken_file&) {
    throw cannot_create({.where = {path},
                         .what = "another run writes into this folder",
                         .hint = "wait for its end, or name another folder"});
  } catch (...) {
    if (is_made_) remove_if_empty(path_);
    throw;
  }
}

output_folder::~output_folder() {
  forget_temporary(place_);
  lock_->remove();
  if (is_made_) remove_if_empty(path_);
}

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
