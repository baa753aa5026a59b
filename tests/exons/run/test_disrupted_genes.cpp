// Which chains may go around a broken frame.
#include <string>
#include <string_view>

#include "catch.hpp"
#include "exons/run/codons_of.hpp"
#include "exons/run/disrupted_genes.hpp"
#include "exons/scoring/scoring_file.hpp"

using namespace exonweave;
using exonweave::testing::codons_of;
using spliced::edit;

namespace {

constexpr std::string_view protein = "MKWHCYFRDNEWQPHIKLCVTWMYFGHDEKRCWSNHYFPQ";

chain_scoring scoring() {
  report problems;
  chain_scoring made;
  made.substitution = read_protein_matrix("BLOSUM62", problems);
  made.code = standard_code();
  return made;
}

// Whether a chain is looked at again where a broken frame costs so much.
bool is_suspected(const spliced::alignment& chain, const std::string& strand, spliced::score cost) {
  const strand_region region{0, spliced::encode_dna(strand)};
  return may_be_disrupted(chain, region, scoring(), spliced::encode_protein(protein), cost);
}

}  // namespace

TEST_CASE("a chain that pairs all residues of its target is not suspected") {
  const std::string strand = codons_of(protein) + "TAA";
  const spliced::alignment chain{0, {{0, 123, 0, false, 0, 40, {{edit::match, 40}}}}};
  CHECK_FALSE(is_suspected(chain, strand, 20));
}

TEST_CASE("residues in another frame within a short intron are noticed, and those in no frame are not") {
  // 15 residues, a base too many and 10 residues that the chain takes for an intron, 15 residues.
  const auto broken = [](std::string_view within) {
    return codons_of(protein.substr(0, 15)) + "A" + codons_of(within) + codons_of(protein.substr(25)) + "TAA";
  };
  const spliced::alignment chain{0,
                                 {{0, 45, 0, false, 0, 25, {{edit::match, 15}, {edit::insertion, 10}}},
                                  {76, 124, 0, false, 25, 40, {{edit::match, 15}}}}};
  CHECK(is_suspected(chain, broken(protein.substr(15, 10)), 60));
  CHECK_FALSE(is_suspected(chain, broken("GGGGGGGGGG"), 60));
  CHECK_FALSE(is_suspected(chain, broken(protein.substr(15, 10)), 1000));
}

TEST_CASE("residues beyond an end that the chain does not reach are noticed") {
  const std::string strand = codons_of(protein.substr(0, 20)) + "C" + codons_of(protein.substr(20)) + "TAA";
  const spliced::alignment begin{0, {{0, 60, 0, false, 0, 20, {{edit::match, 20}}}}};
  CHECK(is_suspected(begin, strand, 60));
  const spliced::alignment end{0, {{61, 124, 0, false, 20, 40, {{edit::match, 20}}}}};
  CHECK(is_suspected(end, strand, 60));
  const std::string other = codons_of(protein.substr(0, 20)) + "C" + codons_of("GGGGGGGGGGGGGGGGGGGG") + "TAA";
  CHECK_FALSE(is_suspected(begin, other, 60));
}

TEST_CASE("an exon without residues of its own is no harm") {
  const std::string strand = codons_of(protein) + "TAA";
  const spliced::alignment chain{0,
                                 {{0, 60, 0, false, 0, 20, {{edit::match, 20}}},
                                  {90, 91, 0, false, 20, 20, {}},
                                  {120, 122, 0, false, 20, 21, {{edit::match, 1}}}}};
  CHECK(is_suspected(chain, strand, 60));  // the residues behind fit the bases behind the first exon
}

TEST_CASE("a recheck has the scoring's cost of a break, in the unit of scores") {
  scoring_options options;
  options.min_intron = 30;
  options.disruption = 28;
  const auto costs = recheck_costs(options, score_unit::halves());
  REQUIRE(costs);
  CHECK(costs->frameshift == 56);
  CHECK(costs->internal_stop == 56);
  CHECK(recheck_costs(options, score_unit::whole())->frameshift == 28);
}

TEST_CASE("there is no recheck without its cost, after a pass over broken frames, or with introns like skips") {
  const auto is_rechecked = [](auto&& change) {
    scoring_options options;
    options.min_intron = 3;
    options.disruption = 28;
    change(options);
    return recheck_costs(options, score_unit::halves()).has_value();
  };
  CHECK(is_rechecked([](scoring_options&) {}));
  CHECK_FALSE(is_rechecked([](scoring_options& options) { options.disruption.reset(); }));
  CHECK_FALSE(is_rechecked([](scoring_options& options) { options.frameshift = 23; }));
  CHECK_FALSE(is_rechecked([](scoring_options& options) { options.internal_stop = 31; }));
  CHECK_FALSE(is_rechecked([](scoring_options& options) { options.min_intron = 2; }));
}
