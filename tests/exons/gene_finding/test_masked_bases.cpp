#include <cmath>

#include "catch.hpp"
#include "exons/gene_finding/masked_bases.hpp"

using namespace exonweave;

TEST_CASE("masked bases are numbers in both cases, and unknown beyond the ends and for other letters") {
  const masked_bases bases("AcgTRn");
  CHECK(bases.length() == 6);
  for (std::int64_t position = 0; position < 4; ++position) CHECK(bases.at(position) == position);
  CHECK(bases.at(4) == unknown_base);
  CHECK(bases.at(-1) == unknown_base);
  CHECK(bases.at(6) == unknown_base);
  CHECK_FALSE(bases.is_masked(0));
  CHECK(bases.is_masked(1));
  CHECK(bases.is_masked(5));
  CHECK_FALSE(bases.is_masked(6));
}

TEST_CASE("gaps are ten unknown bases and more in a row") {
  const std::string nine(9, 'N'), ten(10, 'n');
  CHECK(masked_bases("A" + nine + "C").gaps().empty());
  CHECK(masked_bases("A" + ten + "C" + nine + "RG").gaps() == std::vector<interval>{{1, 11}, {12, 22}});
  CHECK(masked_bases(ten).gaps() == std::vector<interval>{{0, 10}});
}

TEST_CASE("the reverse complement of masked bases has their complements, masks and gaps, turned round") {
  const masked_bases bases("AACgNNNNNNNNNNT");
  const masked_bases other = bases.reverse_complement();
  CHECK(other.gaps() == std::vector<interval>{{1, 11}});
  CHECK(other.at(0) == 0);
  CHECK(other.at(11) == 1);
  CHECK(other.is_masked(11));
  for (std::int64_t i = 0; i < bases.length(); ++i) CHECK(other.reverse_complement().at(i) == bases.at(i));
}

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
