#include "shell/output_folder.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files/report.hpp"

namespace exonweave::apps {
namespace {

bool is_folder(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::is_directory(path, unreadable);
}

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw cannot_create({.where = {folder}, .what = "cannot create the folder: " + failed.message()});
}

output_folder::output_folder(std::string path) : path_(std::move(path)), is_made_(!is_folder(path_)) {
  make_folder(path_);
}

output_folder::~output_folder() {
  std::error_code is_not_empty;
  if (is_made_) std::filesystem::remove(path_, is_not_empty);
}

}  // namespace exonweave::apps
