// Sites of introns from AT to AC.
#include <cmath>

#include "catch.hpp"
#include "exons/sites/site_scorer.hpp"
#include "spliced/scoring/alphabet.hpp"

using namespace exonweave;

namespace {

double sum(const weight_matrix& rows, const std::string& letters) {
  double bits = 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    bits += rows[row][weight_index(0, 0, std::string("ACGT").find(letters[row]))];
  return bits;
}

}  // namespace

TEST_CASE("the consensus of AT-AC introns weighs most, and what lies outside of it nothing") {
  const minor_site_rows rows = minor_sites();
  REQUIRE(std::ssize(rows.donor) == donor_window.n_rows);
  REQUIRE(std::ssize(rows.acceptor) == acceptor_window.n_rows);
  const double donor = sum(rows.donor, "CAGATATCC");
  CHECK(std::abs(donor - 4 * std::log2(0.94 / 0.25)) < 1e-9);
  CHECK(sum(rows.donor, "TTTATATCC") == donor);
  CHECK(sum(rows.donor, "CAGATATCT") < donor - 5);
  const std::string before(15, 'T');
  const double acceptor = sum(rows.acceptor, before + "TCCACGGT");
  CHECK(acceptor > 3);
  CHECK(sum(rows.acceptor, std::string(15, 'A') + "TCCACAAA") == acceptor);
  CHECK(sum(rows.acceptor, before + "TCGACGGT") < acceptor - 3);
}

TEST_CASE("AT-AC sites have their own matrices, those of the model are for the others") {
  const auto letters = spliced::encode_dna("CAGATATCCTTTTTTTTTTTTTTTCCACGGT");
  report problems;
  const splice_model model = read_splice_model("vertebrate", problems);
  const site_scorer scorer(model, {.at_ac = 23});
  const auto halves = [](double bits) { return static_cast<spliced::score>(std::lround(2 * bits)); };
  CHECK(scorer.donor(letters, 3, splice_family::minor) == halves(sum(minor_sites().donor, "CAGATATCC")) - 23);
  CHECK(scorer.acceptor(letters, 28, splice_family::minor) ==
        halves(sum(minor_sites().acceptor, "CTTTTTTTTTTTTTTTCCACGGT")));
  CHECK_FALSE(scorer.donor(letters, 3));
  CHECK(site_scorer(flat_splice_model(), {.at_ac = 23}).donor(letters, 3, splice_family::minor) == -23);
}
