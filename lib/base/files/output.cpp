// Three kinds of destination after one descriptor: standard output; what is not a regular file (devices,
// pipes: written directly, nothing to rename); and files, written as `.<name>.exonweave-XXXXXX` next to the
// destination.
#include "base/files/output.hpp"

#include <fcntl.h>
#include <htslib/bgzf.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <new>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "base/files/file_system.hpp"

namespace exonweave {
namespace {

constexpr std::size_t full_buffer = 256 * 1024;  // bytes collected before a write
constexpr std::size_t longest_name_kept = 200;   // bytes of the name in the temporary's name; NAME_MAX is 255
constexpr int max_links = 40;                    // as Linux follows

problem_report problem_of(const std::string& path, std::string what, std::string hint = "") {
  problem_report problem;
  problem.where.file = path;
  problem.what = std::move(what);
  problem.hint = std::move(hint);
  return problem;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why, std::string hint = "") {
  throw cannot_create(problem_of(path, "cannot create the output: " + why, std::move(hint)));
}

[[noreturn]] void fail(const std::string& path, const std::string& what, int code) {
  throw io_failure(problem_of(path, what + ": " + error_text(code)));
}

bool is_standard_output(const std::string& path) { return path.empty() || path == "-" || path == "/dev/stdout"; }

// Already open descriptors by name: to rename a file over them would take them from whoever holds them.
bool is_open_descriptor(const std::string& path) {
  return path == "/dev/stderr" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

// The file that open(2) would write: a link stays a link, and what it names is replaced, or made.
std::string follow_links(const std::string& path) {
  std::filesystem::path followed(path);
  for (int depth = 0;; ++depth) {
    std::error_code is_no_link;
    const std::filesystem::path target = std::filesystem::read_symlink(followed, is_no_link);
    if (is_no_link) return followed.string();
    if (depth == max_links) refuse(path, error_text(ELOOP));
    followed = followed.parent_path() / target;  // an absolute target stands alone
  }
}

// A rename over it would fail: containers have single files mounted.
bool is_mount_point([[maybe_unused]] const std::string& path) {
#ifdef STATX_ATTR_MOUNT_ROOT
  struct statx found {};
  return ::statx(AT_FDCWD, path.c_str(), 0, STATX_BASIC_STATS, &found) == 0 &&
         (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#else
  return false;
#endif
}

// What the names of a destination's temporaries begin with.
std::string temporary_stem(const std::filesystem::path& destination) {
  return "." + destination.filename().string().substr(0, longest_name_kept) + ".exonweave-";
}

std::string temporary_suffix() {
  std::string suffix;
  std::random_device random;
  while (suffix.size() < temporary_suffix_length)
    suffix += temporary_suffix_letters[random() % temporary_suffix_letters.size()];
  return suffix;
}

void write_all(int descriptor, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t n_written = ::write(descriptor, text.data(), text.size());
    if (n_written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n_written));
    } else if (errno == EAGAIN) {  // a shared terminal may be non-blocking
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      fail(path, "cannot write", errno);
    }
  }
}

constexpr int usual_level = -1;  // of compression

// Of at most BGZF_BLOCK_SIZE bytes; of none it is the end block.
void append_block(std::string_view text, std::string& packed) {
  const std::size_t n_before = packed.size();
  std::size_t size = BGZF_MAX_BLOCK_SIZE;
  packed.resize(n_before + size);
  if (::bgzf_compress(packed.data() + n_before, &size, text.data(), text.size(), usual_level) != 0)
    throw std::bad_alloc();
  packed.resize(n_before + size);
}

// Text packed as BGZF: gzip in blocks, so that an index can name places in it (htslib, bgzip).
class bgzf_packer {
 public:
  /// The blocks that are full with this text after that of the calls before. Throws std::bad_alloc.
  [[nodiscard]] std::string pack(std::string_view text);

  /// What is left, and the block that says that nothing is missing. No text may follow.
  [[nodiscard]] std::string finish();

 private:
  std::string waiting_;  // less than a block
};

std::string bgzf_packer::pack(std::string_view text) {
  waiting_ += text;
  std::string packed;
  std::string_view rest = waiting_;
  for (; rest.size() >= BGZF_BLOCK_SIZE; rest.remove_prefix(BGZF_BLOCK_SIZE))
    append_block(rest.substr(0, BGZF_BLOCK_SIZE), packed);
  waiting_.erase(0, waiting_.size() - rest.size());
  return packed;
}

std::string bgzf_packer::finish() {
  std::string packed;
  if (!waiting_.empty()) append_block(waiting_, packed);
  waiting_.clear();
  append_block("", packed);
  return packed;
}

}  // namespace

struct output_file::state {
  std::string path;         // as the user wrote it, for messages
  std::string destination;  // where the temporary goes; empty when written directly
  std::string temporary;    // empty when written directly, and after the commit
  std::size_t place = 0;    // of the temporary in the table
  int descriptor = -1;
  int lock = -1;  // the same file; held until it has its name, or is gone
  std::string buffer;
  std::optional<bgzf_packer> packer;  // where the name asks for it

  explicit state(std::string given) : path(std::move(given)) {}
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() {
    if (!temporary.empty()) {
      ::unlink(temporary.c_str());
      forget_temporary(place);
    }
    for (const int open : {descriptor, lock})
      if (open >= 0) ::close(open);
  }

  void open_standard_output();
  void open_path();
  void open_directly();
  void open_temporary(const std::optional<mode_t>& mode_to_keep);
  bool make_temporary(const std::string& name);
  void flush();
  [[noreturn]] void fail_rename(int code) const { fail(path, "cannot rename the finished output", code); }
};

void output_file::state::open_standard_output() {
  path = "standard output";
  descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (descriptor < 0) refuse(path, error_text(errno));
}

// What open(2) would refuse is refused here too, although the rename would replace it.
void output_file::state::open_path() {
  struct stat existing {};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  if (!exists && errno != ENOENT) refuse(path, error_text(errno));
  if (exists && S_ISDIR(existing.st_mode)) refuse(path, error_text(EISDIR), "Name a file in this folder");
  if (is_open_descriptor(path) || (exists && !S_ISREG(existing.st_mode))) {
    open_directly();
    return;
  }
  if (exists && ::access(path.c_str(), W_OK) != 0) refuse(path, error_text(errno));
  if (exists && is_mount_point(path))
    refuse(path, "a file that is mounted by itself cannot be replaced", "Mount its directory");
  open_temporary(exists ? std::optional<mode_t>(existing.st_mode & 0777) : std::nullopt);
}

void output_file::state::open_directly() {
  descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) refuse(path, error_text(errno));
}

void output_file::state::open_temporary(const std::optional<mode_t>& mode_to_keep) {
  destination = follow_links(path);
  const std::filesystem::path whole(destination);
  const std::string stem = temporary_stem(whole);
  remove_abandoned_temporaries(whole.parent_path(), stem);
  while (!make_temporary((whole.parent_path() / (stem + temporary_suffix())).string())) {
  }
  lock = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (mode_to_keep) ::fchmod(descriptor, *mode_to_keep);
}

// False: another name is needed.
bool output_file::state::make_temporary(const std::string& name) {
  place = register_temporary(name);
  descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file_mode);
  const int code = errno;
  if (descriptor >= 0 && lock_temporary(descriptor)) {
    temporary = name;
    return true;
  }
  forget_temporary(place);
  if (descriptor < 0 && code != EEXIST)
    refuse(path, error_text(code), code == ENOENT ? "Create its directory first" : "");
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
  return false;
}

void output_file::state::flush() {
  if (packer) buffer = packer->pack(buffer);
  write_all(descriptor, buffer, path);
  buffer.clear();
}

bool is_packed_name(std::string_view path) { return path.ends_with(".gz"); }

output_file::output_file(std::string path) : state_(std::make_unique<state>(std::move(path))) {
  if (is_standard_output(state_->path))
    state_->open_standard_output();
  else
    state_->open_path();
  if (is_packed_name(state_->path)) state_->packer.emplace();
}

output_file::output_file(output_file&&) noexcept = default;
output_file& output_file::operator=(output_file&&) noexcept = default;
output_file::~output_file() = default;

void output_file::write(std::string_view text) {
  state_->buffer += text;
  if (state_->buffer.size() >= full_buffer) state_->flush();
}

void output_file::replace_front(std::string_view bytes) {
  if (state_->temporary.empty() || state_->packer) fail(state_->path, "cannot go back to the begin", ESPIPE);
  state_->flush();
  for (off_t offset = 0; !bytes.empty();) {
    const ssize_t n = ::pwrite(state_->descriptor, bytes.data(), bytes.size(), offset);
    if (n < 0 && errno != EINTR) fail(state_->path, "cannot write", errno);
    if (n <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(n));
    offset += n;
  }
}

void output_file::finish() {
  if (state_->descriptor < 0) return;
  state_->flush();
  if (state_->packer) write_all(state_->descriptor, state_->packer->finish(), state_->path);
  if (!state_->temporary.empty()) sync_descriptor(state_->descriptor, state_->path);
  const int closed = ::close(std::exchange(state_->descriptor, -1));
  if (closed != 0 && errno != EINTR) fail(state_->path, "cannot write", errno);
}

void output_file::commit() {
  finish();
  check_rename();
  rename();
  if (!state_->destination.empty()) sync_folder_of(state_->destination);
}

void output_file::check_rename() const {
  if (state_->temporary.empty()) return;
  struct stat found {};
  if (::lstat(state_->temporary.c_str(), &found) != 0) state_->fail_rename(errno);
  if (::lstat(state_->destination.c_str(), &found) != 0) {
    if (errno != ENOENT) state_->fail_rename(errno);
    return;
  }
  if (S_ISDIR(found.st_mode)) state_->fail_rename(EISDIR);
  if (is_mount_point(state_->destination)) state_->fail_rename(EBUSY);
}

void output_file::rename() {
  if (state_->temporary.empty()) return;
  if (::rename(state_->temporary.c_str(), state_->destination.c_str()) != 0) state_->fail_rename(errno);
  state_->temporary.clear();
  forget_temporary(state_->place);
}

const std::string& output_file::path() const { return state_->path; }
const std::string& output_file::destination() const { return state_->destination; }
bool output_file::is_packed() const { return state_->packer.has_value(); }
const std::string& output_file::temporary() const { return state_->temporary; }

}  // namespace exonweave
