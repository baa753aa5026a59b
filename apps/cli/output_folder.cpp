#include "cli/output_folder.hpp"

#include <filesystem>
#include <system_error>

#include "base/files/file_system.hpp"
#include "base/files/report.hpp"
#include "cli/resolved_path.hpp"

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

}  // namespace exonweave::apps
