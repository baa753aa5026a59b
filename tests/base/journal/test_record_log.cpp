// Records that are whole or not there, wherever the file is cut or damaged.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "base/files/scratch.hpp"
#include "base/journal/journal_file.hpp"
#include "catch.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

using records = std::vector<std::string>;

records records_of(record_log& log) {
  records found;
  log.read([&](std::string&& record) { found.push_back(std::move(record)); });
  return found;
}

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

const records three{"one", std::string(100'000, 'x') + "two", ""};

std::string log_of_three(const scratch& folder) {
  const std::string path = folder / "log";
  record_log log(path);
  log.clear();
  for (const std::string& each : three) log.append(each);
  return path;
}

}  // namespace

TEST_CASE("records are read as they were appended") {
  const scratch folder;
  const std::string path = log_of_three(folder);
  record_log log(path);
  CHECK(records_of(log) == three);
  log.append("four");
  log.clear();
  log.append("five");
  record_log* const again = &log;
  CHECK(again->path() == path);
}

TEST_CASE("a new log is empty, and records follow what was read") {
  const scratch folder;
  const std::string path = folder / "log";
  {
    record_log log(path);
    CHECK(records_of(log).empty());
    log.append("one");
  }
  record_log log(path);
  CHECK(records_of(log) == records{"one"});
}

constexpr std::size_t mark_size = 16;

TEST_CASE("of a log that is cut anywhere what is whole is used, and records go on behind that") {
  const scratch folder;
  const std::string bytes = content(log_of_three(folder));
  std::size_t most = 0;
  for (std::size_t size = 0; size <= bytes.size(); size += size == 0 ? mark_size : 1) {
    const std::string path = folder / "cut";
    write(path, bytes.substr(0, size));
    records requested;
    {
      record_log log(path);
      requested = records_of(log);
      REQUIRE(std::equal(requested.begin(), requested.end(), three.begin()));
      REQUIRE(requested.size() >= most);
      most = requested.size();
      log.append("more");
    }
    requested.emplace_back("more");
    record_log log(path);
    REQUIRE(records_of(log) == requested);
  }
  CHECK(most == three.size());
}

TEST_CASE("no byte that was changed is used") {
  const scratch folder;
  const std::string bytes = content(log_of_three(folder));
  for (std::size_t position = mark_size; position < bytes.size(); ++position) {
    std::string changed = bytes;
    changed[position] = static_cast<char>(changed[position] ^ 0x55);
    write(folder / "changed", changed);
    record_log log(folder / "changed");
    const records found = records_of(log);
    REQUIRE(found.size() <= three.size());  // bits between two parts of a stream mean nothing
    REQUIRE(std::equal(found.begin(), found.end(), three.begin()));
  }
}

TEST_CASE("a file that is no log is left as it is") {
  const scratch folder;
  const std::string path = folder / "notes";
  write(path, "do not touch\n");
  CHECK_THROWS_WITH(record_log(path), contains("not a journal"));
  CHECK(content(path) == "do not touch\n");
  CHECK_THROWS_AS(record_log(folder / "none/log"), cannot_create);
  CHECK_THROWS_WITH(record_log("/dev/null"), contains("not a journal"));
  CHECK_THROWS_AS(record_log(path), foreign_file);
}

TEST_CASE("a file that merely begins as the mark of a log does is none") {
  const scratch folder;
  const std::string bytes = content(log_of_three(folder));
  for (std::size_t size = 1; size < mark_size; ++size) {
    write(folder / "word", bytes.substr(0, size));
    CHECK_THROWS_AS(record_log(folder / "word"), foreign_file);
    CHECK(content(folder / "word") == bytes.substr(0, size));
  }
}

TEST_CASE("of a log that begins with zeros nothing is used, and it is restarted") {
  const scratch folder;
  const std::string bytes = content(log_of_three(folder));
  for (const std::string& lost :
       {std::string(3, '\0'), std::string(5'000, '\0'), std::string(mark_size, '\0') + bytes.substr(mark_size)}) {
    write(folder / "zeros", lost);
    {
      record_log log(folder / "zeros");
      CHECK(log.began_with_zeros());
      CHECK(log.is_empty());
      CHECK(log.read([](std::string&&) { FAIL("nothing is there"); }) == lost.size());
      log.append("one");
    }
    record_log log(folder / "zeros");
    CHECK_FALSE(log.began_with_zeros());
    CHECK(records_of(log) == records{"one"});
  }
}

TEST_CASE("a link is not followed, whatever it leads to") {
  const scratch folder;
  const std::string path = log_of_three(folder), bytes = content(path);
  std::filesystem::create_symlink("log", folder / "link");
  std::filesystem::create_symlink("none", folder / "dangling");
  for (const char* name : {"link", "dangling"}) {
    CHECK_THROWS_AS(record_log(folder / name), cannot_create);
    CHECK_THROWS_WITH(record_log(folder / name), contains("is a link"));
  }
  CHECK(content(path) == bytes);
  CHECK_FALSE(std::filesystem::exists(folder / "none"));
}

TEST_CASE("a log that was not begun goes, one that stood there stays") {
  const scratch folder;
  const std::string path = log_of_three(folder);
  {
    record_log log(path);
    log.abandon();
    CHECK(std::filesystem::exists(path));
    log.clear();
    log.abandon();
    CHECK_FALSE(std::filesystem::exists(path));
  }
  record_log made(path);
  made.abandon();
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("what has taken the name of a log meanwhile is not removed") {
  const scratch folder;
  record_log log(folder / "log");
  std::filesystem::remove(folder / "log");
  write(folder / "log", "somebody's");
  log.remove();
  CHECK(content(folder / "log") == "somebody's");
}

TEST_CASE("a log is for one at a time") {
  const scratch folder;
  const std::string path = folder / "log";
  {
    const record_log first(path);
    CHECK_THROWS_WITH(record_log(path), contains("another run"));
  }
  record_log next(path);
  next.remove();
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("many threads append") {
  const scratch folder;
  const std::string path = folder / "log";
  {
    record_log log(path);
    log.clear();
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&log, t] {
        for (int n = 0; n < 50; ++n) log.append(std::to_string(t) + std::string(1'000, 'x'));
      });
  }
  record_log log(path);
  CHECK(records_of(log).size() == 200);
}

TEST_CASE("a log made at once is that of records appended, and read by who may not write") {
  const scratch folder;
  const std::string path = log_of_three(folder);
  write(folder / "made", log_of(three));
  std::ifstream appended(path, std::ios::binary), made(folder / "made", std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator(made), {}) == std::string(std::istreambuf_iterator(appended), {}));
  const record_log locked(path);
  records found;
  read_log(path, "log", [&](std::string&& record) { found.push_back(std::move(record)); });
  CHECK(found == three);
}

TEST_CASE("what a record is said to be does not make room for it") {
  const scratch folder;
  const std::string sound = log_of(std::vector<std::string>{"one", "two"});
  constexpr std::size_t whole_at = 8;  // bytes, of a record
  for (const std::uint64_t said : {std::uint64_t{4}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    std::string changed = sound;
    changed.replace(mark_size + whole_at, sizeof said, reinterpret_cast<const char*>(&said), sizeof said);
    write(folder / "said", changed);
    record_log log(folder / "said");
    CHECK(records_of(log).empty());
  }
}

TEST_CASE("bytes behind a stream within its record are damage") {
  const scratch folder;
  std::string bytes = log_of(std::vector<std::string>{"one", "two"});
  std::uint64_t packed = 0;
  std::memcpy(&packed, bytes.data() + mark_size, sizeof packed);
  const std::uint64_t more = bytes.size() - mark_size - 16;  // the second record is a part of the first
  REQUIRE(more > packed);
  bytes.replace(mark_size, sizeof more, reinterpret_cast<const char*>(&more), sizeof more);
  write(folder / "longer", bytes);
  record_log log(folder / "longer");
  CHECK(records_of(log).empty());
}

TEST_CASE("records that unpack to more than any run packs are not unpacked") {
  const scratch folder;
  const std::vector<std::string> bombs(30, std::string(std::size_t{16} << 20, '\0'));
  write(folder / "bombs", log_of(bombs));
  record_log log(folder / "bombs");
  std::size_t n = 0;
  log.read([&](std::string&&) { ++n; });
  CHECK(n < bombs.size());
  CHECK(n > 10);
}
