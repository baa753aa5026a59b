// A file that one process at a time has.
#include <filesystem>
#include <optional>

#include "base/files/file_system.hpp"
#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "contains.hpp"

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
