// Proteins with selenocysteine and pyrrolysine on genes whose stop codons stand for them.
#include "catch.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/split_gene.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

case_solution found_in(const region_material& material, std::string_view protein,
                       chain_scoring scoring = codon_scoring()) {
  scoring.free_target_ends = true;
  const auto engine = spliced::cpu_engines().make("simd");
  const auto target = spliced::encode_protein(protein);
  const chain_scoring recoded = with_recoded_stops(scoring, material.region, max_gain(protein, scoring));
  return solve_case(material, target, recoded, {engine.get(), 2, true});
}

// The best chain, of own exons and of ORF exons, is that of all exons.
void check_whole(const split_gene& gene, std::string_view protein, spliced::score total) {
  for (const region_material& material : {gene.of_its_exons(), gene.of_blocks()}) {
    const auto found = found_in(material, protein);
    REQUIRE(!found.chains.empty());
    CHECK(places_of(found.chains[0]) == gene.places);
    CHECK(found.chains[0].total == total);
    CHECK(found.chains[0].exons.back().target_end == protein.size());
  }
}

}  // namespace

TEST_CASE("U over TGA and O over TAG are matches, within exons and in codons that introns split") {
  check_whole(split_gene({"ATGTGGTGACATTAGAAA", "TGGAAACATTAA"}), "MWUHOKWKH", against_itself("MWCHKKWKH") - 10);
  check_whole(split_gene({"ATGTGGT", "GACATTGGAAACATTAA"}), "MWUHWKH", against_itself("MWCHWKH") - 10);
  check_whole(split_gene({"ATGTGGTG", "ACATTGGAAACATTAA"}), "MWUHWKH", against_itself("MWCHWKH") - 10);
  check_whole(split_gene({"ATGTGGTA", "GCATTGGAAACATTAA"}), "MWOHWKH", against_itself("MWKHWKH") - 10);
}

TEST_CASE("neither ends a gene early where it stands near its end") {
  check_whole(split_gene({"ATGTGGCATAAA", "TGGTGAGGTTAA"}), "MWHKWUG", against_itself("MWHKWCG") - 10);
  check_whole(split_gene({"ATGTGGCATAAA", "TGGAAATGATAA"}), "MWHKWKU", against_itself("MWHKWKC") - 10);
  check_whole(split_gene({"ATGTGGCATAAA", "TGGAAATAGTGA"}), "MWHKWKO", against_itself("MWHKWKK") - 10);
}

TEST_CASE("TGA ends a gene where the target goes on with another symbol, and is no way for a gap") {
  const split_gene gene({"ATGTGGCATAAA", "TGGAAATGACATTGGCATTAA"});
  const interval until_stop{gene.places[1].start, gene.places[1].start + 9};
  for (const char* protein : {"MWHKWKCHWH", "MWHKWKHWH", "MWHKWKOHWH"}) {
    const auto found = found_in(gene.of_blocks(), protein);
    REQUIRE(!found.chains.empty());
    CHECK(places_of(found.chains[0]) == std::vector<interval>{gene.places[0], until_stop});
    for (const auto& chain : found.chains) CHECK(chain.total > -1000);  // none that goes over it
    if (found.second_best) CHECK(*found.second_best > -1000);
    for (const auto& without : found.best_without)
      if (without) CHECK(*without > -1000);
    CHECK(found_in(gene.of_its_exons(), protein).chains.empty());
  }
}

TEST_CASE("with a cost for stop codons within a gene TGA costs that against any other symbol") {
  const split_gene gene({"ATGTGGCATAAA", "TGGAAATGACATTGGCATTGGTAA"});
  chain_scoring scoring = codon_scoring();
  scoring.internal_stop = 3;
  const auto found = found_in(gene.of_its_exons(), "MWHKWKCHWHWU", scoring);
  REQUIRE(!found.chains.empty());
  CHECK(found.chains[0].total == against_itself("MWHKWKHWHW") - 4 - 3 - 10);
  const auto matched = found_in(gene.of_its_exons(), "MWHKWKUHWHW", scoring);
  REQUIRE(!matched.chains.empty());
  CHECK(matched.chains[0].total == against_itself("MWHKWKCHWHW") - 10);
}
