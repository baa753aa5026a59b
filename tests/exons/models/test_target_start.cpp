// The start of a gene whose own protein is its target.
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/models/start_extension.hpp"

using namespace exonweave;
using spliced::edit;

namespace {

// Codons M A C, then those of the protein M D E F G H I K, and a stop codon; from 3 on.
const std::string bases =
    "TTT"
    "ATGGCTTGC"
    "ATGGATGAATTTGGTCATATTAAA"
    "TAA"
    "TTT";
constexpr std::int64_t before = 3, own = 12, end = 39;
const std::string protein = "MDEFGHIK";

spliced::alignment chain_of(std::vector<spliced::edit_run> edits, std::size_t n_residues = protein.size()) {
  spliced::aligned_exon exon;
  exon.begin = before;
  exon.end = end;
  exon.target_end = n_residues;
  exon.edits = std::move(edits);
  return {50, {exon}};
}

bool begin(const std::string& target, spliced::alignment& chain, const std::string& genome = bases) {
  const strand_region region{0, spliced::encode_dna(genome)};
  return begin_at_first_residue(region, standard_code(), spliced::encode_protein(target), chain);
}

}  // namespace

TEST_CASE("a chain that begins before the first residue of its own protein begins there") {
  spliced::alignment chain = chain_of({{edit::unaligned, 3}, {edit::match, 8}});
  REQUIRE(begin(protein, chain));
  CHECK(chain.exons.front().begin == own);
  CHECK(chain.exons.front().edits == std::vector<spliced::edit_run>{{edit::match, 8}});
  CHECK(chain.exons.front().target_begin == 0);
  CHECK(chain.exons.front().target_end == 8);
}

TEST_CASE("a first residue that another start codon has goes to that before the second residue") {
  spliced::alignment chain = chain_of({{edit::match, 1}, {edit::deletion, 3}, {edit::match, 7}});
  REQUIRE(begin(protein, chain));
  CHECK(chain.exons.front().begin == own);
  CHECK(chain.exons.front().edits == std::vector<spliced::edit_run>{{edit::match, 8}});
}

TEST_CASE("exons before the first residue of its own protein go") {
  spliced::alignment chain = chain_of({{edit::match, 8}});
  chain.exons.front().begin = own;
  spliced::aligned_exon ahead;
  ahead.begin = before;
  ahead.end = before + 6;
  ahead.edits = {{edit::unaligned, 2}};
  chain.exons.insert(chain.exons.begin(), ahead);
  REQUIRE(begin(protein, chain));
  REQUIRE(chain.exons.size() == 1);
  CHECK(chain.exons.front().begin == own);
}

TEST_CASE("the begin stays where it is the first residue's, and where the target is another protein") {
  spliced::alignment whole = chain_of({{edit::match, 8}});
  whole.exons.front().begin = own;
  CHECK_FALSE(begin(protein, whole));
  spliced::alignment chain = chain_of({{edit::unaligned, 3}, {edit::match, 8}});
  const spliced::alignment same = chain;
  CHECK_FALSE(begin("MDEFGHIR", chain));
  CHECK_FALSE(begin("LDEFGHIK", chain));
  CHECK_FALSE(begin(protein, chain,
                    "TTTATGGCTTGC"
                    "CTGGATGAATTTGGTCATATTAAATAATTT"));
  CHECK(chain == same);
}
