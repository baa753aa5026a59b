// Which build runs, by what the linker noted of it.
#include <algorithm>
#include <cctype>

#include "catch.hpp"
#include "cli/build_id.hpp"

using exonweave::apps::build_id;

TEST_CASE("a program that was linked with a build ID tells it, the same each time") {
  const std::string id = build_id();
  CHECK(id == build_id());
  CHECK(id.size() % 2 == 0);
  CHECK(std::ranges::all_of(id, [](unsigned char c) { return std::isxdigit(c) != 0; }));
}
