#include <string>

#include "catch.hpp"
#include "exons/sequences/masking.hpp"

namespace exonweave::testing {
namespace {

const std::string diverse = "MKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHRFKDLGEENFKALVLIAFAQYLQQCPFEDHVKLVNEVTEFAKTCVAD";

}  // namespace

TEST_CASE("a protein of all kinds of residues has no part of low complexity") {
  REQUIRE(low_complexity(diverse).empty());
  REQUIRE(low_complexity("").empty());
  REQUIRE(low_complexity("QQQQQQQQQQQ").empty());  // less than a window
}

TEST_CASE("a run of one residue is a part of low complexity, without what is around it") {
  const std::string residues = diverse + std::string(30, 'Q') + diverse;
  const auto found = low_complexity(residues);
  REQUIRE(found.size() == 1);
  const auto start = static_cast<std::int64_t>(diverse.size());
  REQUIRE(found[0].contains({start, start + 30}));
  REQUIRE(found[0].length() <= 34);
}

TEST_CASE("parts of low complexity are found apart, also at both ends") {
  const std::string residues = std::string(15, 'S') + diverse + "GSGSGSGSSGGSGSGGSSGS" + diverse + std::string(12, 'E');
  const auto found = low_complexity(residues);
  REQUIRE(found.size() == 3);
  REQUIRE(found[0].start == 0);
  REQUIRE(found[1].overlaps({95, 115}));
  REQUIRE(found[2].end == static_cast<std::int64_t>(residues.size()));
  for (std::size_t k = 1; k < found.size(); ++k) REQUIRE(found[k - 1].end <= found[k].start);
}

TEST_CASE("all of a protein of few kinds of residues is of low complexity") {
  std::string residues;
  for (int k = 0; k < 100; ++k) residues += "STPSTTSSP";
  const auto found = low_complexity(residues);
  std::int64_t n = 0;
  for (const interval& each : found) n += each.length();
  REQUIRE(100 * n >= 95 * static_cast<std::int64_t>(residues.size()));
}

TEST_CASE("fewer bits leave more of a protein") {
  const std::string residues = diverse + "AAKAAEAKAAEAAKAE" + diverse;
  REQUIRE(!low_complexity(residues).empty());
  REQUIRE(low_complexity(residues, {.begins_with = 0.5, .goes_on_with = 0.6}).empty());
}

}  // namespace exonweave::testing
