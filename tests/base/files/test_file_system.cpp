// A file that one process at a time has.
#include <unistd.h>

#include <catch.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/files/environment.hpp"
#include "base/files/file_system.hpp"
#include "base/files/report.hpp"
#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "contains.hpp"

using namespace exonweave::testing;
using namespace exonweave;

namespace fs = std::filesystem;
using namespace exonweave;
using namespace exonweave::testing;

TEST_CASE("a locked file is made where it is not there, and is one's until it is left") {
  const scratch dir;
  std::optional<locked_file> first(dir / "lock");
  CHECK(first->is_made());
  CHECK_THROWS_AS(locked_file(dir / "lock"), taken_file);
  first.reset();
  CHECK(fs::exists(dir / "lock"));
  locked_file next(dir / "lock");
  CHECK_FALSE(next.is_made());
  next.remove();
  CHECK_FALSE(fs::exists(dir / "lock"));
  CHECK(locked_file(dir / "lock").is_made());  // another file of this name
}

TEST_CASE("what has taken the name of a locked file stays") {
  const scratch dir;
  locked_file first(dir / "lock");
  fs::remove(dir / "lock");
  const locked_file second(dir / "lock");
  first.remove();
  CHECK(fs::exists(dir / "lock"));
}

TEST_CASE("where no file can be made that is told") {
  const scratch dir;
  fs::create_symlink("none", dir / "link");
  CHECK_THROWS_WITH(locked_file(dir / "link"), contains("is a link, which is not followed"));
  CHECK_THROWS_WITH(locked_file(dir / "none/lock"), contains("create its directory first"));
  CHECK_THROWS_AS(locked_file(dir / ""), cannot_create);
}

// What is appended to a file without a name can be read again, in any order and any part.

TEST_CASE("any part of an unnamed file can be read, and more appended") {
  unnamed_file file("genome.fa");
  CHECK(file.size() == 0);
  CHECK(file.read(0, 0).empty());
  std::string expected;
  for (int i = 0; i < 3; ++i) {
    const std::string text(300'000, static_cast<char>('a' + i));
    file.append(text);
    file.append("|");
    expected += text + "|";
    CHECK(file.size() == static_cast<std::int64_t>(expected.size()));
    CHECK(file.read(0, file.size()) == expected);
    CHECK(file.read(file.size() - 3, file.size()) == expected.substr(expected.size() - 3));
    CHECK(file.read(1, 4) == "aaa");
  }
}

TEST_CASE("an unnamed file keeps its bytes when it is moved and when it is handed on") {
  unnamed_file first("genome.fa");
  first.append("ACGT");
  unnamed_file second(std::move(first));
  second.append("NN");
  CHECK(second.read(2, 6) == "GTNN");
  first = std::move(second);
  const int descriptor = first.release();
  std::string bytes(10, '\0');
  bytes.resize(static_cast<std::size_t>(::read(descriptor, bytes.data(), bytes.size())));
  ::close(descriptor);
  CHECK(bytes == "ACGTNN");
}

TEST_CASE("a folder for temporary files that is not there is told") {
  const environment_variable folder("TMPDIR", "/nonexistent");
  CHECK_THROWS_WITH(unnamed_file("genome.fa"),
                    contains("/nonexistent/exonweave_") && contains("cannot create a temporary file"));
}

// What is held for later comes back as it was, from memory or from disk.

TEST_CASE("text is read back from anywhere, whether it is in memory or was too much for it") {
  text_spool spool("rows");
  CHECK(spool.size() == 0);
  spool.append("first");
  spool.append("");
  spool.append("second");
  CHECK(spool.read(0, 5) == "first");
  CHECK(spool.read(5, 11) == "second");
  CHECK(spool.read(3, 3).empty());
  const std::string much(static_cast<std::size_t>(text_spool::max_in_memory), 'x');
  spool.append(much);
  spool.append("third");
  CHECK(spool.size() == 16 + text_spool::max_in_memory);
  CHECK(spool.read(3, 13) == "stsecondxx");
  CHECK(spool.read(spool.size() - 6, spool.size()) == "xthird");
}
