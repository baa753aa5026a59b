#include "base/files/unnamed_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/files/report.hpp"

namespace exonweave {
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
