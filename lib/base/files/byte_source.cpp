#include "base/files/byte_source.hpp"

#include <fcntl.h>
#include <htslib/bgzf.h>
#include <htslib/hfile.h>
#include <htslib/hts.h>
#include <htslib/hts_log.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "base/files/file_system.hpp"

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

namespace {

// A BGZF block: 18 bytes of header (magic 1f 8b 08 04, ..., extra field 'B' 'C' 2 0, block size - 1), packed
// data, CRC32, ISIZE (unpacked bytes). All integers little-endian.
constexpr std::int64_t header_size = 18;
constexpr std::int64_t smallest_block = 26;

using bytes = std::vector<unsigned char>;

std::uint64_t little_endian(const unsigned char* first, int n) {
  std::uint64_t value = 0;
  for (int i = n - 1; i >= 0; --i) value = value << 8 | first[i];
  return value;
}

// The bytes at `start`, or nothing when the file does not have them.
std::optional<bytes> read_packed(const byte_source& source, std::int64_t start, std::int64_t n) {
  bytes buffer(static_cast<std::size_t>(n));
  if (pread(source.descriptor(), buffer.data(), buffer.size(), start) != n) return std::nullopt;
  return buffer;
}

// The size of the block at `start`, or nothing when no whole header is there.
std::optional<std::int64_t> block_size(const byte_source& source, std::int64_t start) {
  const auto header = read_packed(source, start, header_size);
  const std::array<unsigned char, 4> magic = {0x1f, 0x8b, 8, 4};
  const std::array<unsigned char, 4> extra = {'B', 'C', 2, 0};
  if (!header || !std::equal(magic.begin(), magic.end(), header->begin()) ||
      !std::equal(extra.begin(), extra.end(), header->begin() + 12))
    return std::nullopt;
  const auto size = static_cast<std::int64_t>(little_endian(header->data() + 16, 2)) + 1;
  return size < smallest_block ? std::nullopt : std::optional(size);
}

// The unpacked size of the block that ends at `end`.
std::optional<std::int64_t> unpacked_size(const byte_source& source, std::int64_t end) {
  const auto field = read_packed(source, end - 4, 4);
  if (!field) return std::nullopt;
  return static_cast<std::int64_t>(little_endian(field->data(), 4));
}

[[noreturn]] void throw_cut(const byte_source& source) {
  problem_report problem;
  problem.where.file = source.name();
  problem.what = "the compressed data are truncated or damaged";
  problem.hint = "copy or compress the file again";
  throw io_failure(std::move(problem));
}

}  // namespace

bool is_fresh(const std::string& path, int descriptor) {
  struct stat index {};
  struct stat file {};
  if (stat(path.c_str(), &index) != 0 || fstat(descriptor, &file) != 0 || !S_ISREG(index.st_mode)) return false;
  return std::pair(index.st_mtim.tv_sec, index.st_mtim.tv_nsec) >= std::pair(file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

random_reader::random_reader(byte_source& source, const std::string& gzi_path) : source_(&source) {
  struct stat facts {};
  if (fstat(source.descriptor(), &facts) != 0) throw_cut(source);
  packed_size_ = size_ = facts.st_size;
  if (source.packed() != packing::bgzf) return;
  blocks_ = {{0, 0}};
  if (!gzi_path.empty() && is_fresh(gzi_path, source.descriptor())) load(gzi_path);
  walk();
}

// A .gzi: the number of entries, then (packed start, unpacked start) of every block but the first, 64-bit.
void random_reader::load(const std::string& gzi_path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(gzi_path.c_str(), "rb"), &std::fclose);
  std::array<unsigned char, 16> entry{};
  if (!file || std::fread(entry.data(), 8, 1, file.get()) != 1) return;
  for (std::uint64_t left = little_endian(entry.data(), 8); left > 0; --left) {
    if (std::fread(entry.data(), entry.size(), 1, file.get()) != 1) break;
    const block next{static_cast<std::int64_t>(little_endian(entry.data(), 8)),
                     static_cast<std::int64_t>(little_endian(entry.data() + 8, 8))};
    if (!is_sound(blocks_.back(), next)) break;
    blocks_.push_back(next);
  }
}

// A block header stands at `next`, directly after the end of `previous`, and the unpacked bytes add up.
bool random_reader::is_sound(const block& previous, const block& next) const {
  if (next.packed_start <= previous.packed_start || next.packed_start > packed_size_ - smallest_block) return false;
  const auto size = block_size(*source_, previous.packed_start);
  const auto unpacked = unpacked_size(*source_, next.packed_start);
  return size && unpacked && previous.packed_start + *size == next.packed_start &&
         previous.unpacked_start + *unpacked == next.unpacked_start;
}

void random_reader::walk() {
  block last = blocks_.back();
  while (last.packed_start < packed_size_) {
    const auto size = block_size(*source_, last.packed_start);
    if (!size) throw_cut(*source_);
    const auto unpacked = unpacked_size(*source_, last.packed_start + *size);
    if (!unpacked || *unpacked > 0x10000) throw_cut(*source_);
    if (last.packed_start != blocks_.back().packed_start) blocks_.push_back(last);
    last = {last.packed_start + *size, last.unpacked_start + *unpacked};
  }
  size_ = last.unpacked_start;
}

// Where byte_source::seek finds this byte, which is less than size_.
std::int64_t random_reader::virtual_offset(std::int64_t byte) const {
  if (blocks_.empty()) return byte;
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), byte,
                                      [](std::int64_t b, const block& x) { return b < x.unpacked_start; });
  const block& holder = *std::prev(after);
  return holder.packed_start << 16 | (byte - holder.unpacked_start);
}

std::string random_reader::read(std::int64_t start, std::int64_t end) {
  end = std::min(end, size_);
  if (start >= end) return "";
  std::string text(static_cast<std::size_t>(end - start), '\0');
  source_->seek(virtual_offset(start));
  text.resize(source_->read(text.data(), text.size()));
  return text;
}

namespace {

template <auto Function>
struct calls {
  template <class T>
  void operator()(T* argument) const {
    Function(argument);
  }
};

}  // namespace

file_checksum checksum_file(const std::string& path) {
  const std::unique_ptr<std::FILE, calls<std::fclose>> file(std::fopen(path.c_str(), "rb"));
  if (!file) throw missing_input({.where = {path}, .what = std::string("cannot open: ") + std::strerror(errno)});
  const std::unique_ptr<hts_md5_context, calls<hts_md5_destroy>> context(hts_md5_init());
  std::vector<char> buffer(std::size_t{1} << 16);  // not on the stack, which may be small
  file_checksum sum;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    hts_md5_update(context.get(), buffer.data(), n);
    sum.bytes += n;
  }
  if (std::ferror(file.get())) throw io_failure({.where = {path}, .what = "cannot read"});
  std::array<unsigned char, 16> digest;
  hts_md5_final(digest.data(), context.get());
  std::array<char, 33> hex;
  hts_md5_hex(hex.data(), digest.data());
  sum.md5 = hex.data();
  return sum;
}

}  // namespace exonweave
