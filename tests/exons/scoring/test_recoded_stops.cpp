// Stop codons that stand for selenocysteine or pyrrolysine: which targets ask for them, and what they are worth.
#include "catch.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using spliced::amino_code;
using spliced::score;

namespace {

strand_region region_of(std::string_view bases) { return {0, spliced::encode_dna(bases)}; }

chain_scoring codon_scoring() {
  chain_scoring scoring;
  scoring.substitution = *spliced::named_protein_matrix("BLOSUM62");
  scoring.code = standard_code();
  return scoring;
}

score value(const chain_scoring& scoring, char residue, char symbol) {
  const auto code = amino_code(residue);
  return scoring.substitution(code, amino_code(symbol)) - scoring.reading().cost_of(code);
}

}  // namespace

TEST_CASE("targets with U or O ask for recoded stops, where the code has such stops") {
  CHECK(has_recoded_stops("MKUW", standard_code()));
  CHECK(has_recoded_stops("MKOW", standard_code()));
  CHECK_FALSE(has_recoded_stops("MKCW*", standard_code()));
  CHECK_FALSE(has_recoded_stops("MKUW", genetic_code(4)));   // TGA is W
  CHECK_FALSE(has_recoded_stops("MKUW", genetic_code(31)));  // W, or the end
  CHECK(has_recoded_stops("MKOW", genetic_code(4)));
  CHECK_FALSE(has_recoded_stops("MKOW", genetic_code(15)));  // TAG is Q
}

TEST_CASE("a recoded stop is worth as much as C or K against its letter, and nothing else goes over it") {
  const chain_scoring made =
      with_recoded_stops(codon_scoring(), region_of("ATGTGAAAATAG"), max_gain("MUKO", codon_scoring()));
  CHECK(made.code->translate(8, 4, 1) == amino_code('U'));
  CHECK(value(made, 'U', 'U') == 9);
  CHECK(value(made, 'O', 'O') == 5);
  for (const auto& [residue, symbol] : {std::pair('U', 'C'), std::pair('U', 'O'), std::pair('O', 'K')}) {
    CHECK(made.is_forbidden(value(made, residue, symbol) + 100'000));
    CHECK(spliced::is_reachable(value(made, residue, symbol)));
  }
  CHECK_FALSE(made.is_forbidden(-100'000));
  CHECK(made.substitution(amino_code('C'), amino_code('U')) == 9);  // as ever
}

TEST_CASE("where stop codons may stand within a model a recoded one costs as much, but against its letter") {
  chain_scoring scoring = codon_scoring();
  scoring.internal_stop = 30;
  const chain_scoring made = with_recoded_stops(scoring, region_of("ATGTGAAAATAG"), max_gain("MUKO", codon_scoring()));
  CHECK(value(made, 'U', 'U') == 9);
  CHECK(value(made, 'U', 'C') == -4 - 30);
  CHECK(value(made, '*', 'C') == -4 - 30);
  CHECK_FALSE(made.is_forbidden(-100'000'000));
}

TEST_CASE("a protein gains by its residues, each as well matched as can be, and some more by sites") {
  const chain_scoring scoring = codon_scoring();
  CHECK(max_gain("MW", scoring) - max_gain("", scoring) == 5 + 11);
  CHECK(max_gain("", scoring) > 0);
}

TEST_CASE("the more stops a region has the less they cost, so that scores stay within 32 bits") {
  constexpr int n_stops = 10'000;
  std::string bases;
  for (int n = 0; n < n_stops; ++n) bases += "TGA";
  const chain_scoring made = with_recoded_stops(codon_scoring(), region_of(bases), max_gain("MKUW", codon_scoring()));
  REQUIRE(made.recoded_stop);
  CHECK(std::int64_t{*made.recoded_stop} * 2 * n_stops < spliced::score_limit);
}

TEST_CASE("what forbids a stop is more than twice what a protein gains behind it, or stops are not recoded") {
  for (const std::size_t n_residues : {100u, 1'000u, 10'000u}) {
    std::string protein(n_residues, 'W');
    protein[n_residues / 2] = 'U';
    const score gain = max_gain(protein, codon_scoring());
    std::string bases;
    bool is_recoded = true;
    for (int n_stops = 1; is_recoded; n_stops *= 4) {
      while (bases.size() < 3u * static_cast<unsigned>(n_stops)) bases += "TGA";
      const chain_scoring made = with_recoded_stops(codon_scoring(), region_of(bases), gain);
      is_recoded = made.recoded_stop.has_value();
      if (is_recoded) CHECK(made.is_forbidden(value(made, 'U', 'C') + gain));
      if (!is_recoded) CHECK(n_stops * gain > spliced::score_limit / 32);  // no sooner than it must
    }
  }
}
