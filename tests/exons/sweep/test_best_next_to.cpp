#include "catch.hpp"
#include "exons/sweep/exon_alternatives.hpp"

using namespace exonweave;

TEST_CASE("chains beside a place are those of which no other is worth as much and nearer to it") {
  best_next_to chains;
  chains.add(10, 5);
  chains.add(30, 8);
  chains.add(20, 5);
  chains.add(40, 8);
  CHECK(chains.all().size() == 2);
  chains.add(25, 7);
  CHECK(chains.best_to(9) == spliced::unreachable);
  CHECK(chains.best_to(24) == 5);
  CHECK(chains.best_to(29) == 7);
  CHECK(chains.best_to(100) == 8);
  chains.add(25, 9);
  CHECK(chains.all().size() == 2);
  CHECK(chains.best_to(25) == 9);
  CHECK(chains.best_to(24) == 5);
}
