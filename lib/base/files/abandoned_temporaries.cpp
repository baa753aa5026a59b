#include "base/files/abandoned_temporaries.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace exonweave {
namespace {

bool is_temporary_name(std::string_view name, std::string_view stem) {
  return name.starts_with(stem) && name.size() == stem.size() + temporary_suffix_length &&
         name.find_first_not_of(temporary_suffix_letters, stem.size()) == std::string_view::npos;
}

// The lock is held until the name is gone, so that a run that has made this file but a moment ago sees either.
void remove_unless_locked(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat found {};
  const bool is_file = ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
  if (is_file && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(descriptor);
}

}  // namespace

bool lock_temporary(int descriptor) noexcept {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
  struct stat locked {};
  return ::fstat(descriptor, &locked) != 0 || locked.st_nlink > 0;
}

void remove_abandoned_temporaries(const std::filesystem::path& folder, std::string_view stem) {
  std::error_code unreadable;
  std::filesystem::directory_iterator entries(folder.empty() ? "." : folder, unreadable);
  for (; !unreadable && entries != std::filesystem::directory_iterator(); entries.increment(unreadable))
    if (is_temporary_name(entries->path().filename().native(), stem)) remove_unless_locked(entries->path().native());
}

}  // namespace exonweave
