// The independent check of chains read codon by codon.
#include <stdexcept>

#include "catch.hpp"
#include "exons/codon_table.hpp"
#include "exons/solving/rescore.hpp"
#include "exons/solving/split_gene.hpp"

using namespace exonweave;
using exonweave::testing::against_itself;
using exonweave::testing::ample_memory;
using exonweave::testing::codon_scoring;
using exonweave::testing::split_gene;
using exonweave::testing::weights_of;
using spliced::edit;

namespace {

const split_gene gene({"ATGTGGG", "CTTGGTAA"});  // M W G|CT W stop
const auto target = spliced::encode_protein("MWAW");

spliced::aligned_exon part(interval where, std::size_t first, std::size_t last, std::vector<spliced::edit_run> edits) {
  return {where.start, where.end, 0, false, first, last, std::move(edits)};
}

// M2, M2: the split codon is the second exon's.
spliced::alignment good_path() {
  return {0, {part(gene.places[0], 0, 2, {{edit::match, 2}}), part(gene.places[1], 2, 4, {{edit::match, 2}})}};
}

spliced::score check(const spliced::alignment& path, const chain_scoring& scoring = codon_scoring(),
                     const region_material& material = gene.of_its_exons()) {
  return rescore(path, material, target, scoring);
}

// The gene with one base changed.
region_material with_base(std::size_t offset, std::size_t exon, char base) {
  region_material material = gene.of_its_exons();
  material.region.residues[static_cast<std::size_t>(gene.places[exon].start) + offset] = spliced::dna_code(base);
  return material;
}

spliced::score of_pair(char genomic, char in_target) {
  return codon_scoring().substitution(spliced::amino_code(genomic), spliced::amino_code(in_target));
}

}  // namespace

TEST_CASE("a chain of codons is worth its pairs less its introns, and the stop codon counts for nothing") {
  CHECK(check(good_path()) == against_itself("MWAW") - 10);
}

TEST_CASE("a split codon is scored for what it encodes") {
  CHECK(check(good_path(), codon_scoring(), with_base(0, 1, 'G')) ==
        against_itself("MWW") + of_pair('G', 'A') - 10);  // G|GT
}

TEST_CASE("a gap goes on from exon to exon") {
  spliced::alignment path = good_path();
  path.exons[0] = part(gene.places[0], 0, 1, {{edit::match, 1}, {edit::deletion, 1}});
  path.exons[1] = part(gene.places[1], 1, 2, {{edit::deletion, 1}, {edit::match, 1}});
  CHECK(rescore(path, gene.of_its_exons(), spliced::encode_protein("MW"), codon_scoring()) ==
        against_itself("MW") - 13 - 10);
}

TEST_CASE("unaligned ends cost what they cost, or are refused where they are gaps like any") {
  spliced::alignment path = good_path();
  path.exons[0] = part(gene.places[0], 0, 1, {{edit::unaligned, 1}, {edit::match, 1}});
  path.exons[1] = part(gene.places[1], 1, 2, {{edit::match, 1}, {edit::unaligned, 1}});
  const auto shorter = spliced::encode_protein("WA");
  CHECK_THROWS_AS(rescore(path, gene.of_its_exons(), shorter, codon_scoring()), std::logic_error);
  auto scoring = codon_scoring();
  scoring.residue_ends = spliced::gap_costs{3, 2};
  CHECK(rescore(path, gene.of_its_exons(), shorter, scoring) == against_itself("WA") - 5 - 5 - 10);
}

TEST_CASE("codons that nothing is aligned with earn their weights, in gaps and at the ends") {
  auto scoring = codon_scoring();
  scoring.coding = weights_of({{"ATG", 2}, {"TGG", 4}, {"GCT", -3}});
  CHECK(check(good_path(), scoring) == check(good_path()));
  spliced::alignment path = good_path();
  path.exons[0] = part(gene.places[0], 0, 1, {{edit::match, 1}, {edit::deletion, 1}});
  path.exons[1] = part(gene.places[1], 1, 2, {{edit::deletion, 1}, {edit::match, 1}});
  CHECK(rescore(path, gene.of_its_exons(), spliced::encode_protein("MW"), scoring) ==
        against_itself("MW") - 13 - 10 + 4 - 3);
  scoring.residue_ends = spliced::gap_costs{3, 2};
  path.exons[0] = part(gene.places[0], 0, 1, {{edit::unaligned, 1}, {edit::match, 1}});
  path.exons[1] = part(gene.places[1], 1, 2, {{edit::match, 1}, {edit::unaligned, 1}});
  CHECK(rescore(path, gene.of_its_exons(), spliced::encode_protein("WA"), scoring) ==
        against_itself("WA") - 5 - 5 - 10 + 2 + 4);
}

TEST_CASE("unaligned residues within the chain are refused") {
  auto scoring = codon_scoring();
  scoring.residue_ends = spliced::gap_costs{0, 0};
  spliced::alignment path = good_path();
  path.exons[0] = part(gene.places[0], 0, 1, {{edit::match, 1}, {edit::unaligned, 1}});
  path.exons[1] = part(gene.places[1], 1, 3, {{edit::match, 2}});
  CHECK_THROWS_AS(rescore(path, gene.of_its_exons(), spliced::encode_protein("MAW"), scoring), std::logic_error);
}

TEST_CASE("a chain that does not begin with ATG is refused, or costs what an incomplete one does") {
  const auto material = with_base(0, 0, 'C');
  CHECK_THROWS_AS(check(good_path(), codon_scoring(), material), std::logic_error);
  auto scoring = codon_scoring();
  scoring.incomplete = 6;
  CHECK(check(good_path(), scoring, material) == against_itself("WAW") + of_pair('L', 'M') - 6 - 10);
}

TEST_CASE("a chain that skips bases at its begin has no start codon, whatever they are") {
  auto scoring = codon_scoring();
  scoring.incomplete = 6;
  spliced::alignment path = good_path();
  path.exons[0].n_skipped = 1;  // TGT GGG | CTT GGT, and AA left over
  CHECK_THROWS_AS(check(path), std::logic_error);
  CHECK(check(path, scoring) ==
        of_pair('C', 'M') + of_pair('G', 'W') + of_pair('L', 'A') + of_pair('G', 'W') - 6 - 6 - 10);
}

TEST_CASE("a chain whose last codon is no stop is refused") {
  CHECK_THROWS_AS(check(good_path(), codon_scoring(), with_base(7, 1, 'C')), std::logic_error);
}

TEST_CASE("a stop codon within is refused, or costs what it is allowed for") {
  const auto material = with_base(5, 0, 'A');  // TGG to TGA
  CHECK_THROWS_AS(check(good_path(), codon_scoring(), material), std::logic_error);
  auto scoring = codon_scoring();
  scoring.internal_stop = 7;
  CHECK(check(good_path(), scoring, material) == against_itself("MAW") + of_pair('*', 'W') - 7 - 10);
}

TEST_CASE("a stop codon that is aligned at the end is a stop within") {
  spliced::alignment path = good_path();
  path.exons[1].edits = {{edit::match, 2}, {edit::deletion, 1}};
  CHECK_THROWS_AS(check(path), std::logic_error);
}

TEST_CASE("a frameshift is refused, or costs what it is allowed for") {
  const split_gene shifted({"ATGGCTCTGGTAA"});  // ATG GCT, C, TGG TAA
  const auto [start, end] = shifted.places[0];
  spliced::alignment path{
      0, {part({start, start + 6}, 0, 2, {{edit::match, 2}}), part({start + 7, end}, 2, 3, {{edit::match, 1}})}};
  path.exons[1].is_shifted = true;
  const auto protein = spliced::encode_protein("MAW");
  CHECK_THROWS_AS(rescore(path, shifted.of_its_exons(), protein, codon_scoring()), std::logic_error);
  auto scoring = codon_scoring();
  scoring.frameshift = 9;
  CHECK(rescore(path, shifted.of_its_exons(), protein, scoring) == against_itself("MAW") - 9);
  path.exons[1].is_shifted = false;  // then the parts are exons, and none of the case
  CHECK_THROWS_AS(rescore(path, shifted.of_its_exons(), protein, scoring), std::logic_error);
}

TEST_CASE("edits that do not cover the codons or the target are refused") {
  using exons = std::vector<spliced::aligned_exon>;
  const auto refused = [](const auto& spoil) {
    auto path = good_path();
    spoil(path.exons);
    CHECK_THROWS_AS(check(path), std::logic_error);
  };
  refused([](exons& all) { all[0].edits[0].length = 1; });
  refused([](exons& all) { all[0].edits[0].length = 3; });  // the split codon is not the first exon's
  refused([](exons& all) { all[1].edits.clear(); });
  refused([](exons& all) { all[1].edits.push_back({edit::insertion, 1}); });
  refused([](exons& all) { all[1].edits[0].op = edit::insertion; });
  refused([](exons& all) { all[1].target_begin = 3; });
  refused([](exons& all) { --all[1].target_end, all[1].edits[0].length = 1; });
  refused([](exons& all) { all[1].begin += 3; });
  refused([](exons& all) { all.pop_back(); });
  refused([](exons& all) { all.erase(all.begin()); });
  refused([](exons& all) { all.clear(); });
}

TEST_CASE("chains of ORF exons are checked by their sites") {
  const auto material = gene.of_blocks();
  CHECK(check(good_path(), codon_scoring(), material) == against_itself("MWAW") - 10);
  auto without = material;
  without.blocks->sites.donors.clear();
  CHECK_THROWS_AS(check(good_path(), codon_scoring(), without), std::logic_error);
  auto weighted = material;
  weighted.blocks->sites.donors[0].weight = 5;
  weighted.blocks->sites.acceptors[0].weight = 7;
  weighted.blocks->sites.starts[0].weight = 3;
  CHECK(check(good_path(), codon_scoring(), weighted) == against_itself("MWAW") - 10 + 15);
}
