// What the system refuses is the user's, with its path; bugs are what is left.
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "cli/failures.hpp"

using namespace exonweave::apps;

namespace {

template <class Error>
int code_of(const Error& error) {
  try {
    throw error;
  } catch (...) {
    return explain_current_exception();
  }
}

int code_of_path(int number) {
  return code_of(std::filesystem::filesystem_error("cannot look at it", "some/path",
                                                   std::error_code(number, std::system_category())));
}

}  // namespace

TEST_CASE("what the file system refuses is 66, 73 or 74, and never a bug") {
  for (const int number : {ENOENT, EACCES, EPERM, ENOTDIR, ELOOP, ENAMETOOLONG}) CHECK(code_of_path(number) == 66);
  for (const int number : {EROFS, EEXIST}) CHECK(code_of_path(number) == 73);
  for (const int number : {EIO, ENOSPC, ESTALE, EMFILE, EDQUOT}) CHECK(code_of_path(number) == 74);
}

TEST_CASE("what the system refuses is 74, but for calls that are wrong") {
  const auto code = [](int number) { return code_of(std::system_error(number, std::system_category())); };
  CHECK(code(EAGAIN) == 74);
  CHECK(code(ENOSPC) == 74);
  CHECK(code(EDEADLK) == 70);
  CHECK(code_of(std::logic_error("ours")) == 70);
}
