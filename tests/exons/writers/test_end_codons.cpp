// Where start and stop codons lie, whole or divided.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/gtf_writer.hpp"

using namespace exonweave;
using namespace exonweave::testing;

TEST_CASE("the codons of a model on both strands") {
  const auto forward = model({exon({9, 19}, {0, 3}, 0), exon({29, 40}, {3, 7}, 2)});
  CHECK(start_codon_of(forward) == codon_places{{9, 12}});
  CHECK(stop_codon_of(forward) == codon_places{{37, 40}});
  const auto reverse = model({exon({9, 19}, {3, 7}, 2), exon({29, 40}, {0, 3}, 0)}, strand::reverse);
  CHECK(start_codon_of(reverse) == codon_places{{37, 40}});
  CHECK(stop_codon_of(reverse) == codon_places{{9, 12}});
}

TEST_CASE("introns divide codons, in reading direction") {
  const auto forward = model({exon({9, 10}, {0, 1}, 0), exon({20, 22}, {0, 1}, 2), exon({30, 31}, {1, 2}, 0),
                              exon({40, 41}, {1, 2}, 2), exon({50, 51}, {1, 2}, 1)});
  CHECK(start_codon_of(forward) == codon_places{{9, 10}, {20, 22}});
  CHECK(phases_of(start_codon_of(forward)) == std::vector<std::int8_t>{0, 2});
  CHECK(stop_codon_of(forward) == codon_places{{30, 31}, {40, 41}, {50, 51}});
  CHECK(phases_of(stop_codon_of(forward)) == std::vector<std::int8_t>{0, 2, 1});
  auto reverse = forward;
  reverse.on = strand::reverse;
  CHECK(start_codon_of(reverse) == codon_places{{50, 51}, {40, 41}, {30, 31}});
  CHECK(stop_codon_of(reverse) == codon_places{{20, 22}, {9, 10}});
}

TEST_CASE("what a model does not have") {
  auto made = model({exon({9, 18}, {0, 3}, 0)});
  made.has_start = false;
  CHECK(start_codon_of(made).empty());
  CHECK(!stop_codon_of(made).empty());
  made.has_stop = false;
  CHECK(stop_codon_of(made).empty());
  const auto noncoding = model({exon({9, 18}, {0, 9})});
  CHECK(start_codon_of(noncoding).empty());
  CHECK(stop_codon_of(noncoding).empty());
}
