#include "base/files/locked_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/files/system_errors.hpp"

namespace exonweave {
namespace {

// Whether the file still has a name: another process may have removed it before it was locked.
bool has_name(int descriptor) {
  struct stat found {};
  return ::fstat(descriptor, &found) != 0 || found.st_nlink > 0;
}

std::string hint_for(int code) {
  if (code == EISDIR) return "name a file in this folder";
  return code == ENOENT ? "create its directory first" : "";
}

}  // namespace

locked_file::locked_file(std::string path) : path_(std::move(path)) {
  try {
    lock();
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

locked_file::~locked_file() { ::close(descriptor_); }

// Neither a link nor what somebody else makes at this moment is written to.
int locked_file::open_or_make() {
  constexpr int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  while (true) {
    is_made_ = false;
    const int found = ::open(path_.c_str(), flags);
    if (found >= 0 || errno != ENOENT) return found;
    const int made = ::open(path_.c_str(), flags | O_CREAT | O_EXCL, new_file_mode);
    is_made_ = made >= 0;
    if (made >= 0 || errno != EEXIST) return made;
  }
}

void locked_file::lock() {
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = open_or_make();
    if (descriptor_ < 0 && errno == ELOOP)
      throw cannot_create(
          {.where = {path_}, .what = "the name is a link, which is not followed", .hint = "name the file itself"});
    if (descriptor_ < 0)
      throw cannot_create(
          {.where = {path_}, .what = "cannot create the file: " + error_text(errno), .hint = hint_for(errno)});
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw taken_file(
          {.where = {path_}, .what = "another run has this file", .hint = "wait for its end, or write elsewhere"});
  } while (!has_name(descriptor_));
}

void locked_file::remove() noexcept {
  struct stat mine {
  }, named{};
  if (::fstat(descriptor_, &mine) != 0 || ::lstat(path_.c_str(), &named) != 0) return;
  if (mine.st_dev == named.st_dev && mine.st_ino == named.st_ino) ::unlink(path_.c_str());
}

}  // namespace exonweave
