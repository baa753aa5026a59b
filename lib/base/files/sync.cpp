#include "base/files/sync.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/files/report.hpp"
#include "base/files/system_errors.hpp"

namespace exonweave {
namespace {

// Some file systems, and none of those on a disk, have nothing to do for this, and say so.
bool is_without_sync(int code) { return code == EINVAL || code == EROFS || code == ENOTSUP || code == ENOSYS; }

// 0, or why not.
int code_of_sync(int descriptor) {
  int code = 0;
  do {
    code = ::fsync(descriptor) == 0 ? 0 : errno;
  } while (code == EINTR);
  return is_without_sync(code) ? 0 : code;
}

}  // namespace

void sync_descriptor(int descriptor, const std::string& path) {
  if (const int code = code_of_sync(descriptor); code != 0)
    throw io_failure({.where = {path}, .what = "cannot write: " + error_text(code)});
}

void sync_folder_of(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  const std::string folder = parent.empty() ? "." : parent;
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  const int code = code_of_sync(descriptor);
  ::close(descriptor);
  if (code != 0) throw io_failure({.where = {folder}, .what = "cannot write the folder: " + error_text(code)});
}

}  // namespace exonweave
