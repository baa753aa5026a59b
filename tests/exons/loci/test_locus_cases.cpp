// Cases of loci: how wide their regions are, and which loci are learnt from.
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "exons/loci/locus_cases.hpp"

using namespace exonweave;

namespace {

constexpr std::size_t n_residues = 100;  // of each target

target_set targets_of_equal_length(std::size_t n) {
  target_set made{{"targets.fa"}, molecule::protein, {}};
  for (std::size_t t = 0; t < n; ++t)
    made.targets.push_back({"t" + std::to_string(t), std::string(n_residues, 'M'), 1});
  return made;
}

// The second sequence is the first by name.
sequence_catalog swapped_sequences() {
  sequence_catalog catalog;
  catalog.add("chr2", 100'000);
  catalog.add("chr1", 100'000);
  return catalog;
}

found_locus locus_of(std::size_t target, std::size_t sequence, std::int64_t n_found, double score) {
  found_locus made;
  made.where = {sequence, {10'000, 60'000}, strand::forward, target};
  made.span = {30'000, 32'000};
  made.best.core = made.span;
  made.best.on_target = {0, n_found};
  made.best.score = score;
  return made;
}

std::vector<std::pair<std::size_t, std::size_t>> learnt_from(const std::vector<found_locus>& loci) {
  std::vector<std::pair<std::size_t, std::size_t>> made;  // target and sequence
  for (const found_locus& each : loci_to_learn_from(loci, targets_of_equal_length(3), swapped_sequences()))
    made.emplace_back(each.where.target, each.where.sequence);
  return made;
}

}  // namespace

TEST_CASE("a flank is ten mean introns by what introns cost, between 1,000 nt and no limit") {
  // The mean of a slope s per kb is 1000 / (s ln 2) nt.
  CHECK(flank_by_law(std::vector<intron_cost>{{30, 1}}, score_unit::halves()) == 14'426);
  CHECK(flank_by_law(std::vector<intron_cost>{{30, 8}, {40, 1}}, score_unit::halves()) == 14'426);
  CHECK(flank_by_law(std::vector<intron_cost>{{30, 100}}, score_unit::halves()) == 1'000);
  CHECK(flank_by_law(std::vector<intron_cost>{{30, 0}}, score_unit::halves()) == widest_flank);
}

TEST_CASE("where scores are not half-bits what introns cost says nothing of flanks") {
  CHECK(flank_by_law(std::vector<intron_cost>{{30, 1}}, score_unit::whole()) == widest_flank);
}

TEST_CASE("cases of loci come in the order of the genome") {
  const std::vector<found_locus> loci = {locus_of(0, 1, 90, 50), locus_of(1, 0, 90, 50)};
  CHECK(cases_of(loci) == std::vector{loci[1].where, loci[0].where});
  CHECK(cases_of({}).empty());
}

TEST_CASE("of each target the best locus is learnt from, of equal ones the first by name of the sequence") {
  using pairs = std::vector<std::pair<std::size_t, std::size_t>>;
  CHECK(learnt_from({locus_of(0, 0, 90, 50), locus_of(0, 1, 90, 60)}) == pairs{{0, 1}});
  CHECK(learnt_from({locus_of(0, 0, 90, 60), locus_of(0, 1, 90, 50)}) == pairs{{0, 0}});
  CHECK(learnt_from({locus_of(0, 0, 90, 60), locus_of(0, 1, 90, 60)}) == pairs{{0, 1}});
  CHECK(learnt_from({locus_of(2, 1, 90, 60), locus_of(0, 0, 90, 50)}) == pairs{{0, 0}, {2, 1}});
}

TEST_CASE("a target of which less than 0.7 was found, or that has no place, teaches nothing") {
  CHECK(learnt_from({locus_of(0, 0, 70, 60)}).size() == 1);
  CHECK(learnt_from({locus_of(0, 0, 69, 60)}).empty());
  CHECK(learnt_from({locus_of(0, 0, 69, 60), locus_of(0, 1, 90, 50)}).empty());
  found_locus without_place = locus_of(0, 0, 90, 60);
  without_place.where.region = {};
  CHECK(learnt_from({without_place}).empty());
}

TEST_CASE("regions of loci to learn from are no wider than the usual flank, nor than they were") {
  found_locus wide = locus_of(0, 0, 90, 60), narrow = locus_of(1, 0, 90, 60);
  narrow.where.region = {29'000, 33'000};
  const auto nearby = loci_to_learn_from(std::vector{wide, narrow}, targets_of_equal_length(2), swapped_sequences());
  REQUIRE(nearby.size() == 2);
  CHECK(nearby[0].where.region == interval{25'000, 37'000});
  CHECK(nearby[1].where.region == interval{29'000, 33'000});
}
