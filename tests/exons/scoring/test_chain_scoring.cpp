// The settings of a scoring file in the form of the recurrence.
#include <string>
#include <vector>

#include "catch.hpp"
#include "contains.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/scoring/scoring_text.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave::testing;
using namespace exonweave;

TEST_CASE("a scoring file's settings become the recurrence's scores") {
  scoring_options options;
  options.match = 3;
  options.mismatch = -5;
  options.gap_open = 2;
  options.gap_extend = 7;
  options.introns.front().cost = 11;
  options.introns.front().per_kb = 13;
  options.min_intron = 17;
  options.free_target_ends = true;
  const auto scoring = make_chain_scoring(options, dna_substitution(options), nullptr);
  CHECK(scoring.substitution(spliced::dna_code('A'), spliced::dna_code('A')) == 3);
  CHECK(scoring.substitution(spliced::dna_code('A'), spliced::dna_code('C')) == -5);
  CHECK(scoring.gaps == spliced::gap_costs{2, 7});
  CHECK(scoring.free_target_ends);
  CHECK(scoring.introns.min_intron == 17);
  CHECK(scoring.introns.between(0, 2000) == 11 + 26);
}

TEST_CASE("all lines of what introns cost are in the unit of the computation") {
  auto options = *preset_scoring("default", molecule::protein);
  options.introns = {{written_score::of_halves(61), 1}, {40, 0.0625}};
  const genetic_code code;
  const auto scoring = make_chain_scoring(options, *spliced::named_protein_matrix("BLOSUM62"), &code);
  REQUIRE(scoring.introns.lines.size() == 2);
  CHECK(scoring.introns.lines[1] == intron_line{80, length_slope::of_billionths(125'000)});
  CHECK(scoring.introns.between(0, 1'000) == 61 + 2);
  CHECK(scoring.introns.between(0, 1'000'000) == 80 + 125);
}

TEST_CASE("what only codons have is left out for nucleotides, and taken over for codons") {
  scoring_options options;
  options.coding_end_open = 5;
  options.coding_end_extend = 2;
  options.incomplete = 9;
  options.frameshift = 23;
  options.internal_stop = 31;
  const auto bases = make_chain_scoring(options, dna_substitution(options), nullptr);
  CHECK_FALSE(bases.code);
  CHECK_FALSE(bases.residue_ends);
  CHECK_FALSE(bases.incomplete);
  CHECK_FALSE(bases.frameshift);
  CHECK_FALSE(bases.internal_stop);
  const genetic_code code(4);
  const auto codons = make_chain_scoring(options, *spliced::named_protein_matrix("BLOSUM62"), &code);
  CHECK(codons.code->id() == 4);
  CHECK(codons.residue_ends == spliced::gap_costs{10, 4});
  CHECK(codons.incomplete == 18);
  CHECK(codons.frameshift == 46);
  CHECK(codons.internal_stop == 62);
  CHECK(codons.reading().code == &*codons.code);
  options.coding_end_open.reset();
  CHECK_FALSE(make_chain_scoring(options, codons.substitution, &code).residue_ends);
}

TEST_CASE("for codons all scores are computed with in halves, for the paper's presets as written") {
  const auto blosum = *spliced::named_protein_matrix("BLOSUM62");
  const auto w = spliced::amino_code('W');
  const genetic_code code;
  auto options = *preset_scoring("default", molecule::protein);
  options.introns = {{written_score::of_halves(61), 0.0625}};
  options.gap_extend = written_score::of_halves(1);
  const auto fine = make_chain_scoring(options, blosum, &code);
  CHECK(fine.substitution(w, w) == 2 * blosum(w, w));
  CHECK(fine.gaps == spliced::gap_costs{22, 1});
  CHECK(fine.residue_ends == spliced::gap_costs{24, 0});
  CHECK(fine.introns.lines.front().cost == 61);
  CHECK(fine.introns.lines.front().length_cost(0, 1'000'000) == 125);  // 62.5 half-bits
  CHECK(fine.introns.min_intron == 30);
  const auto paper = make_chain_scoring(*preset_scoring("paper", molecule::protein), blosum, &code);
  CHECK(paper.substitution(w, w) == blosum(w, w));
  CHECK(paper.gaps == spliced::gap_costs{0, 8});
}

TEST_CASE("a slope finer than one per kb is kept for nucleotides too") {
  scoring_options options;
  options.introns.front().per_kb = 0.25;
  const auto scoring = make_chain_scoring(options, dna_substitution(options), nullptr);
  CHECK(scoring.introns.lines.front().length_cost(0, 3'999) == 0);
  CHECK(scoring.introns.lines.front().length_cost(0, 4'000) == 1);
}

TEST_CASE("a matrix of a scoring file is read row by row, with N when it has five letters") {
  scoring_options options;
  options.matrix = letter_matrix{4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
  const auto score_of = [](const scoring_options& options, char genomic, char in_target) {
    return dna_substitution(options)(spliced::dna_code(genomic), spliced::dna_code(in_target));
  };
  CHECK(score_of(options, 'A', 'T') == 4);
  CHECK(score_of(options, 'T', 'A') == 13);
  CHECK(score_of(options, 'N', 'A') == 7);  // the mean of 1, 5, 9, 13
  options.matrix = letter_matrix{5, {}};
  for (int score = 0; score < 25; ++score) options.matrix->scores.push_back(score);
  CHECK(score_of(options, 'A', 'N') == 4);
  CHECK(score_of(options, 'N', 'A') == 20);
  CHECK(score_of(options, 'N', 'N') == 24);
  CHECK(score_of(options, 'T', 'G') == 17);
}

// Which costs of a scoring file are whole numbers, halves or fractions, for which targets.

TEST_CASE("with proteins costs may be halves") {
  const auto options = sound(
      "intron: 30.5\ngap_open: 10.5\ngap_extend: 0.5\ntype_mismatch: 1.5\ngc_donor: 13.5\nat_ac: 20.5\n"
      "noncanonical: 0.5\ncoding_end_open: 11.5\ncoding_end_extend: 0.5\nframeshift: 22.5\n"
      "internal_stop: 1000000\nincomplete: 0\ndisruption: 27.5\nopen_end: 2.5\ncut_intron: 12.5\n",
      molecule::protein);
  CHECK(options.introns.front().cost == written_score::of_halves(61));
  CHECK(options.gap_extend == written_score::of_halves(1));
  CHECK(options.sites.at_ac == written_score::of_halves(41));
  CHECK(options.frameshift == written_score::of_halves(45));
  CHECK(options.disruption == written_score::of_halves(55));
  CHECK(options.open_end == written_score::of_halves(5));
  CHECK(options.cut_intron == written_score::of_halves(25));
  CHECK(sound("gap: 7.5\n", molecule::protein).gap_extend == written_score::of_halves(15));
  CHECK(sound(to_yaml(options), molecule::protein) == options);
}

TEST_CASE("a cost with proteins is a whole number, one with .5, and nothing else") {
  for (const char* bad : {"010", "010.5", "1e3", "+5", "1.0", "30.50", "0.25", "0x10", ".5", "5.", "\"2.5\"",
                          "99999999999999999999", "~", "[2.5]", "1_000", "--5"})
    CHECK_THAT(only_error(std::string("gap: 1\nintron: ") + bad + "\n", molecule::protein),
               contains(":2: intron is not a whole or half number (got '"));
  CHECK_THAT(only_error("intron: 30.25\n", molecule::protein),
             contains("(got '30.25', need digits for a number from 0 to 1000000, with .5 at its end or not)"));
  CHECK_THAT(only_error("at_ac: none\n", molecule::protein), contains("with .5 at its end or not, or off)"));
  for (const char* bad : {"-0.5", "1000000.5", "-1", "1000001"})
    CHECK_THAT(only_error(std::string("intron: ") + bad + "\n", molecule::protein),
               contains(":1: intron is out of range"));
}

TEST_CASE("where scores are whole numbers a half is told as one") {
  for (const char* key : {"gap", "gap_open", "gap_extend", "intron", "type_mismatch", "gc_donor", "at_ac"}) {
    CHECK_THAT(only_error(std::string(key) + ": 2.5\n"),
               contains(std::string(key) + " is not a whole number (got '2.5', need digits for a number from 0") &&
                   contains("Hint: halves are for protein targets; with DNA targets and with preset paper"));
    CHECK_THAT(only_error(std::string("preset: paper\n") + key + ": 2.5\n", molecule::protein),
               contains(" is not a whole number (got '2.5'"));
  }
  for (const auto kind : {molecule::dna, molecule::protein}) {
    CHECK_THAT(only_error("match: 2.5\n", kind), contains("match is not a whole number (got '2.5'"));
    CHECK_THAT(only_error("matrix: [[1.5,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4]]\n", kind),
               contains("a matrix score is not a whole number (got '1.5'"));
    CHECK_THAT(only_error("min_intron: 20.5\n", kind), contains("min_intron is not a whole number"));
  }
}

TEST_CASE("what splice sites must weigh is a score, or off") {
  CHECK(sound("min_site: -12\n").min_site == -12);
  CHECK(sound("min_site: -0.5\n", molecule::protein).min_site == written_score::of_halves(-1));
  for (const auto kind : {molecule::dna, molecule::protein}) {
    for (const char* text : {"-10000", "0", "10000", "off"}) {
      auto options = sound(std::string("min_site: ") + text + "\n", kind);
      CHECK(options.min_site.has_value() == (std::string(text) != "off"));
      options.has_given_introns = true;  // as the file that is written says them
      CHECK(sound(to_yaml(options), kind) == options);
    }
    for (const char* bad : {"-10001", "10001"})
      CHECK_THAT(only_error(std::string("min_site: ") + bad + "\n", kind),
                 contains(":1: min_site is out of range") && contains("a number from -10000 to 10000") &&
                     contains(", or off)"));
    for (const char* bad : {"none", "1e3", "+5", "010", "0.25", "\"2\"", "[2]", "~", ""})
      CHECK_THAT(only_error(std::string("min_site: ") + bad + "\n", kind), contains(":1: min_site is not a whole"));
  }
  CHECK_THAT(only_error("min_site: -2.5\n"),
             contains("min_site is not a whole number (got '-2.5'") && contains("Hint: halves are for protein"));
}

TEST_CASE("one file serves both kinds of targets: what DNA has no use for may be halves") {
  const std::string yaml = "frameshift: 22.5\ninternal_stop: 1.5\nincomplete: 3.5\ncoding_end_open: 11.5\n";
  CHECK(sound(yaml).frameshift == sound(yaml, molecule::protein).frameshift);
}

TEST_CASE("costs per kb are decimal numbers down to millionths") {
  for (const auto kind : {molecule::dna, molecule::protein})
    for (const auto& [text, value] : std::vector<std::pair<std::string, double>>{{"0.0625", 0.0625},
                                                                                 {"0.1", 0.1},
                                                                                 {"0.000001", 0.000001},
                                                                                 {"999999.999999", 999999.999999},
                                                                                 {"1000000", 1000000},
                                                                                 {"0", 0}}) {
      auto options = sound("intron_per_kb: " + text + "\n", kind);
      CHECK(options.introns.front().per_kb == value);
      options.has_given_introns = true;  // as the file that is written says them
      CHECK(sound(to_yaml(options), kind) == options);
    }
  for (const char* bad : {"0.0000001", "0.0625001", "999999.9999995", "0.00000000000001"})
    CHECK_THAT(only_error(std::string("intron_per_kb: ") + bad + "\n"),
               contains("intron_per_kb is too fine (got '") && contains("need at most 6 digits after the point"));
  for (const char* bad : {"010", "1e3", "-1", "1000000.1", "\"1\"", "x", "off", "1e-3", "00.5"})
    CHECK_THAT(only_error(std::string("intron_per_kb: ") + bad + "\n"),
               contains("intron_per_kb is not a cost (got '") && contains("need a decimal number from 0 to 1000000)"));
}

TEST_CASE("proteins are scored in halves, DNA and the paper's recurrence in whole numbers") {
  for (const auto& name : preset_names()) {
    CHECK(unit_of(*preset_scoring(name, molecule::dna), molecule::dna) == score_unit::whole());
    CHECK(unit_of(*preset_scoring(name, molecule::protein), molecule::protein) ==
          (name == "paper" ? score_unit::whole() : score_unit::halves()));
  }
}

// Stop codons that stand for selenocysteine or pyrrolysine: which targets ask for them, and what they are worth.

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
