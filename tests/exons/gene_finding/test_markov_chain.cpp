#include <cmath>

#include "catch.hpp"
#include "exons/gene_finding/masked_bases.hpp"

using namespace exonweave;

namespace {

recent_bases after(std::initializer_list<int> bases) {
  recent_bases recent;
  for (const int base : bases) recent.push(static_cast<base_number>(base));
  return recent;
}

}  // namespace

TEST_CASE("a chain draws each order to the one below by 20 counts") {
  markov_counts counts(1);
  // Seven C behind A, and three G that nothing known is before.
  for (int n = 0; n < 7; ++n) counts.add(after({0, 1}));
  for (int n = 0; n < 3; ++n) counts.add(after({2}));
  const markov_chain chain(counts);
  const double c = (7 + 20 * 0.25) / 30, g = (3 + 20 * 0.25) / 30;
  CHECK(to_bits(chain.at(after({1}))) == Approx(std::log2(c)).margin(1e-6));
  CHECK(to_bits(chain.at(after({0, 1}))) == Approx(std::log2((7 + 20 * c) / 27)).margin(1e-6));
  CHECK(to_bits(chain.at(after({0, 2}))) == Approx(std::log2(20 * g / 27)).margin(1e-6));
  CHECK(to_bits(chain.at(after({3, 2}))) == Approx(std::log2(g)).margin(1e-6));
}

TEST_CASE("a chain looks at known bases alone, and says nothing of an unknown one") {
  markov_counts counts(2);
  for (int n = 0; n < 9; ++n) counts.add(after({0, 0, 1}));
  const markov_chain chain(counts);
  CHECK(chain.at(after({0, 0, 4})) == 0);
  CHECK(chain.at(after({0, 4, 1})) == chain.at(after({1})));
  CHECK(chain.at(after({4, 0, 1})) == chain.at(after({0, 1})));
  CHECK(chain.at(after({3, 0, 0, 1})) == chain.at(after({0, 0, 1})));
}
