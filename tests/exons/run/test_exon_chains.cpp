// Chains of exons: their lengths, and where an index looks for those that share bases.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/exon_chains.hpp"

using namespace exonweave;
using exonweave::testing::exon;

namespace {
using numbers = std::vector<std::size_t>;
constexpr auto forward = strand::forward, reverse = strand::reverse;
}  // namespace

TEST_CASE("chains have the length of their exons, and share what both have") {
  const exon_chain chain{{0, 10}, {20, 30}, {40, 45}};
  CHECK(length_of(chain) == 25);
  CHECK(shared_length(chain, chain) == 25);
  CHECK(shared_length(chain, {{8, 22}, {29, 50}}) == 2 + 2 + 1 + 5);
  CHECK(shared_length(chain, {{10, 20}, {30, 40}}) == 0);
  CHECK(shared_length(chain, {}) == 0);
}

TEST_CASE("the parts beside a frameshift are one exon of a chain") {
  auto made =
      exonweave::testing::model({exon({9, 15}, {0, 2}, 0), exon({16, 22}, {2, 4}, 0), exon({40, 46}, {4, 6}, 0)});
  made.exons[1].is_shifted = true;
  CHECK(chain_of(made) == exon_chain{{9, 22}, {40, 46}});
}

TEST_CASE("a chain as it was aligned begins where it did before its start was moved") {
  auto made = exonweave::testing::model({exon({9, 24}, {0, 2}, 0), exon({40, 55}, {2, 4}, 0)});
  CHECK(aligned_chain_of(made) == chain_of(made));
  made.start_extension = 3;
  CHECK(aligned_chain_of(made) == exon_chain{{18, 24}, {40, 55}});
  CHECK(aligned_places(made) == std::vector<interval>{{18, 24}, {40, 55}});
  made.on = strand::reverse;
  CHECK(aligned_chain_of(made) == exon_chain{{9, 24}, {40, 46}});
}

TEST_CASE("an index names every chain that may share a base, once, ascending, of the same sequence and strand") {
  exon_index index;
  index.add(7, 0, forward, {{4'000, 4'200}, {8'000, 9'000}});
  index.add(3, 0, forward, {{4'150, 4'180}});
  index.add(1, 0, reverse, {{4'150, 4'180}});
  index.add(2, 1, forward, {{4'150, 4'180}});
  index.add(4, 0, forward, {{100'000, 100'100}});
  CHECK(index.near(0, forward, {{4'090, 4'160}, {8'500, 8'600}}) == numbers{3, 7});
  CHECK(index.near(0, reverse, {{4'160, 4'170}}) == numbers{1});
  CHECK(index.near(2, forward, {{4'160, 4'170}}).empty());
  CHECK(index.near(0, forward, {{20'000, 20'100}, {100'050, 100'060}}) == numbers{4});
}
