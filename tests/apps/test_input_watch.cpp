// Which inputs were written to under a run.
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "contains.hpp"
#include "exons/io/file_checksum.hpp"
#include "exons/io/scratch.hpp"
#include "input_watch.hpp"

namespace fs = std::filesystem;
using namespace exonweave;
using namespace exonweave::apps;
using namespace exonweave::testing;

namespace {

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path) << bytes;
  fs::last_write_time(path, fs::file_time_type::clock::now() + std::chrono::seconds(5));
}

}  // namespace

TEST_CASE("a file written to in place was changed, at the same size too") {
  const scratch dir;
  std::ofstream(dir / "a") << "ACGT";
  std::ofstream(dir / "b") << "ACGT";
  const input_watch watch(
      {{"--genome", dir / "a"}, {"--targets", dir / "b"}, {"--pairs", ""}, {"--hits", dir / "none"}});
  report problems;
  CHECK_NOTHROW(watch.check(problems));
  put(dir / "a", "TTTT");
  REQUIRE(watch.changes().size() == 1);
  CHECK_THROWS_WITH(watch.check(problems), contains("/a: the file was changed while it was read"));
  CHECK_THROWS_AS(watch.check(problems), bad_data);
  std::ofstream(dir / "b", std::ios::app) << "A";
  CHECK(watch.changes().size() == 2);
}

TEST_CASE("a new time alone is no change where the bytes are known") {
  const scratch dir;
  std::ofstream(dir / "a") << "ACGT";
  const input_watch watch({{"--genome", dir / "a"}});
  const input_file known = sum_file("genome", dir / "a");
  put(dir / "a", "ACGT");
  CHECK(watch.changes().size() == 1);
  CHECK(watch.changes({known}).empty());
  put(dir / "a", "ACGA");
  CHECK(watch.changes({known}).size() == 1);
}

TEST_CASE("a file that is gone is no change, and of one in its place a warning tells") {
  const scratch dir;
  std::ofstream(dir / "a") << "ACGT";
  const input_watch watch({{"--genome", dir / "a"}});
  report problems;
  fs::rename(dir / "a", dir / "kept");
  watch.check(problems);
  CHECK(problems.warnings().empty());
  put(dir / "a", "other");
  watch.check(problems);
  REQUIRE(problems.warnings().size() == 1);
  CHECK_THAT(problems.warnings().front(), contains("another file has this name by now"));
}
