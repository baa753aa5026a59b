// Outputs appear whole or not at all, with the permissions and errors that a plain open would give.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "contains.hpp"

namespace fs = std::filesystem;
using namespace exonweave;
using namespace exonweave::testing;

namespace {

mode_t mode(const std::string& path) {
  struct stat found {};
  REQUIRE(::stat(path.c_str(), &found) == 0);
  return found.st_mode & 07777;
}

void write_text(const std::string& path, const std::string& text) {
  output_file out(path);
  out.write(text);
  out.commit();
}

}  // namespace

TEST_CASE("an output appears only when it is committed") {
  const scratch dir;
  output_file out(dir / "models.gff3");
  out.write("##gff-version 3\n");
  CHECK_FALSE(fs::exists(dir / "models.gff3"));
  REQUIRE(dir.names().size() == 1);
  CHECK_THAT(dir.names()[0], Catch::Matchers::StartsWith(".models.gff3.exonweave-"));
  out.commit();
  CHECK(dir.names() == std::vector<std::string>{"models.gff3"});
  CHECK(content(dir / "models.gff3") == "##gff-version 3\n");
}

TEST_CASE("an output that is not committed leaves nothing and changes nothing") {
  const scratch dir;
  write_text(dir / "old", "before");
  {
    output_file replacing(dir / "old");
    output_file making(dir / "new");
    replacing.write(std::string(1000000, 'x'));
    making.write("after");
  }
  CHECK(dir.names() == std::vector<std::string>{"old"});
  CHECK(content(dir / "old") == "before");
}

TEST_CASE("a text longer than the buffer arrives whole") {
  const scratch dir;
  std::string expected;
  output_file out(dir / "long");
  for (int i = 0; i < 200000; ++i) {
    const std::string line = "line " + std::to_string(i) + "\n";
    expected += line;
    out.write(line);
  }
  out.commit();
  CHECK(content(dir / "long") == expected);
}

TEST_CASE("a new output has the permissions of the umask and a replaced one keeps its own") {
  const scratch dir;
  const mode_t before = ::umask(0027);
  write_text(dir / "new", "");
  ::umask(before);
  CHECK(mode(dir / "new") == 0640);
  fs::permissions(dir / "new", fs::perms::owner_read | fs::perms::owner_write);
  write_text(dir / "new", "again");
  CHECK(mode(dir / "new") == 0600);
}

TEST_CASE("a link stays a link and its target is replaced") {
  const scratch dir;
  write_text(dir / "target", "before");
  fs::create_symlink("target", dir / "link");
  write_text(dir / "link", "after");
  CHECK(fs::is_symlink(dir / "link"));
  CHECK(content(dir / "target") == "after");
}

TEST_CASE("a link to nothing makes what it names") {
  const scratch dir;
  fs::create_symlink("target", dir / "link");
  write_text(dir / "link", "made");
  CHECK(fs::is_symlink(dir / "link"));
  CHECK(content(dir / "target") == "made");
}

TEST_CASE("a name as long as a name can be is written") {
  const scratch dir;
  const std::string name(255, 'n');
  write_text(dir / name, "text");
  CHECK(content(dir / name) == "text");
}

TEST_CASE("a missing directory is told before anything is computed") {
  const scratch dir;
  CHECK_THROWS_AS(output_file(dir / "none/models.gff3"), cannot_create);
  CHECK_THROWS_WITH(output_file(dir / "none/models.gff3"), contains("No such file or directory"));
}

TEST_CASE("a directory as the output is refused") {
  const scratch dir;
  CHECK_THROWS_AS(output_file(dir / ""), cannot_create);
}

TEST_CASE("a full device is noticed at the latest when committing") {
  output_file out("/dev/full");
  out.write("lost");
  CHECK_THROWS_AS(out.commit(), io_failure);
}

TEST_CASE("a full device is noticed while writing more than the buffer") {
  output_file out("/dev/full");
  CHECK_THROWS_WITH(out.write(std::string(1 << 20, 'x')), contains("No space left on device"));
}

TEST_CASE("a named pipe is written directly") {
  const scratch dir;
  const std::string pipe = dir / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  write_text(pipe, "through");
  std::string received(16, '\0');
  const ssize_t n_read = ::read(reader, received.data(), received.size());
  ::close(reader);
  REQUIRE(n_read > 0);
  CHECK(received.substr(0, static_cast<std::size_t>(n_read)) == "through");
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("of two outputs with one name the last committed wins whole") {
  const scratch dir;
  output_file first(dir / "models.gff3");
  output_file second(dir / "models.gff3");
  first.write(std::string(300000, '1'));
  second.write(std::string(300000, '2'));
  second.commit();
  first.commit();
  CHECK(content(dir / "models.gff3") == std::string(300000, '1'));
  CHECK(dir.names().size() == 1);
}

TEST_CASE("removing temporaries takes all living outputs and none that is committed") {
  const scratch dir;
  write_text(dir / "done", "kept");
  output_file moved_from(dir / "a");
  const output_file moved_to = std::move(moved_from);
  const output_file other(dir / "b");
  REQUIRE(dir.names().size() == 3);
  remove_temporaries();
  CHECK(dir.names() == std::vector<std::string>{"done"});
}

TEST_CASE("the table of temporaries is bounded and its places are used again") {
  const scratch dir;
  for (int round = 0; round < 2; ++round) {
    std::vector<output_file> open;
    for (int i = 0; i < 64; ++i) open.emplace_back(dir / std::to_string(i));
    CHECK_THROWS_AS(output_file(dir / "65"), cannot_create);
  }
  CHECK(dir.names().empty());
}

TEST_CASE("standard output is written and stays open") {
  const scratch dir;
  const std::string captured = dir / "captured";
  std::cout.flush();  // or the child has its copy to write
  const pid_t child = ::fork();
  if (child == 0) {
    const int file = ::open(captured.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDOUT_FILENO);
    write_text("-", "one\n");
    write_text("", "two\n");
    write_text("/dev/stdout", "three\n");
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(content(captured) == "one\ntwo\nthree\n");
}

TEST_CASE("the front of a file can be written at last") {
  const scratch dir;
  {
    output_file out(dir / "file");
    out.write("....behind");
    out.replace_front("head");
    out.write(", and more");
    out.commit();
  }
  CHECK(content(dir / "file") == "headbehind, and more");
  output_file packed(dir / "file.gz");
  CHECK_THROWS_AS(packed.replace_front(""), io_failure);
  output_file direct("/dev/null");
  CHECK_THROWS_AS(direct.replace_front("head"), io_failure);
}
