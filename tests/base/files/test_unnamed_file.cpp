// What is appended to a file without a name can be read again, in any order and any part.
#include <unistd.h>

#include <catch.hpp>
#include <string>
#include <utility>

#include "base/files/environment.hpp"
#include "base/files/file_system.hpp"
#include "base/files/report.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::testing;

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
