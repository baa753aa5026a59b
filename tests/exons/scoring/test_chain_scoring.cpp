// The settings of a scoring file in the form of the recurrence.
#include "catch.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "spliced/scoring/protein_matrix.hpp"

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
