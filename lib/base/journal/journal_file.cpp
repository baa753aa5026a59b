#include "base/journal/journal_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "base/files/file_system.hpp"
#include "base/journal/records.hpp"

namespace exonweave {

// A mark of the kind of file, then records. A record is a head, two numbers of 8 bytes (its size packed and unpacked),
// and a stream of zlib, which has a checksum of its own.

namespace {

constexpr std::string_view mark = "exonweave log 1\n";
constexpr int quick = 1;  // of zlib's levels
// All records of a file are at most so many bytes, and so many for each byte of it: whatever is said to be more was not
// written here. Results pack some 5 to 1; zlib packs what is all alike 1,000 to 1.
constexpr std::uint64_t max_small = 256 << 20, max_usual_packing = 64;

struct record_head {
  std::uint64_t packed = 0;  // bytes
  std::uint64_t whole = 0;
};

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw io_failure({.where = {path}, .what = what + ": " + error_text(errno)});
}

std::string pack(std::string_view record) {
  uLongf size = ::compressBound(record.size());
  std::string packed(sizeof(record_head) + size, '\0');
  auto* const out = reinterpret_cast<Bytef*>(packed.data() + sizeof(record_head));
  if (::compress2(out, &size, reinterpret_cast<const Bytef*>(record.data()), record.size(), quick) != Z_OK)
    throw std::bad_alloc();
  const record_head head{size, record.size()};
  std::memcpy(packed.data(), &head, sizeof head);
  packed.resize(sizeof head + size);
  return packed;
}

// A stream of zlib, undone as far as it goes: memory grows with what comes out of it, not with what is said of it.
// Nothing when it is damaged, or is not as long as it should be, packed or unpacked.
class unpacker {
 public:
  unpacker() {
    if (::inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
  }
  ~unpacker() { ::inflateEnd(&stream_); }
  unpacker(const unpacker&) = delete;
  unpacker& operator=(const unpacker&) = delete;

  std::optional<std::string> unpack(std::string_view packed, std::uint64_t whole) {
    constexpr std::uint64_t first_room = 64 << 10;  // bytes
    std::string record;
    std::uint64_t n = 0;  // bytes that have come out
    for (int code = Z_OK; code != Z_STREAM_END;) {
      if (n > whole || code != Z_OK) return std::nullopt;
      if (n == record.size()) record.resize(std::min(whole + 1, std::max(first_room, 2 * n)));
      if (stream_.avail_in == 0) give(packed);
      const std::size_t room = std::min<std::uint64_t>(record.size() - n, max_at_once);
      stream_.next_out = reinterpret_cast<Bytef*>(record.data() + n);
      stream_.avail_out = static_cast<uInt>(room);
      code = ::inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      n += room - stream_.avail_out;
    }
    if (n != whole || !packed.empty() || stream_.avail_in > 0) return std::nullopt;
    record.resize(n);
    return record;
  }

 private:
  void give(std::string_view& packed) {
    const std::size_t given = std::min(packed.size(), max_at_once);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // zlib reads only
    stream_.avail_in = static_cast<uInt>(given);
    packed.remove_prefix(given);
  }

  static constexpr std::size_t max_at_once = std::size_t{1} << 30;  // bytes
  z_stream stream_{};
};

// As many of the bytes from `start` on as there are.
std::string read_at(int descriptor, std::uint64_t start, std::uint64_t most, const std::string& path) {
  std::string bytes(most, '\0');
  std::uint64_t n = 0;
  while (n < most) {
    const ssize_t n_read = ::pread(descriptor, bytes.data() + n, most - n, static_cast<off_t>(start + n));
    if (n_read == 0) break;
    if (n_read < 0 && errno != EINTR) fail(path, "cannot read");
    if (n_read > 0) n += static_cast<std::uint64_t>(n_read);
  }
  bytes.resize(n);
  return bytes;
}

std::uint64_t size_of(int descriptor, const std::string& path) {
  struct stat found {};
  if (::fstat(descriptor, &found) != 0) fail(path, "cannot read");
  return static_cast<std::uint64_t>(found.st_size);
}

// Hands on the records of a file that has the mark or a part of it. Returns where what is whole ends.
std::uint64_t scan(int descriptor, const std::string& path, const std::function<void(std::string&&)>& receive) {
  const std::uint64_t size = size_of(descriptor, path);
  std::uint64_t end = std::min<std::uint64_t>(mark.size(), size);
  const std::uint64_t max_of_all = max_small + max_usual_packing * size;
  std::uint64_t whole = 0;  // bytes of all records
  record_head head;
  while (size - end >= sizeof head) {
    const std::string bytes = read_at(descriptor, end, sizeof head, path);
    if (bytes.size() < sizeof head) break;
    std::memcpy(&head, bytes.data(), sizeof head);
    const std::uint64_t start = end + sizeof head;
    if (head.packed > size - start) break;
    if (head.whole > max_of_all - std::min(whole, max_of_all)) break;
    auto record = unpacker().unpack(read_at(descriptor, start, head.packed, path), head.whole);
    if (!record) break;
    end = start + head.packed;
    whole += head.whole;
    receive(std::move(*record));
  }
  return end;
}

}  // namespace

record_log::record_log(std::string path) : file_(std::move(path)), is_begun_(file_.is_made()) { check_kind(); }

// The mark is written at once, so that no run leaves a part of it.
void record_log::check_kind() {
  struct stat found {};
  const bool is_file = ::fstat(file_.descriptor(), &found) == 0 && S_ISREG(found.st_mode);
  if (is_file && found.st_size == 0) return;
  const std::string head = is_file ? read_at(file_.descriptor(), 0, mark.size(), path()) : "";
  began_with_zeros_ = is_file && head.find_first_not_of('\0') == std::string::npos;
  if (!began_with_zeros_ && head != mark)
    throw foreign_file(
        {.where = {path()}, .what = "the file is not a journal and stays as it is", .hint = "name another one"});
}

std::uint64_t record_log::size() const { return size_of(file_.descriptor(), path()); }

bool record_log::is_empty() const { return began_with_zeros_ || size() <= mark.size(); }

std::uint64_t record_log::read(const std::function<void(std::string&&)>& receive) {
  const std::uint64_t size = this->size();
  const std::uint64_t end = began_with_zeros_ ? 0 : scan(file_.descriptor(), path(), receive);
  end < mark.size() ? clear() : cut_at(end);
  return size - end;
}

void record_log::clear() {
  cut_at(0);
  is_begun_ = true;
  write_at_end(mark);
}

void record_log::cut_at(std::uint64_t end) {
  const auto length = static_cast<off_t>(end);
  if (::ftruncate(file_.descriptor(), length) != 0 || ::lseek(file_.descriptor(), length, SEEK_SET) < 0)
    fail(path(), "cannot write");
}

void record_log::append(std::string_view record) {
  const std::string packed = pack(record);
  const std::lock_guard lock(mutex_);
  if (is_broken_) throw io_failure({.where = {path()}, .what = "cannot write: a write failed before"});
  is_broken_ = true;
  write_at_end(packed);
  is_broken_ = false;
}

void record_log::write_at_end(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n_written = ::write(file_.descriptor(), bytes.data(), bytes.size());
    if (n_written < 0 && errno == EINTR) continue;
    if (n_written < 0) fail(path(), "cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(n_written));
  }
}

void record_log::sync() {
  const std::lock_guard lock(mutex_);
  sync_descriptor(file_.descriptor(), path());
}

void record_log::abandon() noexcept {
  if (is_begun_) remove();
}

std::string log_of(std::span<const std::string> records) {
  std::string bytes(mark);
  for (const std::string& each : records) bytes += pack(each);
  return bytes;
}

void read_log(const std::string& path, const std::string& kind, const std::function<void(std::string&&)>& receive) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe is none
  if (descriptor < 0) throw missing_input({.where = {path}, .what = "cannot open the file: " + error_text(errno)});
  const auto close = [](const int* open) { ::close(*open); };
  const std::unique_ptr<const int, decltype(close)> closing(&descriptor, close);
  struct stat found {};
  const bool is_file = ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
  if (!is_file || read_at(descriptor, 0, mark.size(), path) != mark)
    throw bad_data(
        {.where = {path}, .what = "this file is not a " + kind, .hint = "name the one that exonweave has written"});
  scan(descriptor, path, receive);
}

namespace {

const std::string* value_of(const std::vector<run_setting>& settings, const std::string& name) {
  const auto found = std::ranges::find(settings, name, &run_setting::first);
  return found == settings.end() ? nullptr : &found->second;
}

// A flag has no text of its own.
std::string text_of_value(const std::string* value) {
  if (value == nullptr) return "not given";
  return value->empty() ? "given" : *value;
}

// A plan begins as a journal does, and scores as much to who has made it.
void refuse_plan(const std::string& record, const std::string& path) {
  if (kind_of(record) == record_kind::division)
    throw foreign_file(
        {.where = {path}, .what = "the file is a plan, not a journal, and stays as it is", .hint = "name another one"});
}

}  // namespace

std::vector<run_setting> read_settings(std::string_view record, const std::string& path, const notes_kind& kind) {
  try {
    if (kind_of(record) != record_kind::settings) throw damaged_record("results before any settings");
    std::vector<run_setting> noted;
    read_record(record, noted);
    return noted;
  } catch (const damaged_record& error) {
    refuse_notes(path, kind, error.what());
  }
}

void check_settings(const std::vector<run_setting>& noted, const std::vector<run_setting>& now, const std::string& path,
                    const notes_kind& kind) {
  std::vector<problem_report> differences;
  const auto compare = [&](const std::string& name) {
    const std::string* const before = value_of(noted, name);
    const std::string* const here = value_of(now, name);
    if (before != nullptr && here != nullptr && *before == *here) return;
    differences.push_back({.where = {path},
                           .what = fmt::format("the {} is of another run: {}", kind.name, name),
                           .got = text_of_value(here),
                           .need = text_of_value(before),
                           .hint = kind.hint_of_another});
  };
  for (const run_setting& each : now) compare(each.first);
  for (const run_setting& each : noted)
    if (value_of(now, each.first) == nullptr) compare(each.first);
  if (differences.empty()) return;
  const std::size_t n = differences.size();
  throw bad_data(std::move(differences), n);
}

void refuse_notes(const std::string& path, const notes_kind& kind, const std::string& what) {
  throw bad_data({.where = {path},
                  .what = fmt::format("the {} contradicts itself: {}", kind.name, what),
                  .need = "one that a run has written",
                  .hint = kind.hint_of_another});
}

const notes_kind& journal_kind() {
  static const notes_kind kind{"journal", "run as it was begun, or without --resume to begin anew"};
  return kind;
}

journal_file::journal_file(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : log_(std::move(path)) {
  try {
    begin(settings, goes_on);
  } catch (...) {
    log_.abandon();
    throw;
  }
}

void journal_file::begin(const std::vector<run_setting>& settings, bool goes_on) {
  bool is_begun = false;  // the settings stand in the file
  if (goes_on) {
    damaged_bytes_ = log_.read([&](std::string&& record) {
      refuse_plan(record, this->path());
      if (is_begun) return records_.push_back(std::move(record));
      check_settings(read_settings(record, this->path(), journal_kind()), settings, this->path(), journal_kind());
      is_begun = true;
    });
  } else {
    is_over_another_ = !log_.is_empty();
    if (is_over_another_)
      read_log(this->path(), "journal", [&](const std::string& record) { refuse_plan(record, this->path()); });
    log_.clear();
  }
  if (!is_begun) log_.append(make_record(record_kind::settings, settings));
}

void journal_file::take_records(const std::function<void(std::string_view)>& receive) {
  try {
    for (std::string& each : std::exchange(records_, {})) receive(std::exchange(each, {}));
  } catch (const damaged_record& error) {
    refuse_notes(path(), journal_kind(), error.what());
  }
}

bool journal_file::append(const std::string& record) {
  if (is_given_up_) return false;
  log_.append(record);
  return true;
}

}  // namespace exonweave
