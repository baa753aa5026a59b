// Copies of a gene in one region.
#include <vector>

#include "catch.hpp"
#include "exons/loci/locus_cases.hpp"

using namespace exonweave;

TEST_CASE("where one locus is wanted copies in its region are left out, exons of one gene are not") {
  const auto chain = [](std::int64_t start, std::int64_t end, double score) {
    found_chain made;
    made.on_target = {start, end};
    made.score = score;
    return made;
  };
  found_locus locus;
  locus.best = chain(0, 100, 200);
  locus.others = {chain(0, 90, 180), chain(40, 100, 150), chain(90, 300, 190), chain(0, 100, 139)};
  std::vector<found_locus> loci{locus, {}};
  count_copies(loci, 0.7);
  CHECK(loci[0].cuts.n_loci == 2);
  CHECK(loci[1].cuts.n_loci == 0);
}
