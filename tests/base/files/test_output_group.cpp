// Outputs that appear together: in which order, and what is said where one of them cannot.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/files/file_system.hpp"
#include "base/files/output_group.hpp"
#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "contains.hpp"

namespace fs = std::filesystem;
using namespace exonweave;
using namespace exonweave::testing;

namespace {

std::function<void(const struct ::stat&)> on_sync;  // sees each file and folder before it is synced; may be empty
bool are_folders_broken = false;                    // to sync one is an error of the disk

}  // namespace

// In place of that of the C library, for the whole test program: nobody can slow a disk down or break it, but see what
// is done meanwhile.
extern "C" int fsync(int descriptor) {
  struct ::stat found {};
  const bool is_found = ::fstat(descriptor, &found) == 0;
  if (on_sync && is_found) on_sync(found);
  if (are_folders_broken && is_found && S_ISDIR(found.st_mode)) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

namespace {

const std::string text = "s\tx\tgene\t5\t9\t.\t+\t.\tID=1\n";

void put(const std::string& path, const std::string& bytes) { std::ofstream(path) << bytes; }

std::string failure_of(output_group& group) {
  try {
    group.commit();
  } catch (const io_failure& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("outputs of a group appear together, indexes too") {
  const scratch dir;
  indexed_output rows(dir / "x.gff3.gz", row_columns::gff3);
  output_file table(dir / "t.tsv");
  rows.write(text);
  table.write("one\n");
  output_group group;
  group.add(table);
  group.add(rows);
  CHECK_FALSE(fs::exists(dir / "t.tsv"));
  group.commit();
  auto names = dir.names();
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"t.tsv", "x.gff3.gz", "x.gff3.gz.tbi"});
}

TEST_CASE("an output that is seen to be in the way changes none") {
  const scratch dir;
  put(dir / "a", "old");
  output_file first(dir / "a"), second(dir / "b");
  first.write("new");
  fs::create_directory(dir / "b");
  output_group group;
  group.add(first);
  group.add(second);
  CHECK_THAT(failure_of(group),
             contains("b: cannot rename the finished output: Is a directory; all outputs are as before"));
  CHECK(content(dir / "a") == "old");
}

TEST_CASE("a temporary that somebody has removed changes none") {
  const scratch dir;
  output_file first(dir / "a"), second(dir / "b");
  fs::remove(second.temporary());
  output_group group;
  group.add(first);
  group.add(second);
  CHECK_THAT(failure_of(group), contains("b: cannot rename") && contains("all outputs are as before"));
  CHECK_FALSE(fs::exists(dir / "a"));
}

// The first rename replaces the link over which the folder of the second is reached: nobody can see that beforehand.
TEST_CASE("where a later rename fails it is said which outputs are new, which as before, and which index is gone") {
  const scratch dir;
  put(dir / "x.gff3.gz", "old");
  put(dir / "x.gff3.gz.tbi", "old index");
  fs::create_directory(dir / "way");
  output_file second(dir / "way/b"), third(dir / "c");
  fs::rename(dir / "way", dir / "moved");
  output_file first(dir / "way");
  indexed_output rows(dir / "x.gff3.gz", row_columns::gff3);
  rows.write(text);
  fs::create_directory_symlink("moved", dir / "way");
  output_group group;
  group.add(first);
  group.add(second);
  group.add(third);
  group.add(rows);
  const std::string said = failure_of(group);
  CHECK_THAT(said, contains("way/b: cannot rename the finished output: Not a directory"));
  CHECK_THAT(said, contains("; new: " + (dir / "way") + "; as before: " + (dir / "way/b") + ", " + (dir / "c") + ", " +
                            (dir / "x.gff3.gz") + ", " + (dir / "x.gff3.gz.tbi")));
  CHECK_THAT(said, contains("; removed: " + (dir / "x.gff3.gz.tbi")));
  CHECK_FALSE(fs::exists(dir / "x.gff3.gz.tbi"));  // that of the file before
  CHECK_FALSE(fs::exists(dir / "c"));
}

// A folder in the place of an index cannot be unlinked.
TEST_CASE("where an index before cannot be removed it is said which ones are gone already") {
  const scratch dir;
  indexed_output first(dir / "a.gff3.gz", row_columns::gff3), second(dir / "b.gff3.gz", row_columns::gff3);
  put(dir / "a.gff3.gz.tbi", "old index");
  fs::create_directory(dir / "b.gff3.gz.csi");
  output_group group;
  group.add(first);
  group.add(second);
  const std::string said = failure_of(group);
  CHECK_THAT(said, contains("b.gff3.gz.csi: cannot remove the file of an earlier run: "));
  CHECK_THAT(said, contains("; as before: " + (dir / "a.gff3.gz")));
  CHECK_THAT(said, contains("; removed: " + (dir / "a.gff3.gz.tbi")));
  CHECK_THAT(said, !contains("all outputs are as before"));
  CHECK_FALSE(fs::exists(dir / "a.gff3.gz.tbi"));
  CHECK_FALSE(fs::exists(dir / "a.gff3.gz"));
}

TEST_CASE("files of an earlier run go before the first output appears") {
  const scratch dir;
  put(dir / "old", "old");
  put(dir / "other", "other");
  fs::create_directory(dir / "moved");
  fs::create_directory_symlink("moved", dir / "way");
  output_file out(dir / "way/out");
  fs::remove(dir / "way");
  fs::create_directory_symlink("none", dir / "way");  // the rename will fail
  output_group group;
  group.add(out);
  group.supersede({dir / "old", dir / "none"});
  CHECK_THAT(failure_of(group), contains("way/out: cannot rename"));
  CHECK(fs::exists(dir / "old"));  // that was seen beforehand
  fs::remove(dir / "way");
  fs::create_directory_symlink("moved", dir / "way");
  CHECK(failure_of(group) == "none");
  CHECK_FALSE(fs::exists(dir / "old"));
  CHECK(fs::exists(dir / "other"));
  CHECK(fs::exists(dir / "moved/out"));
}

TEST_CASE("outputs that are complete are read before they appear, and completed once") {
  const scratch dir;
  indexed_output rows(dir / "x.gff3.gz", row_columns::gff3);
  output_file table(dir / "t.tsv");
  rows.write(text);
  table.write("one\n");
  output_group group;
  group.add(table);
  group.add(rows);
  group.finish();
  CHECK(content(table.temporary()) == "one\n");
  CHECK(fs::file_size(rows.index()->temporary()) > 0);
  CHECK_FALSE(fs::exists(dir / "t.tsv"));
  group.commit();
  CHECK(content(dir / "t.tsv") == "one\n");
  CHECK(dir.names().size() == 3);
}

TEST_CASE("a folder that is not written to the disk is told, and what became of the outputs") {
  const scratch dir;
  put(dir / "x.gff3.gz.tbi", "old index");
  output_file table(dir / "t.tsv");
  indexed_output rows(dir / "x.gff3.gz", row_columns::gff3);
  rows.write(text);
  output_group both, one;
  both.add(table);
  both.add(rows);
  output_file other(dir / "other");
  one.add(other);
  are_folders_broken = true;
  const std::string before = failure_of(both), after = failure_of(one);
  are_folders_broken = false;
  CHECK_THAT(before, contains(": cannot write the folder: Input/output error; as before: " + (dir / "t.tsv")));
  CHECK_THAT(before, contains("; removed: " + (dir / "x.gff3.gz.tbi")));
  CHECK_FALSE(fs::exists(dir / "t.tsv"));
  CHECK_THAT(after, contains(": cannot write the folder: Input/output error; new: " + (dir / "other")));
  CHECK(fs::exists(dir / "other"));
}

TEST_CASE("while a run puts its outputs into a folder another one waits") {
  const scratch dir;
  output_file first(dir / "a"), second(dir / "b");
  output_group group;
  group.add(first);
  group.add(second);
  auto locked = std::make_optional<locked_folders>(std::vector<std::string>{dir / "a", "", dir / "b"});
  std::jthread other([&] { group.commit(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(dir.names().size() == 2);  // temporaries
  CHECK_FALSE(fs::exists(dir / "a"));
  locked.reset();
  other.join();
  CHECK(fs::exists(dir / "a"));
  CHECK(fs::exists(dir / "b"));
}

TEST_CASE("while the disk takes up its folders a run holds neither their locks nor signals") {
  const scratch dir;
  output_file first(dir / "a"), second(dir / "b");
  output_group group;
  group.add(first);
  group.add(second);
  int n_folders = 0;
  bool is_free = false, takes_signals = false, are_there = false;
  on_sync = [&](const struct ::stat& found) {
    if (!S_ISDIR(found.st_mode)) return;
    ++n_folders;
    const auto begin = std::chrono::steady_clock::now();
    const locked_folders tried({dir / "c"}, std::chrono::seconds(10));
    is_free = std::chrono::steady_clock::now() - begin < std::chrono::seconds(5);
    sigset_t held;
    takes_signals = ::pthread_sigmask(SIG_BLOCK, nullptr, &held) == 0 && ::sigismember(&held, SIGTERM) == 0;
    are_there = fs::exists(dir / "a") && fs::exists(dir / "b");
  };
  group.commit();
  on_sync = nullptr;
  CHECK(n_folders == 1);
  CHECK(is_free);
  CHECK(takes_signals);
  CHECK(are_there);
}

// Such as flock(1), by which the run was started perhaps.
TEST_CASE("a lock that somebody keeps is waited for, but not for ever") {
  const scratch dir;
  const locked_folders kept({dir / "a"});
  const auto begin = std::chrono::steady_clock::now();
  const locked_folders tried({dir / "b"}, std::chrono::milliseconds(20));
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(20));
}

TEST_CASE("of two runs with the same outputs those of one are there at the end") {
  const scratch dir;
  constexpr int n_runs = 10, n_outputs = 4;
  const auto runs_of = [&](const std::string& bytes) {
    for (int n = 0; n < n_runs; ++n) {
      std::vector<output_file> files;
      output_group group;
      for (int k = 0; k < n_outputs; ++k) files.emplace_back(dir / std::to_string(k)).write(bytes);
      for (output_file& file : files) group.add(file);
      group.commit();
    }
  };
  for (int round = 0; round < 3; ++round) {
    {
      std::jthread one([&] { runs_of("one"); }), two([&] { runs_of("two"); });
    }
    const std::string last = content(dir / "0");
    for (int k = 1; k < n_outputs; ++k) CHECK(content(dir / std::to_string(k)) == last);
  }
}

TEST_CASE("names and folders that no file can have are refused when the output is made") {
  const scratch dir;
  put(dir / "file", "");
  fs::create_symlink("loop", dir / "loop");
  const auto refusal_of = [](const std::string& path) -> std::string {
    try {
      output_file out(path);
    } catch (const cannot_create& error) {
      return error.what();
    }
    return "none";
  };
  CHECK_THAT(refusal_of(dir / std::string(256, 'n')), contains("nnn: cannot create the output: File name too long"));
  CHECK_THAT(refusal_of(dir / "file/out"), contains("Not a directory"));
  CHECK_THAT(refusal_of(dir / "loop"), contains("Too many levels of symbolic links"));
  CHECK_THAT(refusal_of(dir / "loop/out"), contains("Too many levels of symbolic links"));
  const std::string longest = dir / (std::string(252, 'n') + ".gz");
  CHECK_NOTHROW(output_file(longest));
  CHECK_THROWS_WITH(indexed_output(longest, row_columns::gff3),
                    contains(".gz.tbi: cannot create the output: File name too long"));
  fs::remove(dir / "loop");
  CHECK(dir.names() == std::vector<std::string>{"file"});
}
