#include "base/files/locked_folders.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <thread>
#include <utility>

namespace exonweave {
namespace {

void lock(int descriptor, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds pause(2);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(pause);
}

}  // namespace

// In one order, whatever their names, so that no two processes wait for each other.
locked_folders::locked_folders(const std::vector<std::string>& paths, std::chrono::milliseconds patience) {
  std::map<std::pair<dev_t, ino_t>, int> folders;
  for (const std::string& path : paths) {
    if (path.empty()) continue;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) continue;
    struct stat found {};
    const bool is_new =
        ::fstat(descriptor, &found) == 0 && folders.try_emplace({found.st_dev, found.st_ino}, descriptor).second;
    if (!is_new) ::close(descriptor);
  }
  for (const auto& [identity, descriptor] : folders) {
    descriptors_.push_back(descriptor);
    lock(descriptor, patience);
  }
}

locked_folders::~locked_folders() {
  for (const int descriptor : descriptors_) ::close(descriptor);
}

}  // namespace exonweave
