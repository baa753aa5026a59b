// How targets lie in the halves of a device's words.
#include "catch.hpp"
#include "gpu/sweep/bound_range.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using namespace exonweave::gpu;

namespace {

const spliced::substitution_matrix& blosum() {
  static const spliced::substitution_matrix matrix = *spliced::named_protein_matrix("BLOSUM62");
  return matrix;
}

std::optional<bound_range> range_of(std::size_t length, const strand_weights& weights = {200, 150}) {
  const std::vector<spliced::residue_code> target(length, spliced::amino_code('W'));  // 11 each
  return range_for(target, {&blosum(), {22, 2}, {24, 0}}, weights, 1024);
}

}  // namespace

TEST_CASE("a target takes the columns of a lane that leave the fewest without a residue") {
  CHECK(columns_of_lane(200) == 4);
  CHECK(columns_of_lane(300) == 5);
  CHECK(columns_of_lane(500) == 8);
  CHECK(n_tiles(511, 8) == 1);
  CHECK(n_tiles(512, 8) == 2);  // column 0 stands for no residue
  CHECK(n_tiles(255, 4) == 1);
}

TEST_CASE("16 bits hold what chains are worth, and what lies between them and nothing") {
  const auto range = range_of(1000);
  REQUIRE(range);
  CHECK(range->floor > 2 * (1000 + 1024));
  CHECK(range->base >= range->floor + 4096);
  CHECK(range->base + 11 * 1000 + 200 + 2 * (1000 + 1024) < 65'536);
}

TEST_CASE("a target that 16 bits do not hold has no range") {
  CHECK(range_of(2500));
  CHECK_FALSE(range_of(5000));
  CHECK_FALSE(range_of(1000, {45'000, 150}));
}

TEST_CASE("devices compute where a gap costs no less than unaligned residues") {
  CHECK(can_bound({&blosum(), {22, 2}, {24, 0}}));
  CHECK(can_bound({&blosum(), {22, 2}, {24, 2}}));
  CHECK_FALSE(can_bound({&blosum(), {22, 2}, {24, 3}}));
  CHECK_FALSE(can_bound({&blosum(), {1000, 2}, {24, 0}}));
}
