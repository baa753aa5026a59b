// Where sequences end that go on in the genome.
#include <stdexcept>

#include "catch.hpp"
#include "exons/sites/site_scorer.hpp"

using namespace exonweave;

namespace {

using positions = std::vector<std::int64_t>;

const std::string gap(10, 'N');

open_ends ends_of(const std::string& sequence, interval where) {
  return find_open_ends({0, spliced::encode_dna(sequence)}, where, static_cast<std::int64_t>(sequence.size()));
}

open_ends ends_of(const std::string& sequence) {
  return ends_of(sequence, {0, static_cast<std::int64_t>(sequence.size())});
}

}  // namespace

TEST_CASE("a sequence has its two ends") {
  CHECK(ends_of("ACGTA") == open_ends{{0}, {5}});
  CHECK(ends_of("A") == open_ends{{0}, {1}});
}

TEST_CASE("a gap of 10 N or more has two borders, 9 N have none") {
  CHECK(ends_of("ACG" + gap + "TT") == open_ends{{0, 13}, {3, 15}});
  CHECK(ends_of("ACG" + gap + "NNTT") == open_ends{{0, 15}, {3, 17}});
  CHECK(ends_of("ACG" + gap.substr(1) + "TT") == open_ends{{0}, {14}});
}

TEST_CASE("N at the sequence's own ends are part of what lies beyond, however few") {
  CHECK(ends_of("NNACGN") == open_ends{{2}, {5}});
  CHECK(ends_of(gap + "ACG" + gap + gap) == open_ends{{10}, {13}});
  CHECK(ends_of("NNN") == open_ends{});
}

TEST_CASE("an open end belongs to a region when an exon of the region can touch it") {
  const std::string sequence = "ACGTACGTAC" + gap + "ACGTACGTAC";
  CHECK(ends_of(sequence, {0, 30}) == open_ends{{0, 20}, {10, 30}});
  CHECK(ends_of(sequence, {1, 9}) == open_ends{});
  CHECK(ends_of(sequence, {1, 10}) == open_ends{{}, {10}});
  CHECK(ends_of(sequence, {10, 20}) == open_ends{});
  CHECK(ends_of(sequence, {15, 21}) == open_ends{{20}, {}});
  CHECK(ends_of(sequence, {20, 29}) == open_ends{{20}, {}});
  CHECK(ends_of(sequence, {21, 30}) == open_ends{{}, {30}});
}

TEST_CASE("the borders of a region are no open ends, whether more of the sequence is known there or not") {
  const auto known = spliced::encode_dna("ACGTACGTACGTACGTACGTA");
  CHECK(find_open_ends({40, known}, {50, 51}, 100) == open_ends{});
  CHECK(find_open_ends({0, known}, {0, 11}, 100) == open_ends{{0}, {}});
  CHECK(find_open_ends({79, known}, {89, 100}, 100) == open_ends{{}, {100}});
  CHECK_THROWS_AS(find_open_ends({41, known}, {50, 51}, 100), std::invalid_argument);
  CHECK_THROWS_AS(find_open_ends({40, known}, {50, 52}, 100), std::invalid_argument);
}
