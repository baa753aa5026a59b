#include "exons/byte_source.hpp"

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
  fail<missing_input>(name, std::move(what), "check the path and its permissions");
}

std::string with_reason(const std::string& what, int error) { return what + ": " + std::strerror(error); }

int open_or_throw(const std::string& path) {
  const int descriptor =
      path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_missing(path == "-" ? "standard input" : path, with_reason("cannot open", errno));
  return descriptor;
}

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

byte_source::byte_source(const std::string& path)
    : byte_source(open_or_throw(path), path == "-" ? "standard input" : path) {}

byte_source::byte_source(int descriptor, std::string name)
    : state_(std::make_unique<state>(descriptor, std::move(name))) {
  hts_set_log_level(HTS_LOG_OFF);  // what htslib would print is thrown instead
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) throw_missing(state_->name, with_reason("cannot open", errno));
  if (S_ISDIR(facts.st_mode)) throw_missing(state_->name, "is a directory, not a file");
  state_->regular = S_ISREG(facts.st_mode);
  state_->attach();
}

byte_source::byte_source(byte_source&&) noexcept = default;
byte_source& byte_source::operator=(byte_source&&) noexcept = default;
byte_source::~byte_source() = default;

std::size_t byte_source::read(char* to, std::size_t most) {
  errno = 0;
  const ssize_t n = bgzf_read(state_->file.get(), to, most);
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
  return packed() == packing::bgzf && state_->file->no_eof_block != 0;
}

}  // namespace exonweave
