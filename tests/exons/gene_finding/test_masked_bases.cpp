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
