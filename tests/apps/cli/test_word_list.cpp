// Options that take words.
#include <array>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "cli/word_list.hpp"

namespace exonweave::apps {
namespace {

using words = std::vector<std::string>;

constexpr std::array<std::string_view, 3> known{"hints", "evm", "paf"};

std::string refused(const std::string& text) {
  try {
    parse_word_list("--also", text, known);
  } catch (const bad_usage& error) {
    return error.problems().front().text();
  }
  return "";
}

TEST_CASE("words are read in the order in which they stand") {
  CHECK(parse_word_list("--also", "paf,hints", known) == words{"paf", "hints"});
  CHECK(parse_word_list("--also", "evm", known) == words{"evm"});
}

TEST_CASE("the first unknown word is named, with those that there are") {
  const std::string message = refused("paf,EVM,bed");
  CHECK(message.find("EVM") != std::string::npos);
  CHECK(message.find("bed") == std::string::npos);
  CHECK(message.find("hints,evm,paf") != std::string::npos);
}

TEST_CASE("an empty word is none of the known ones") {
  CHECK_FALSE(refused("").empty());
  CHECK_FALSE(refused("paf,").empty());
  CHECK_FALSE(refused(",paf").empty());
  CHECK_FALSE(refused("paf,,evm").empty());
}

}  // namespace
}  // namespace exonweave::apps
