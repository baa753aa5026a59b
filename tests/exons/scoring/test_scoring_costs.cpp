// Which costs of a scoring file are whole numbers, halves or fractions, for which targets.
#include <string>
#include <vector>

#include "catch.hpp"
#include "contains.hpp"
#include "exons/scoring/scoring_text.hpp"

using namespace exonweave;
using namespace exonweave::testing;

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
