// What is held for later comes back as it was, from memory or from disk.
#include "base/files/file_system.hpp"
#include "catch.hpp"

using namespace exonweave;

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
