// What the scores of gene finders are worth in half-bits.
#include <limits>
#include <stdexcept>

#include "catch.hpp"
#include "contains.hpp"
#include "exons/candidates/candidates.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

merged_exon::statement statement(const std::string& tool, double score, double probability = none) {
  return {0, score, probability, "", tool};
}

// What a score of "tool" is worth under one scale.
std::optional<spliced::score> value(evidence_unit unit, double score, double weight = 1, double offset = 0,
                                    double probability = none) {
  const evidence_rules rules{0, {{"tool", unit, weight, offset}}};
  return evidence_weight(rules, statement("tool", score, probability));
}

candidate_set set_of(std::vector<merged_exon::statement> statements) {
  return {{"a.gff3"}, {candidate_format::gff3}, {{0, {0, 3}, strand::forward, 0, exon_type::internal, statements}}};
}

}  // namespace

TEST_CASE("a raw score is moved and multiplied, and rounded once") {
  CHECK(value(evidence_unit::raw, 7) == 7);
  CHECK(value(evidence_unit::raw, 7, 0.5, 2) == 3);  // 2.5
  CHECK(value(evidence_unit::raw, 0.4, 10) == 4);
  CHECK(value(evidence_unit::raw, -7, 0.5, -2) == -3);
  CHECK(value(evidence_unit::raw, 1e6, 0) == 0);
}

TEST_CASE("log odds in bits count twice in half-bits") {
  CHECK(value(evidence_unit::log_odds_bits, 3.3) == 7);
  CHECK(value(evidence_unit::log_odds_bits, 3.3, 2, 1) == 9);
}

TEST_CASE("in halves what a score is worth is rounded once, to halves") {
  const auto value_in_halves = [](double weight, double score) {
    const evidence_rules rules{weight, {{"bits", evidence_unit::log_odds_bits, 1, 0}}, score_unit::halves()};
    return std::pair(evidence_weight(rules, statement("other", score)),
                     evidence_weight(rules, statement("bits", score)));
  };
  CHECK(value_in_halves(1, 3.3) == std::pair(std::optional(7), std::optional(13)));  // 3.5 and 6.5
  CHECK(value_in_halves(0.5, -3) == std::pair(std::optional(-3), std::optional(-12)));
}

TEST_CASE("a posterior is worth its log odds") {
  CHECK(value(evidence_unit::posterior, 0.5) == 0);
  CHECK(value(evidence_unit::posterior, 0.8) == 4);  // odds of 4 are 2 bits
  CHECK(value(evidence_unit::posterior, 0.2) == -4);
  CHECK(value(evidence_unit::posterior, 0.8, 3) == 12);
  CHECK(value(evidence_unit::posterior, 0.8, 1, 0.5) == 3);
}

TEST_CASE("certainty is worth no more than odds of 999") {
  CHECK(value(evidence_unit::posterior, 1) == 20);  // 2 * 9.96
  CHECK(value(evidence_unit::posterior, 0.9995) == 20);
  CHECK(value(evidence_unit::posterior, 0) == -20);
}

TEST_CASE("a posterior is GENSCAN's P where there is one") {
  CHECK(value(evidence_unit::posterior, 35.2, 1, 0, 0.8) == 4);
  CHECK(value(evidence_unit::raw, 35.2, 1, 0, 0.8) == 35);
}

TEST_CASE("without a scale of its own a source's score is multiplied by candidate_weight") {
  const evidence_rules rules{0.5, {{"tool", evidence_unit::raw, 10, 0}}};
  CHECK(evidence_weight(rules, statement("other", 7)) == 4);
  CHECK(evidence_weight(rules, statement("tool", 7)) == 70);
  CHECK(evidence_weight(rules, statement("Tool", 7)) == 4);
  CHECK(evidence_weight({}, statement("tool", 7)) == 0);
}

TEST_CASE("what has no score is worth nothing") {
  CHECK_FALSE(evidence_weight({1, {}}, statement("tool", none)));
  for (const auto unit : {evidence_unit::raw, evidence_unit::log_odds_bits, evidence_unit::posterior})
    CHECK_FALSE(value(unit, none));
}

TEST_CASE("a weight that is no score is refused") {
  CHECK_THROWS_AS(value(evidence_unit::raw, 1e9), std::range_error);
  CHECK_THROWS_AS(evidence_weight({1e6, {}}, statement("tool", -1e6)), std::range_error);
}

TEST_CASE("units have names") {
  for (const auto& name : evidence_unit_names()) CHECK(to_string(*evidence_unit_from(name)) == name);
  CHECK_FALSE(evidence_unit_from("bits"));
}

TEST_CASE("a posterior that is no probability is an error, a source that nobody has a warning") {
  report problems;
  check_evidence(set_of({statement("tool", 1.5), statement("genscan", 44, 0.9)}),
                 {{"tool", evidence_unit::posterior, 1, 0},
                  {"genscan", evidence_unit::posterior, 1, 0},
                  {"augustus", evidence_unit::raw, 1, 0}},
                 problems);
  REQUIRE(problems.error_count() == 1);
  CHECK_THAT(
      problems.errors()[0].text(),
      contains("a.gff3: the score of tool is not a posterior probability (got '1.5', need a number from 0 to 1)"));
  REQUIRE(problems.warnings().size() == 1);
  CHECK_THAT(problems.warnings()[0], contains("evidence of a source that no candidate has: augustus. Hint: the "
                                              "candidates are of genscan, tool"));
}

TEST_CASE("without evidence there is nothing to check") {
  report problems;
  check_evidence(set_of({statement("tool", 1.5)}), {}, problems);
  CHECK(problems.error_count() == 0);
  CHECK(problems.warnings().empty());
}
