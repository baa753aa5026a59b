// Which inputs were written to under a run.
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/files/byte_source.hpp"
#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "cli/input_watch.hpp"
#include "contains.hpp"

namespace fs = std::filesystem;
using namespace exonweave;
using namespace exonweave::apps;
using namespace exonweave::testing;

namespace {

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path) << bytes;
  fs::last_write_time(path, fs::file_time_type::clock::now() + std::chrono::seconds(5));
}

// More than the watch keeps a sum of, each as long as the others.
std::string large(const std::string& first) { return first + std::string(input_watch::small_file, 'A'); }

}  // namespace

TEST_CASE("a file written to in place was changed, at the same size too") {
  const scratch dir;
  std::ofstream(dir / "a") << "ACGT";
  std::ofstream(dir / "b") << "ACGT";
  const input_watch watch({{"--genome", dir / "a"}, {"--targets", dir / "b"}, {"--pairs", ""}});
  CHECK_THROWS_AS(input_watch({{"--hits", dir / "none"}}), missing_input);
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
  std::ofstream(dir / "a") << large("ACGT");
  const input_watch watch({{"--genome", dir / "a"}});
  const input_file known = sum_file("genome", dir / "a");
  put(dir / "a", large("ACGT"));
  CHECK(watch.changes().size() == 1);
  CHECK_THAT(watch.changes().front().got, contains("another time of its last change"));
  CHECK(watch.changes({known}).empty());
  put(dir / "a", large("ACGA"));
  CHECK(watch.changes({known}).size() == 1);
}

TEST_CASE("of a small file the bytes are known") {
  const scratch dir;
  std::ofstream(dir / "a") << "ACGT";
  const input_watch watch({{"--genome", dir / "a"}});
  put(dir / "a", "ACGT");
  CHECK(watch.changes().empty());
  CHECK_FALSE(watch.has_other_bytes({}));
  put(dir / "a", "ACGA");
  CHECK(watch.changes().size() == 1);
  CHECK(watch.has_other_bytes({}));
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
  CHECK_THAT(problems.warnings().front(), contains("another file has taken this name"));
}

TEST_CASE("which of two files of one name was read is said where it is known") {
  const scratch dir;
  std::ofstream(dir / "a") << "ACGT";
  std::ofstream(dir / "b") << "ACGT";
  input_watch watch({{"--genome", dir / "a"}, {"--targets", dir / "b"}});
  watch.all_are_open();
  CHECK_NOTHROW(watch.check_opened());
  fs::rename(dir / "b", dir / "former");
  put(dir / "b", "TTTT");  // before it is opened, perhaps
  watch.all_are_open();
  CHECK_THROWS_WITH(watch.check_opened(), contains("/b: the file was changed while it was read"));
  fs::rename(dir / "a", dir / "kept");
  put(dir / "a", "TTTT");
  report problems;
  watch.check(problems);
  REQUIRE(problems.warnings().size() == 2);
  CHECK_THAT(problems.warnings()[0],
             contains("/a: another file has this name by now: results are those of the former"));
  CHECK_THAT(problems.warnings()[1],
             contains("/b: another file has taken this name: results are those of it or of the former"));
}

TEST_CASE("sums that are taken of a file after it was written to, or of another file, are none") {
  const scratch dir;
  std::ofstream(dir / "a") << "ACGT";
  const input_watch watch({{"--genome", dir / "a"}});
  CHECK_NOTHROW(watch.check_sums());
  put(dir / "a", "TTTT");
  const input_file late = sum_file("genome", dir / "a");
  CHECK(watch.changes({late}).empty());  // as if these were the bytes that were read
  CHECK_THROWS_WITH(watch.check_sums(), contains("/a: the file was changed while it was read"));
  const input_watch again({{"--genome", dir / "a"}});
  fs::rename(dir / "a", dir / "former");
  put(dir / "a", "TTTT");
  CHECK_THROWS_AS(again.check_sums(), bad_data);
}

TEST_CASE("that bytes are others is said where it is known alone") {
  const scratch dir;
  std::ofstream(dir / "a") << large("ACGT");
  const input_watch watch({{"--genome", dir / "a"}});
  const std::vector<input_file> sums{sum_file("genome", dir / "a")};
  CHECK_FALSE(watch.has_other_bytes(sums));
  put(dir / "a", large("ACGT"));
  CHECK_FALSE(watch.has_other_bytes(sums));
  CHECK_FALSE(watch.has_other_bytes({}));
  put(dir / "a", large("ACGA"));
  CHECK(watch.has_other_bytes(sums));
  CHECK_FALSE(watch.has_other_bytes({}));
  std::ofstream(dir / "a", std::ios::app) << "A";
  CHECK(watch.has_other_bytes({}));
}

TEST_CASE("a time is no change of a file that looks after itself, a length and what it finds are") {
  const scratch dir;
  std::ofstream(dir / "a") << large("ACGT");
  input_watch watch({{"--database", dir / "a"}});
  bool is_sound = true;
  watch.trust(dir / "a", [&is_sound] {
    if (!is_sound) throw io_failure({.where = {"a"}, .what = "other bytes"});
  });
  put(dir / "a", large("ACGT"));
  CHECK(watch.changes().empty());
  CHECK_FALSE(watch.has_other_bytes({}));
  std::ofstream(dir / "a", std::ios::app) << "A";
  CHECK(watch.changes().size() == 1);
  CHECK(watch.has_other_bytes({}));
  is_sound = false;
  report problems;
  CHECK_THROWS_AS(watch.check(problems), io_failure);
  CHECK(watch.has_other_bytes({}));
}
