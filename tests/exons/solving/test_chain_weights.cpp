// What a chain is worth by its exons and introns alone, and which chains there are none of.
#include "catch.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/split_gene.hpp"

using namespace exonweave;
using exonweave::testing::case_on;
using exonweave::testing::codon_scoring;
using exonweave::testing::with_introns;
using spliced::unreachable;

namespace {

using chain = std::vector<interval>;

std::optional<spliced::score> weight(const chain& exons, const region_material& material, const chain_scoring& scoring,
                                     chain_ends ends = {}) {
  const auto weighed = weigh_chain(exons, ends, material, scoring);
  if (!weighed) return std::nullopt;
  return weighed->weight;
}

region_material three_exons() {
  return case_on(
      std::string(40, 'A'),
      {{{0, 3}, 100, {1, 2, 4, 8}}, {{10, 12}, 200, {16, 32, 64, 128}}, {{20, 30}, 400, {256, 512, 1024, 2048}}});
}

// Acceptors at 10 and 20, donors at 5 and 15, a start at 0; families as given.
region_material blocks(splice_family donor = splice_family::major, splice_family acceptor = splice_family::major) {
  region_material made = case_on("ATGAAAAAAAAAAAAAAAAAAAAAAAAAAA", {});
  made.blocks.emplace();
  made.blocks->sites.starts = {{0, 3, splice_family::major}};
  made.blocks->sites.donors = {{5, 20, donor}, {15, 40, splice_family::major}};
  made.blocks->sites.acceptors = {{10, 100, acceptor}, {20, 200, splice_family::major}};
  return made;
}

}  // namespace

TEST_CASE("exons weigh by the role they have in the chain, and introns by their length") {
  const auto material = three_exons();
  CHECK(weight({{0, 3}}, material, with_introns()) == 100 + 1 + 4);
  CHECK(weight({{0, 3}, {20, 30}}, material, with_introns()) == 100 + 1 + 8 + 400 + 512 + 1024 - (5 + 17));
  CHECK(weight({{0, 3}, {10, 12}, {20, 30}}, material, with_introns()) ==
        100 + 1 + 8 + 200 + 32 + 128 + 400 + 512 + 1024 - (5 + 7) - (5 + 8));
}

TEST_CASE("a place that is no exon, an intron that is too short and exons out of order make no chain") {
  const auto material = three_exons();
  CHECK_FALSE(weight({{0, 4}}, material, with_introns()));
  CHECK_FALSE(weight({{0, 3}, {10, 13}}, material, with_introns()));
  CHECK_FALSE(weight({{10, 12}, {0, 3}}, material, with_introns()));
  auto scoring = with_introns();
  scoring.introns.min_intron = 7;
  CHECK(weight({{0, 3}, {10, 12}}, material, scoring));
  scoring.introns.min_intron = 8;
  CHECK_FALSE(weight({{0, 3}, {10, 12}}, material, scoring));
}

TEST_CASE("an exon may not stand where its role forbids it") {
  auto material = three_exons();
  material.exons[1].roles.begins = unreachable;
  material.exons[1].roles.goes_on = unreachable;
  CHECK_FALSE(weight({{10, 12}}, material, with_introns()));
  CHECK(weight({{0, 3}, {10, 12}}, material, with_introns()));
  CHECK_FALSE(weight({{0, 3}, {10, 12}, {20, 30}}, material, with_introns()));
}

TEST_CASE("an ORF exon weighs its sites, whatever they are for the chain") {
  const auto scoring = codon_scoring();  // introns for 10
  CHECK(weight({{0, 5}, {10, 13}}, blocks(), scoring) == 3 + 20 + 100 - 10);
  CHECK(weight({{0, 5}, {10, 15}, {20, 22}}, blocks(), scoring) == 3 + 20 + 100 + 40 + 200 - 20);
  CHECK_FALSE(weight({{0, 6}, {10, 13}}, blocks(), scoring));
  CHECK_FALSE(weight({{0, 5}, {11, 13}}, blocks(), scoring));
  CHECK_FALSE(weight({{1, 5}, {10, 13}}, blocks(), scoring));
}

TEST_CASE("a block of one or two bases begins a chain where they begin a start codon, without a site") {
  region_material material = blocks();
  material.blocks->sites.donors = {{2, 20, splice_family::major}};
  CHECK(weight({{0, 2}, {10, 13}}, material, codon_scoring()) == 20 + 100 - 10);
  CHECK_FALSE(weight({{1, 2}, {10, 13}}, material, codon_scoring()));
}

TEST_CASE("an intron of ORF exons has both its ends from one family") {
  const auto scoring = codon_scoring();
  const chain exons = {{0, 5}, {10, 13}};
  CHECK_FALSE(weight(exons, blocks(splice_family::minor, splice_family::major), scoring));
  CHECK_FALSE(weight(exons, blocks(splice_family::major, splice_family::minor), scoring));
  CHECK(weight(exons, blocks(splice_family::minor, splice_family::minor), scoring) == 3 + 20 + 100 - 10);
}

TEST_CASE("of a given exon and a block at the same place the better one counts, and is told") {
  auto material = blocks();
  material.exons = {{{10, 15}, 500, {}}};
  material.candidates = {{0}};
  const auto better = weigh_chain(chain{{0, 5}, {10, 15}, {20, 22}}, {}, material, codon_scoring());
  REQUIRE(better);
  CHECK(better->weight == 3 + 20 + 500 + 200 - 20);
  CHECK(better->exons[1] == material.exons[0]);
  material.exons[0].weight = 5;
  CHECK(weight({{0, 5}, {10, 15}, {20, 22}}, material, codon_scoring()) == 3 + 20 + 100 + 40 + 200 - 20);
}

TEST_CASE("an end without start or stop codon is none, or costs what incomplete chains cost in place of its role") {
  const auto material = three_exons();
  auto scoring = with_introns();
  scoring.code = standard_code();
  CHECK(weight({{0, 3}}, material, scoring) == 100 + 1 + 4);
  CHECK_FALSE(weight({{0, 3}}, material, scoring, {false, true}));
  CHECK_FALSE(weight({{0, 3}}, material, scoring, {true, false}));
  scoring.incomplete = 50;
  CHECK(weight({{0, 3}}, material, scoring, {true, true}) == 100 + 1 + 4);
  CHECK(weight({{0, 3}}, material, scoring, {false, true}) == 100 - 50 + 4);
  CHECK(weight({{0, 3}}, material, scoring, {true, false}) == 100 + 1 - 50);
  CHECK(weight({{0, 3}}, material, scoring, {false, false}) == 100 - 50 - 50);
}

TEST_CASE("parts of an exon beside a frameshift are one place") {
  spliced::alignment path;
  path.exons.resize(3);
  path.exons[0].begin = 2, path.exons[0].end = 8;
  path.exons[1].begin = 9, path.exons[1].end = 20, path.exons[1].is_shifted = true;
  path.exons[2].begin = 30, path.exons[2].end = 33;
  CHECK(places_of(path) == chain{{2, 20}, {30, 33}});
}
