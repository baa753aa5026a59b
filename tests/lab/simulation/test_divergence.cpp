// Diverged coding sequences: the rate asked for, in frame, without new stops.
#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "lab/simulation/simulation.hpp"

using namespace exonweave;

namespace {

std::string random_coding(std::size_t n_codons, random_source& random) {
  std::string coding = "ATG";
  for (std::size_t n = 2; n < n_codons; ++n) coding += random_sense_codon(random);
  return coding + random_stop_codon(random);
}

// Its only stop is its last codon.
bool is_complete(const std::string& coding) {
  const auto protein = translate(coding);
  return coding.size() % codon_length == 0 && protein.front() == 'M' && protein.find('*') == protein.size() - 1;
}

}  // namespace

TEST_CASE("the genetic code knows its corners") {
  CHECK(translate("ATGTTTGGGTGGTAATAGTGA") == "MFGW***");
  CHECK(translate("ATGNTTA") == "MX");
  CHECK(is_stop_codon("TGA"));
  CHECK_FALSE(is_stop_codon("TGG"));
}

TEST_CASE("without rates a copy is the sequence itself") {
  random_source random(1);
  const auto coding = random_coding(50, random);
  const auto copy = diverge(coding, {}, random);
  CHECK(copy.residues == coding);
  CHECK(copy.percent_identity() == 100);
  CHECK(copy.percent_protein_identity() == 100);
  CHECK(copy.protein_columns == 49);  // without the stop
}

TEST_CASE("substitutions come at the rate asked for and every one changes its base") {
  random_source random(2);
  const auto coding = random_coding(20'000, random);
  const auto copy = diverge(coding, {150'000, 0}, random);
  REQUIRE(copy.residues.size() == coding.size());
  std::size_t different = 0;
  for (std::size_t k = 0; k < coding.size(); ++k) different += copy.residues[k] != coding[k] ? 1 : 0;
  CHECK(static_cast<double>(different) / static_cast<double>(coding.size()) == Approx(0.15).epsilon(0.03));
  CHECK(copy.percent_identity() == Approx(85).epsilon(0.01));
}

TEST_CASE("copies start with ATG and have one stop, at the end, whatever the rates") {
  random_source random(3);
  for (int n = 0; n < 100; ++n) {
    const auto coding = random_coding(200, random);
    REQUIRE(is_complete(coding));
    REQUIRE(is_complete(diverge(coding, {500'000, 100'000}, random).residues));
  }
}

TEST_CASE("insertions and deletions change the length by whole codons") {
  random_source random(4);
  const auto coding = random_coding(2000, random);
  const auto copy = diverge(coding, {0, 20'000}, random);
  CHECK(copy.residues != coding);
  CHECK(copy.residues.size() % codon_length == 0);
  CHECK(copy.columns > static_cast<std::int64_t>(coding.size()));
  CHECK(copy.matches < copy.columns);
}

TEST_CASE("ambiguous bases stay and a cut codon at the end is copied too") {
  random_source random(5);
  const auto copy = diverge("ATGNNNTAACC", {per_million, 0}, random);
  CHECK(copy.residues.substr(0, 9) == "ATGNNNTAA");
  CHECK(copy.residues.size() == 11);
}
