// Folders of outputs.
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/files/report.hpp"
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "cli/output_folder.hpp"

namespace exonweave::apps {
namespace {

namespace fs = std::filesystem;

// A path at which nothing is, below the folder of a temporary file.
std::string free_path(const testing::temporary_file& file) { return file.path() + ".folder"; }

TEST_CASE("a folder that was made goes again while it is empty") {
  const testing::temporary_file near("");
  const std::string path = free_path(near);
  std::optional<output_folder> folder(path);
  CHECK(fs::is_directory(path));
  folder.reset();
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a folder with a file in it stays") {
  const testing::temporary_file near("");
  const std::string path = free_path(near);
  std::optional<output_folder> folder(path);
  std::ofstream(path + "/genes.gff3") << "x";
  folder.reset();
  CHECK(fs::exists(path + "/genes.gff3"));
  fs::remove_all(path);
}

TEST_CASE("a folder that was there stays, empty or not") {
  const testing::temporary_file near("");
  const std::string path = free_path(near);
  fs::create_directory(path);
  std::optional<output_folder> folder(path);
  folder.reset();
  CHECK(fs::is_directory(path));
  fs::remove(path);
}

TEST_CASE("a folder is one run's until that ends, and no lock stays") {
  const testing::temporary_file near("");
  const std::string path = free_path(near);
  fs::create_directory(path);
  std::optional<output_folder> first(path);
  CHECK_THROWS_AS(output_folder(path), cannot_create);
  CHECK_THROWS_WITH(output_folder(path), path +
                                             ": another run writes into this folder. Hint: wait for its end, or name "
                                             "another folder");
  first.reset();
  CHECK(fs::is_empty(path));
  first.emplace(path);
  first.reset();
  fs::remove(path);
}

TEST_CASE("of a link to nothing what it names is made, and goes again while it is empty") {
  const testing::temporary_file near("");
  const std::string path = free_path(near), target = path + ".target";
  fs::create_symlink(target, path);
  std::optional<output_folder> folder(path);
  CHECK(fs::is_directory(target));
  folder.reset();
  CHECK_FALSE(fs::exists(target));
  CHECK(fs::is_symlink(path));
  fs::remove(path);
}

TEST_CASE("folders above it are made too") {
  const testing::temporary_file near("");
  const std::string path = free_path(near);
  make_folder(path + "/a/b");
  make_folder(path + "/a/b");
  CHECK(fs::is_directory(path + "/a/b"));
  fs::remove_all(path);
}

TEST_CASE("a file in its way is named") {
  const testing::temporary_file file("text");
  for (const std::string& path : {file.path(), file.path() + "/below"}) {
    try {
      make_folder(path);
      FAIL("the folder was made");
    } catch (const cannot_create& error) {
      CHECK(error.problems().front().where.file == path);
    }
  }
}

}  // namespace
}  // namespace exonweave::apps
