#include "base/files/file_system.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "base/files/output.hpp"
#include "base/files/report.hpp"

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
// Each slot goes free -> filling -> live -> free; its path is read only while live, so the handler that
// interrupts a thread in the middle of a change never sees half a path.

namespace {

enum class slot_state : int { free, filling, live };

struct slot {
  std::atomic<slot_state> state{slot_state::free};
  std::array<char, PATH_MAX> path{};  // ends in NUL
};
static_assert(std::atomic<slot_state>::is_always_lock_free, "signal handlers read the table");

constexpr std::size_t max_temporaries = 64;
std::array<slot, max_temporaries> table;

bool take(slot& candidate) {
  auto expected = slot_state::free;
  return candidate.state.compare_exchange_strong(expected, slot_state::filling);
}

[[noreturn]] void refuse(const std::string& path, const char* why) {
  problem_report problem;
  problem.where.file = path;
  problem.what = why;
  throw cannot_create(problem);
}

}  // namespace

std::size_t register_temporary(const std::string& path) {
  if (path.size() >= PATH_MAX) refuse(path, "cannot create the output: the path is too long");
  for (std::size_t place = 0; place < table.size(); ++place) {
    if (!take(table[place])) continue;
    std::memcpy(table[place].path.data(), path.c_str(), path.size() + 1);
    table[place].state = slot_state::live;
    return place;
  }
  refuse(path, "cannot create the output: 64 others are being written");
}

void forget_temporary(std::size_t place) noexcept { table[place].state = slot_state::free; }

void remove_temporaries() noexcept {
  for (auto& entry : table)
    if (entry.state == slot_state::live) ::unlink(entry.path.data());
}

namespace {

constexpr std::size_t written_at_once = std::size_t{256} << 10;  // bytes

problem_report system_problem(const std::string& file, const std::string& what, int error, std::string hint) {
  return {.where = {file, 0}, .what = what + ": " + std::strerror(error), .hint = std::move(hint)};
}

}  // namespace

unnamed_file::unnamed_file(std::string kept) : kept_(std::move(kept)) {
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder == nullptr || *folder == 0 ? "/tmp" : folder) + "/exonweave_XXXXXX";
  descriptor_ = mkostemp(path.data(), O_CLOEXEC);
  if (descriptor_ < 0) throw io_failure(system_problem(path, "cannot create a temporary file", errno, "set TMPDIR"));
  ::unlink(path.c_str());
}

unnamed_file::unnamed_file(unnamed_file&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      kept_(std::move(other.kept_)),
      pending_(std::move(other.pending_)),
      size_(other.size_) {}

unnamed_file& unnamed_file::operator=(unnamed_file&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(kept_, other.kept_);
  std::swap(pending_, other.pending_);
  std::swap(size_, other.size_);
  return *this;
}

unnamed_file::~unnamed_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void unnamed_file::append(std::string_view bytes) {
  pending_ += bytes;
  size_ += static_cast<std::int64_t>(bytes.size());
  if (pending_.size() >= written_at_once) flush();
}

void unnamed_file::flush() {
  std::string_view left = pending_;
  while (!left.empty()) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot keep it in a temporary file", errno, "set TMPDIR to a larger disk");
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  pending_.clear();
}

std::string unnamed_file::read(std::int64_t start, std::int64_t end) {
  assert(0 <= start && start <= end && end <= size_);
  flush();
  std::string bytes(static_cast<std::size_t>(end - start), '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n =
        ::pread(descriptor_, bytes.data() + done, bytes.size() - done, start + static_cast<std::int64_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("cannot read again", n < 0 ? errno : EIO, "");
    done += static_cast<std::size_t>(n);
  }
  return bytes;
}

int unnamed_file::release() {
  flush();
  if (lseek(descriptor_, 0, SEEK_SET) < 0) fail("cannot read again", errno, "");
  return std::exchange(descriptor_, -1);
}

void unnamed_file::fail(const std::string& what, int error, std::string hint) const {
  throw io_failure(system_problem(kept_, what, error, std::move(hint)));
}

void text_spool::append(std::string_view text) {
  if (!file_ && std::ssize(held_) + std::ssize(text) <= max_in_memory) {
    held_ += text;
    return;
  }
  if (!file_) {
    file_.emplace(kept_);
    file_->append(held_);
    held_ = {};
  }
  file_->append(text);
}

std::string text_spool::read(std::int64_t start, std::int64_t end) {
  assert(0 <= start && start <= end && end <= size());
  if (file_) return file_->read(start, end);
  return held_.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start));
}

}  // namespace exonweave
