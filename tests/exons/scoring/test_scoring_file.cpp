// Scoring files mean what they say or are refused with the line that does not.
#include <fmt/format.h>

#include <catch.hpp>
#include <string>
#include <tuple>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/scoring/scoring_text.hpp"

using namespace exonweave::testing;
using namespace exonweave;

namespace {

const std::string four_rows =
    "matrix:\n  - [5, -4, -4, -4]\n  - [-4, 5, -4, -4]\n  - [-4, -4, 5, -4]\n  - [-4, -4, -4, 5]\n";

}  // namespace

TEST_CASE("an empty file, comments alone and preset default are the defaults") {
  for (const char* yaml : {"", "\n", "# nothing\n", "---\n", "{}", "preset: default\n", "\xef\xbb\xbf"})
    for (const auto kind : {molecule::dna, molecule::protein})
      CHECK(sound(yaml, kind) == preset_scoring("default", kind));
  CHECK(sound("") == scoring_options{});
}

TEST_CASE("keys override the preset wherever they stand") {
  const auto options = sound("gap: 3\npreset: paper\r\nmin_intron: 1000000000 # nt\ncandidate_weight: 0.25\n");
  CHECK(options.preset == "paper");
  CHECK(options.match == 1);
  CHECK(options.gap_open == 0);
  CHECK(options.gap_extend == 3);
  CHECK(options.introns == std::vector<intron_cost>{{0, 0}});
  CHECK(options.min_intron == 1'000'000'000);
  CHECK_FALSE(options.free_target_ends);
  CHECK(options.candidate_weight == 0.25);
}

TEST_CASE("a matrix takes the place of match and mismatch") {
  const auto options = sound(four_rows + "gap: 6\n");
  REQUIRE(options.matrix);
  CHECK(options.matrix->n_letters == 4);
  CHECK(options.matrix->scores == std::vector<int>{5, -4, -4, -4, -4, 5, -4, -4, -4, -4, 5, -4, -4, -4, -4, 5});
  CHECK_THAT(only_error(four_rows + "mismatch: -3\n"), contains(":6: mismatch together with matrix"));
}

TEST_CASE("a matrix that is no square of four or five letters is refused") {
  CHECK_THAT(only_error("matrix: 5\n"), contains(":1: matrix is not a square of letters (got '5'"));
  CHECK_THAT(only_error("matrix: [[1]]\n"), contains("(got '1 rows', need 4 rows (A, C, G, T) or 5 (and N))"));
  CHECK_THAT(only_error("matrix:\n  - [1, 2, 3, 4]\n  - [1, 2, 3]\n  - [1, 2, 3, 4]\n  - [1, 2, 3, 4]\n"),
             contains(":3: a matrix row of another length (got '3 numbers', need 4"));
  CHECK_THAT(only_error("matrix: [[1,2,3,4],[1,2,x,4],[1,2,3,4],[1,2,3,4]]\n"),
             contains(":1: a matrix score is not a whole number (got 'x'"));
}

TEST_CASE("duplicate and unknown keys are refused") {
  CHECK_THAT(only_error("match: 1\ngap: 2\nmatch: 1\n"), contains(":3: duplicate key, first on line 1 (got 'match')"));
  CHECK_THAT(only_error("mtch: 1\n"), contains(":1: unknown key (got 'mtch'). Hint: did you mean 'match'"));
  CHECK_THAT(only_error("\"match\": 1\nmatch: 1\n"), contains(":2: duplicate key"));
  CHECK_THAT(only_error("? [1, 2]\n: 3\n"), contains(":1: a key that is not a name (got 'a list'"));
}

TEST_CASE("whole numbers are digits alone, and in range") {
  for (const char* bad : {"010", "1e3", "+5", "1.0", "0x10", "1_000", "\"2\"", "'2'", "true", "two", "", "~", "[2]",
                          "{a: 1}", "99999999999999999999", ".inf", "1 2", "\xd9\xa2"})
    CHECK_THAT(only_error(std::string("gap: 1\nmatch: ") + bad + "\n"),
               contains(":2: match is not a whole number (got '"));
  CHECK_THAT(only_error("match: 10001\n"),
             contains(":1: match is out of range (got '10001', need digits for a number from -10000 to 10000)"));
  CHECK_THAT(only_error("gap: -1\n"), contains(":1: gap is out of range"));
  CHECK_THAT(only_error("min_intron: 1000000001\n"), contains(":1: min_intron is out of range"));
  CHECK_THAT(only_error("max_intron: 1000000001\n"), contains("or off"));
  CHECK(sound("match: -10000\nintron: 1000000\n").match == -10000);
}

TEST_CASE("weights are plain decimals, flags are true or false") {
  for (const char* bad : {"-1", "1e-3", "nan", ".inf", "1000000.5", "00.1", "1.2.3", "\"1\"", "1,5"})
    CHECK_THAT(only_error(std::string("candidate_weight: ") + bad + "\n"),
               contains("candidate_weight is not a weight"));
  CHECK(sound("candidate_weight: .5\n").candidate_weight == 0.5);
  for (const char* bad : {"yes", "True", "1", "\"true\"", "on"})
    CHECK_THAT(only_error(std::string("free_target_ends: ") + bad + "\n"), contains("need true or false"));
  CHECK_THAT(only_error("preset: papr\n"),
             contains(":1: unknown preset (got 'papr', need default or global or paper)"));
}

TEST_CASE("YAML that people do not mean is refused with its line") {
  CHECK_THAT(only_error("gap: 1\n\tmatch: 2\n"), contains(":2: tab character. Hint: use blanks"));
  CHECK_THAT(only_error("gap:\t1\n"), contains(":1: tab character"));
  CHECK(sound("gap: 1 #\ta tab in a comment\n").gap_extend == 1);
  CHECK_THAT(only_error("gap: 1\n---\ngap: 2\n"), contains(":2: a second YAML document"));
  CHECK_THAT(only_error("gap: &a 1\nintron: *a\n"), contains(":1: YAML anchor"));
  CHECK_THAT(only_error("gap: !!int 1\n"), contains(":1: YAML tag tag:yaml.org,2002:int"));
  CHECK_THAT(only_error("gap: [1\n"), contains("not valid YAML"));
  CHECK_THAT(only_error("gap: 1\nmatch 2\n"), contains(":2: unknown key (got 'match 2'). Hint: did you mean 'match'?"));
  CHECK_THAT(only_error(std::string("gap: 1\n\x04match: x\n")), contains(":2: control character \\x04"));
  CHECK_THAT(only_error("- gap: 1\n"), contains(":1: not a scoring file (got 'a list'"));
}

TEST_CASE("deep nesting, alias bombs and large files are refused at once") {
  CHECK_THAT(only_error("matrix: " + std::string(30000, '[') + "\n"), contains(":1: nested too deeply"));
  std::string bomb = "a: &a [x]\n";
  for (char c = 'b'; c < 'z'; ++c)
    bomb += std::string(1, c) + ": &" + c + " [*" + char(c - 1) + ",*" + char(c - 1) + "]\n";
  CHECK_THAT(only_error(bomb), contains(":1: YAML anchor"));
  CHECK_THAT(only_error(std::string(70000, '#')), contains("larger than 65536 bytes"));
}

TEST_CASE("all wrong settings are told at once") {
  const auto result = read("match: x\nfoo: 1\ngap: -1\nfree_target_ends: no\n");
  CHECK(result.problems.error_count() == 4);
}

TEST_CASE("a linear gap is one that costs nothing to open, and says it alone") {
  const auto protein = sound("gap: 8\n", molecule::protein);
  CHECK(protein.gap_open == 0);
  CHECK(protein.gap_extend == 8);
  const auto affine = sound("gap_open: 6\ngap_extend: 2\n");
  CHECK(affine.gap_open == 6);
  CHECK(affine.gap_extend == 2);
  CHECK(sound("gap_open: 9\n", molecule::protein).gap_extend == 1);
  CHECK_THAT(only_error("gap: 4\ngap_extend: 1\n"),
             contains(":2: gap_extend together with gap (got 'gap_extend'). Hint: 'gap: N' is gap_open 0"));
  CHECK(read("gap_open: 4\ngap: 1\ngap_extend: 1\n").problems.error_count() == 2);
}

TEST_CASE("costs that can be off are off or numbers") {
  const auto options =
      sound("frameshift: 23\nat_ac: 12\ncoding_end_open: off\ninternal_stop: \"off\"\n", molecule::protein);
  CHECK(options.frameshift == 23);
  CHECK(options.sites.at_ac == 12);
  CHECK_FALSE(options.coding_end_open);
  CHECK_FALSE(options.internal_stop);
  CHECK(sound("frameshift: 0\n").frameshift == 0);
  for (const char* key : {"frameshift", "internal_stop", "incomplete", "disruption", "open_end", "cut_intron", "at_ac",
                          "noncanonical", "coding_end_open"}) {
    const bool is_for_both = std::string(key) == "at_ac" || std::string(key) == "noncanonical";
    const std::string what = is_for_both ? "whole" : "whole or half",
                      end = is_for_both ? "" : ", with .5 at its end or not";
    CHECK_THAT(only_error(std::string(key) + ": none\n"),
               contains(std::string(":1: ") + key + " is not a " + what +
                        " number (got 'none', need digits for a number from 0 to 1000000" + end + ", or off)"));
    CHECK_THAT(only_error(std::string(key) + ": 1000001\n"), contains(std::string(key) + " is out of range"));
    CHECK_THAT(only_error(std::string(key) + ":\n"), contains("(got 'nothing'"));
  }
  CHECK_THAT(only_error("gc_donor: off\n"), contains("gc_donor is not a whole number (got 'off'"));
  CHECK_THAT(only_error("intron: off\n"), contains("intron is not a whole number"));
}

TEST_CASE("unaligned coding ends cost what gaps cost unless they are set apart") {
  const auto apart = sound("coding_end_open: 5\ncoding_end_extend: 1\n", molecule::protein);
  CHECK(apart.coding_end_open == 5);
  CHECK(apart.coding_end_extend == 1);
  CHECK(!sound("coding_end_open: off\n", molecule::protein).coding_end_open);
  CHECK(!sound("preset: paper\n", molecule::protein).coding_end_open);
}

TEST_CASE("a name that is no text is refused, since it could not be written back") {
  CHECK_THAT(only_error("splice_model: 'a\xff'\n"), contains("splice_model is no text"));
  CHECK(sound("splice_model: 'm\xc3\xb6'\n", molecule::protein).splice_model == "m\xc3\xb6");
}

TEST_CASE("names of models and matrices are kept as they are written") {
  const auto options = sound("splice_model: plant\nprotein_matrix: \"my matrix.txt\"\n", molecule::protein);
  CHECK(options.splice_model == "plant");
  CHECK(options.protein_matrix == "my matrix.txt");
  for (const char* bad : {"", " \"\"", " []", " {a: 1}"})
    CHECK_THAT(only_error(std::string("splice_model:") + bad + "\n"), contains(":1: splice_model is empty"));
  CHECK_THAT(only_error("splice_weight: -1\n"), contains("splice_weight is not a weight (got '-1', need a decimal"));
  CHECK_THAT(only_error("start_weight: 1001\n"), contains("start_weight is not a weight"));
  CHECK(sound("splice_weight: 0.75\n").sites.splice_weight == 0.75);
}

TEST_CASE("each kind of target has its own presets") {
  const auto dna = *preset_scoring("default", molecule::dna);
  CHECK(std::tuple(dna.match, dna.mismatch, dna.gap_open, dna.gap_extend, dna.introns.front().cost, dna.min_intron,
                   dna.type_mismatch, dna.free_target_ends) == std::tuple(2, -2, 0, 4, 30, 20, 20, true));
  CHECK(dna.splice_model == "none");
  const auto protein = *preset_scoring("default", molecule::protein);
  CHECK(protein.protein_matrix == "BLOSUM62");
  CHECK(std::tuple(protein.gap_open, protein.gap_extend, protein.introns.front().cost, protein.min_intron,
                   protein.type_mismatch, protein.free_target_ends) == std::tuple(11, 1, 30, 30, 0, true));
  CHECK(protein.splice_model == "auto");
  CHECK(protein.sites == site_scoring{1, 1, 14, {}, {}});
  CHECK(protein.min_site == -40);
  CHECK(protein.open_end == 0);
  CHECK(protein.cut_intron == 10);
  CHECK(protein.disruption == 28);
  CHECK(protein.extend_starts);
  CHECK_FALSE(dna.extend_starts);
  CHECK_FALSE(dna.min_site);
  for (const auto kind : {molecule::dna, molecule::protein}) {
    auto global = *preset_scoring("global", kind);
    CHECK_FALSE(global.free_target_ends);
    global.free_target_ends = true;
    global.preset = "default";
    CHECK(global == preset_scoring("default", kind));
    const auto paper = *preset_scoring("paper", kind);
    CHECK(std::tuple(paper.gap_open, paper.introns.front().cost, paper.introns.front().per_kb, paper.min_intron,
                     paper.type_mismatch, paper.free_target_ends, paper.splice_model, paper.coding_end_open,
                     paper.sites.gc_donor,
                     paper.min_site) == std::tuple(0, 0, 0, 0, 0, false, "none", std::nullopt, 0, std::nullopt));
    CHECK_FALSE(preset_scoring("Default", kind));
  }
  CHECK(preset_scoring("paper", molecule::dna)->gap_extend == 1);
  CHECK(preset_scoring("paper", molecule::protein)->gap_extend == 8);
}

TEST_CASE("introns is a list of lines, and one line is what intron and intron_per_kb say") {
  const auto options = sound(
      "introns:\n"
      "  - {cost: 30.5, per_kb: 0.5}\n"
      "  - cost: 40\n    per_kb: 0.03\n"
      "  - {cost: 60}\n",
      molecule::protein);
  CHECK(options.introns == std::vector<intron_cost>{{written_score::of_halves(61), 0.5}, {40, 0.03}, {60, 0}});
  CHECK(sound(to_yaml(options), molecule::protein) == options);
  CHECK(to_yaml(options).find("\nintron: ") == std::string::npos);
  CHECK(sound("introns: [{cost: 17, per_kb: 0.25}]\n") == sound("intron: 17\nintron_per_kb: 0.25\n"));
  CHECK(sound("preset: paper\nintrons: [{cost: 3}]\n") == sound("intron: 3\npreset: paper\n"));
}

TEST_CASE("introns that say too little, too much or the same twice are refused with their line") {
  CHECK_THAT(only_error("gap: 1\nintrons: 2\n"),
             contains(":2: introns is not a list of lines (got '2', need 1 to 3 entries such as '- {cost"));
  CHECK_THAT(only_error("introns:\n"), contains("introns is not a list of lines (got 'nothing'"));
  CHECK_THAT(only_error("introns: {cost: 1}\n"), contains("introns is not a list of lines (got 'a map'"));
  CHECK_THAT(only_error("introns: []\n"), contains("(got '0 entries', need 1 to 3 entries"));
  CHECK_THAT(only_error("introns: [{cost: 1}, {cost: 2}, {cost: 3}, {cost: 4}]\n"),
             contains("(got '4 entries', need 1 to 3 entries"));
  CHECK_THAT(only_error("introns: [30]\n"),
             contains("not an entry of introns (got '30', need a map such as 'cost: 30')"));
  CHECK_THAT(only_error("introns:\n  - {cost: 1}\n  - {per_kb: 1}\n"),
             contains(":3: introns: an entry without a cost (need 'cost: N'"));
  CHECK_THAT(only_error("introns: [{cots: 1, cost: 2}]\n"),
             contains("unknown key (got 'cots'). Hint: did you mean 'cost'?"));
  CHECK_THAT(only_error("introns: [{cost: 1, cost: 2}]\n"), contains("duplicate key"));
  CHECK_THAT(only_error("introns: [{cost: 1.5}]\n"),
             contains("introns: cost is not a whole number (got '1.5', need digits for a number from 0") &&
                 contains("Hint: halves are for protein targets"));
  for (const char* bad : {"-1", "1000001"})
    CHECK_THAT(only_error(std::string("introns: [{cost: ") + bad + "}]\n"), contains("introns: cost is out of range"));
  for (const char* bad : {"off", "\"1\"", "1e3", "~"})
    CHECK_THAT(only_error(std::string("introns: [{cost: ") + bad + "}]\n"),
               contains("introns: cost is not a whole number"));
  CHECK_THAT(only_error("introns: [{cost: 1, per_kb: 0.0000001}]\n"),
             contains("introns: per_kb is too fine (got '0.0000001', need at most 6 digits"));
  for (const char* bad : {"-1", "1000000.1", "x", "off", "{a: 1}"})
    CHECK_THAT(only_error(std::string("introns: [{cost: 1, per_kb: ") + bad + "}]\n"),
               contains(bad == std::string("{a: 1}") ? "nested too deeply" : "introns: per_kb is not a cost"));
  for (const char* other : {"intron", "intron_per_kb"})
    CHECK_THAT(
        only_error(std::string("introns: [{cost: 1}]\n") + other + ": 3\n"),
        contains(std::string(":2: ") + other + " together with introns (got '" + other + "'). Hint: introns says"));
}

TEST_CASE("evidence is a list of calibrations, one per source") {
  const auto options = sound(
      "evidence:\n"
      "  - {source: genscan, score: posterior, weight: 0.5}\n"
      "  - source: AUGUSTUS\n    offset: -1.5\n");
  REQUIRE(options.evidence.size() == 2);
  CHECK(options.evidence[0] == evidence_scale{"genscan", evidence_unit::posterior, 0.5, 0});
  CHECK(options.evidence[1] == evidence_scale{"AUGUSTUS", evidence_unit::raw, 1, -1.5});
  CHECK(sound("evidence: []\n").evidence.empty());
}

TEST_CASE("evidence that says too little or too much is refused with its line") {
  CHECK_THAT(only_error("evidence: 2\n"), contains(":1: evidence is not a list (got '2', need entries such as"));
  CHECK_THAT(only_error("evidence:\n"), contains(":1: evidence is not a list (got 'nothing'"));
  CHECK_THAT(only_error("evidence: {source: a}\n"), contains("evidence is not a list (got 'a map'"));
  CHECK_THAT(only_error("evidence: [genscan]\n"),
             contains("not an entry of evidence (got 'genscan', need a map such as 'source: genscan')"));
  CHECK_THAT(only_error("evidence:\n  - {weight: 1}\n"), contains(":2: evidence without a source"));
  CHECK_THAT(only_error("evidence: [{source: }]\n"), contains("evidence without a source"));
  CHECK_THAT(only_error("evidence:\n  - {source: a}\n  - {source: a}\n"),
             contains(":3: evidence of a source twice (got 'a')"));
  CHECK_THAT(only_error("evidence: [{source: a, score: odds}]\n"),
             contains("evidence: unknown kind of score (got 'odds', need raw or log_odds_bits or posterior)"));
  CHECK_THAT(only_error("evidence: [{source: a, weight: -1}]\n"),
             contains("evidence: weight is not a weight (got '-1', need a decimal number from 0 to 1000000)"));
  CHECK_THAT(only_error("evidence: [{source: a, offset: 1e3}]\n"), contains("evidence: offset is not a score"));
  CHECK_THAT(only_error("evidence: [{source: a, wieght: 1}]\n"),
             contains("unknown key (got 'wieght'). Hint: did you mean 'weight'?"));
}

TEST_CASE("the text of an option sets a key as a file does") {
  auto options = *preset_scoring("default", molecule::protein);
  set_scoring("--set", "incomplete=20.5", molecule::protein, options);
  set_scoring("--set", "disruption=off", molecule::protein, options);
  set_scoring("--set", "protein_matrix=a=b", molecule::protein, options);
  CHECK(to_string(options.incomplete.value()) == "20.5");
  CHECK_FALSE(options.disruption);
  CHECK(options.protein_matrix == "a=b");
  auto paper = *preset_scoring("paper", molecule::protein);
  for (const char* bad : {"", "incomplete", "incomplete=", "incomplete=-1", "incomplete=2.5", "intron=1", "gap=1"})
    CHECK_THROWS_AS(set_scoring("--set", bad, molecule::protein, paper), bad_usage);
}

TEST_CASE("settings written out read back to the same value") {
  scoring_options changed = *preset_scoring("paper", molecule::dna);
  changed.gap_extend = 17;
  changed.candidate_weight = 0.000001234;
  changed.frameshift = 23;
  changed.sites.noncanonical = 0;
  changed.splice_model = "with \"quotes\", \\ and # of models: 1.yaml";
  changed.evidence = {{"genscan", evidence_unit::posterior, 0.1, -3}, {"a: b", evidence_unit::raw, 2, 0}};
  changed.introns = {{30, 0.5}, {40, 0.000001}};
  scoring_options with_matrix;
  with_matrix.matrix = letter_matrix{5, std::vector<int>(25, -3)};
  for (auto options : {scoring_options{}, changed, with_matrix, sound(four_rows)}) {
    options.has_given_introns = true;  // as the file says them
    CHECK(sound(to_yaml(options)) == options);
  }
  for (const auto& name : preset_names()) {
    auto protein = *preset_scoring(name, molecule::protein);
    protein.has_given_introns = true;
    CHECK(sound(to_yaml(protein), molecule::protein) == protein);
  }
}

// Matrix files in NCBI's format mean what they say or are refused with the line that does not.

namespace {

const std::string twenty(spliced::twenty_amino_acids);

// A matrix file over `letters`: 4 on the diagonal, -1 elsewhere.
std::string file_of(const std::string& letters) {
  std::string text = "# a comment\n  ";
  for (const char letter : letters) text += fmt::format("  {}", letter);
  for (std::size_t row = 0; row < letters.size(); ++row) {
    text += fmt::format("\n{}", letters[row]);
    for (std::size_t column = 0; column < letters.size(); ++column)
      text += fmt::format(" {:>2}", row == column ? 4 : -1);
  }
  return text + "\n";
}

std::string replaced(std::string text, const std::string& old_text, const std::string& new_text) {
  return text.replace(text.find(old_text), old_text.size(), new_text);
}

std::string only_error(const std::string& text) {
  const temporary_file file(text);
  report problems;
  read_protein_matrix(file.path(), problems);
  INFO(text);
  CHECK(problems.error_count() == 1);
  return problems.errors().empty() ? "" : problems.errors()[0].text();
}

spliced::score score_of(const std::string& text, char genomic, char in_target) {
  const temporary_file file(text);
  report problems;
  const auto matrix = read_protein_matrix(file.path(), problems);
  problems.throw_if_errors();
  return matrix(spliced::amino_code(genomic), spliced::amino_code(in_target));
}

}  // namespace

TEST_CASE("a name gives the matrix of that name, any other word is a path") {
  report problems;
  CHECK(read_protein_matrix("BLOSUM80", problems)(18, 18) == 7);
  CHECK_THROWS_WITH(
      read_protein_matrix("BLOSUM63", problems),
      contains("neither a matrix nor a file (got 'BLOSUM63', need BLOSUM45, BLOSUM62, BLOSUM80 or a path)"));
  CHECK_THROWS_AS(read_protein_matrix("no/such/file", problems), missing_input);
}

TEST_CASE("rows may stand in any order, in either case, and letters without a row follow the rules") {
  std::string backwards(twenty.rbegin(), twenty.rend());
  for (const auto& text : {file_of(twenty), file_of(backwards), file_of("arndcqeghilkmfpstwyv"),
                           replaced(file_of(twenty), "\nA", "\r\nA")}) {
    CHECK(score_of(text, 'W', 'W') == 4);
    CHECK(score_of(text, 'W', 'A') == -1);
    CHECK(score_of(text, 'J', 'L') == 1);
    CHECK(score_of(text, 'U', 'C') == 4);
    CHECK(score_of(text, 'A', '*') == -1);
  }
  CHECK(score_of(file_of(twenty + "JX*"), 'J', 'J') == 4);
  CHECK(score_of(file_of(twenty + "*"), '*', '*') == -1);
}

TEST_CASE("rows are the genome's, and the two triangles may differ") {
  const auto text = replaced(file_of(twenty), "\nA  4 -1", "\nA  4  3");
  CHECK(score_of(text, 'A', 'R') == 3);
  CHECK(score_of(text, 'R', 'A') == -1);
}

TEST_CASE("a file that is no matrix is refused") {
  CHECK_THAT(only_error(""), contains("not a protein matrix: the file is empty"));
  CHECK_THAT(only_error("# nothing\n\n"), contains("not a protein matrix: the file is empty"));
  CHECK_THAT(only_error("preset: default\n"), contains(":1: not a protein matrix: a column that is not an amino acid "
                                                       "(got 'preset:', need a first line of letters"));
  CHECK_THAT(only_error("A R 1\n"), contains(":1: not a protein matrix: a column that is not an amino acid (got '1'"));
  CHECK_THAT(only_error("A R A\n"), contains(":1: a column twice (got 'A')"));
}

TEST_CASE("wrong rows are refused with their line") {
  const auto good = file_of(twenty);
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR x")), contains(":4: a score that is no whole number (got 'x'"));
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR 1.5")),
             contains(":4: a score that is no whole number (got '1.5'"));
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR 04")), contains("no whole number (got '04'"));
  CHECK_THAT(
      only_error(replaced(good, "\nR -1", "\nR -10001")),
      contains(":4: a score that is out of range (got '-10001', need digits for a number from -10000 to 10000)"));
  CHECK_THAT(only_error(replaced(good, "\nR -1", "\nR")),
             contains(":4: a row of another length (got '19 scores', need 20"));
  CHECK_THAT(only_error(good + "R 1\n"), contains(":23: a row twice (got 'R')"));
  CHECK_THAT(only_error(good + "B 1\n"),
             contains(":23: a row without a column of its letter (got 'B', need one of " + twenty));
}

TEST_CASE("each of the 20 amino acids, and each column, needs its row") {
  CHECK_THAT(only_error(file_of("ARNDCQEGHILKMFPST")),
             contains("letters without a row (got 'WYV', need a row and a column"));
  const auto good = file_of(twenty);
  CHECK_THAT(only_error(good.substr(0, good.rfind("\nV") + 1)), contains("letters without a row (got 'V'"));
}

TEST_CASE("all wrong rows are told at once") {
  const temporary_file file(replaced(replaced(file_of(twenty), "\nR -1", "\nR x"), "\nN -1", "\nN y"));
  report problems;
  read_protein_matrix(file.path(), problems);
  CHECK(problems.error_count() == 2);
}
