// Which introns there are by the bases at their ends, and what the rarer ones cost.
#include "catch.hpp"
#include "exons/sites/site_scorer.hpp"

using namespace exonweave;

namespace {

site_scoring allowed(intron_kinds kinds, site_scoring sites = {}) {
  allow_introns(kinds, sites);
  return sites;
}

}  // namespace

TEST_CASE("kinds of introns cost what their rarity says, and others are forbidden") {
  CHECK(allowed(intron_kinds::canonical) == site_scoring{});
  CHECK(allowed(intron_kinds::u12).at_ac == written_score(23));
  CHECK_FALSE(allowed(intron_kinds::u12).noncanonical);
  CHECK(allowed(intron_kinds::any).at_ac == written_score(23));
  CHECK(allowed(intron_kinds::any).noncanonical == written_score(36));
}

TEST_CASE("costs that the scoring has of such introns stay") {
  site_scoring given;
  given.at_ac = 7;
  given.noncanonical = 9;
  for (const intron_kinds kinds : {intron_kinds::canonical, intron_kinds::u12, intron_kinds::any})
    CHECK(allowed(kinds, given) == given);
}

TEST_CASE("ORF exons have other ends only where any are asked for, whatever the scoring says") {
  site_scoring given;
  given.at_ac = 7;
  given.noncanonical = 9;
  CHECK(sites_of_blocks(given, intron_kinds::any) == given);
  for (const intron_kinds kinds : {intron_kinds::canonical, intron_kinds::u12}) {
    CHECK_FALSE(sites_of_blocks(given, kinds).noncanonical);
    CHECK(sites_of_blocks(given, kinds).at_ac == written_score(7));
  }
}
