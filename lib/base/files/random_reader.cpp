#include "base/files/random_reader.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>

namespace exonweave {
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

}  // namespace exonweave
