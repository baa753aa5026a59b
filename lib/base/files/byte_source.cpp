#include "base/files/byte_source.hpp"

#include <fcntl.h>
#include <htslib/bgzf.h>
#include <htslib/hfile.h>
#include <htslib/hts.h>
#include <htslib/hts_log.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/files/unnamed_file.hpp"
#include "base/files/unreadable.hpp"

namespace exonweave {
namespace {

struct close_bgzf {
  void operator()(BGZF* file) const { bgzf_close(file); }
};

template <class Failure>
[[noreturn]] void fail(const std::string& name, std::string what, std::string hint) {
  problem_report problem;
  problem.where.file = name;
  problem.what = std::move(what);
  problem.hint = std::move(hint);
  throw Failure(std::move(problem));
}

[[noreturn]] void throw_missing(const std::string& name, std::string what) {
  throw missing_input(about_missing(name, std::move(what)));
}

std::string with_reason(const std::string& what, int error) { return what + ": " + std::strerror(error); }

std::string name_shown(const std::string& path) { return path == "-" ? "standard input" : path; }

int open_or_throw(const std::string& path) {
  const int descriptor =
      path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_missing(name_shown(path), with_reason("cannot open", errno));
  return descriptor;
}

// A regular file that stands at its first byte, so that going back there gives the same bytes again.
bool can_be_read_again(int descriptor) {
  struct stat facts {};
  return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && lseek(descriptor, 0, SEEK_CUR) == 0;
}

void copy_all(int descriptor, unnamed_file& copy, const std::string& name) {
  std::vector<char> buffer(std::size_t{256} << 10);
  while (true) {
    const ssize_t n = ::read(descriptor, buffer.data(), buffer.size());
    if (n == 0) break;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EISDIR) throw_missing(name, "is a directory, not a file");
    if (n < 0) fail<io_failure>(name, with_reason("cannot read", errno), "");
    copy.append({buffer.data(), static_cast<std::size_t>(n)});
  }
}

// A descriptor that closes itself until it is handed on.
struct owned_descriptor {
  int value;
  explicit owned_descriptor(int descriptor) : value(descriptor) {}
  owned_descriptor(const owned_descriptor&) = delete;
  owned_descriptor& operator=(const owned_descriptor&) = delete;
  ~owned_descriptor() {
    if (value >= 0) ::close(value);
  }
  int release() { return std::exchange(value, -1); }
};

}  // namespace

struct byte_source::state {
  int descriptor;
  std::string name;
  bool regular = false;
  std::unique_ptr<BGZF, close_bgzf> file{};

  state(int fd, std::string shown_as) : descriptor(fd), name(std::move(shown_as)) {}
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() { ::close(descriptor); }

  // htslib gets a descriptor of its own (which shares the position), so that ours outlives a restart.
  void attach() {
    const int theirs = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    file.reset(theirs < 0 ? nullptr : bgzf_dopen(theirs, "r"));
    if (!file) {
      const int error = errno;
      if (theirs >= 0) ::close(theirs);
      fail<io_failure>(name, with_reason("cannot read", error), "");
    }
    refuse_cut_header();
  }

  // htslib takes a gzip file that is cut inside its first 18 bytes for plain text.
  void refuse_cut_header() const {
    std::array<unsigned char, 2> start{};
    const auto n = hpeek(file->fp, start.data(), start.size());
    if (bgzf_compression(file.get()) == no_compression && n == 2 && start[0] == 0x1f && start[1] == 0x8b)
      throw_unreadable();
  }

  [[noreturn]] void throw_unreadable() const {
    if (errno != 0 && bgzf_compression(file.get()) == no_compression && file->errcode != 0)
      fail<io_failure>(name, with_reason("cannot read", errno), "");
    fail<io_failure>(name, "the compressed data are truncated or damaged", "copy or compress the file again");
  }
};

byte_source::byte_source(const std::string& path) : byte_source(open_or_throw(path), name_shown(path)) {}

byte_source byte_source::open_regular(const std::string& path) {
  owned_descriptor given(open_or_throw(path));
  if (can_be_read_again(given.value)) return {given.release(), name_shown(path)};
  unnamed_file copy(name_shown(path));
  copy_all(given.value, copy, name_shown(path));
  return {copy.release(), name_shown(path)};
}

byte_source::byte_source(int descriptor, std::string name)
    : state_(std::make_unique<state>(descriptor, std::move(name))) {
  hts_set_log_level(HTS_LOG_OFF);  // what htslib would print is thrown instead
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) throw_missing(state_->name, with_reason("cannot open", errno));
  if (S_ISDIR(facts.st_mode)) throw_missing(state_->name, "is a directory, not a file");
  state_->regular = can_be_read_again(descriptor);
  state_->attach();
}

byte_source::byte_source(byte_source&&) noexcept = default;
byte_source& byte_source::operator=(byte_source&&) noexcept = default;
byte_source::~byte_source() = default;

std::size_t byte_source::read(char* out, std::size_t most) {
  errno = 0;
  const ssize_t n = bgzf_read(state_->file.get(), out, most);
  if (n < 0 || state_->file->errcode != 0) state_->throw_unreadable();
  return static_cast<std::size_t>(n);
}

void byte_source::seek(std::int64_t virtual_offset) {
  BGZF* file = state_->file.get();
  errno = 0;
  const auto result = packed() == packing::none ? bgzf_useek(file, virtual_offset, SEEK_SET)
                                                : bgzf_seek(file, virtual_offset, SEEK_SET);
  if (result < 0) state_->throw_unreadable();
}

void byte_source::restart() {
  state_->file.reset();
  if (lseek(state_->descriptor, 0, SEEK_SET) < 0)
    fail<io_failure>(state_->name, with_reason("cannot read again", errno), "");
  state_->attach();
}

packing byte_source::packed() const {
  switch (bgzf_compression(state_->file.get())) {
    case bgzf:
      return packing::bgzf;
    case gzip:
      return packing::gzip;
    default:
      return packing::none;
  }
}

bool byte_source::is_regular() const { return state_->regular; }
int byte_source::descriptor() const { return state_->descriptor; }
const std::string& byte_source::name() const { return state_->name; }

bool byte_source::lacks_end_block() const {
  if (packed() != packing::bgzf) return false;
  return is_regular() ? bgzf_check_EOF(state_->file.get()) == 0 : state_->file->no_eof_block != 0;
}

void byte_source::warn_if_cut(report& problems) const {
  if (lacks_end_block())
    problems.warn({.where = {name(), 0},
                   .what = "no BGZF end block: the end of the file may be missing",
                   .hint = "compare its size with the original, or compress it again with bgzip"});
}

}  // namespace exonweave
