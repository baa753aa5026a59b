// Scores as they are written, in whole and half numbers, and the integers that stand for them.
#include <catch.hpp>
#include <limits>
#include <stdexcept>
#include <string>

#include "exons/settings/setting_values.hpp"

using namespace exonweave;

TEST_CASE("a written score is a whole number with .5 at its end or not, and nothing else") {
  CHECK(parse_written_score("40") == written_score(40));
  CHECK(parse_written_score("40.5") == written_score::of_halves(81));
  CHECK(parse_written_score("0.5") == written_score::of_halves(1));
  CHECK(parse_written_score("-0.5") == written_score::of_halves(-1));
  CHECK(parse_written_score("-12.5") == written_score::of_halves(-25));
  CHECK(parse_written_score("-12") == written_score(-12));
  for (const char* bad : {"",
                          ".5",
                          "-.5",
                          "5.",
                          "1.0",
                          "1.50",
                          "1.25",
                          "010",
                          "00.5",
                          "010.5",
                          "1e3",
                          "+5",
                          "0x1.5",
                          "1,5",
                          " 1.5",
                          "1.5 ",
                          "1.5.5",
                          "--1.5",
                          "nan",
                          "99999999999999999999",
                          "9223372036854775807.5",
                          "-9223372036854775808"})
    CHECK_FALSE(parse_written_score(bad));
}

TEST_CASE("a written score is written as it is read") {
  for (const char* text : {"0", "0.5", "-0.5", "1", "-1", "1.5", "-1.5", "40.5", "-2147483648.5"})
    CHECK(to_string(*parse_written_score(text)) == text);
}

TEST_CASE("written scores are ordered as numbers") {
  CHECK(written_score(40) < *parse_written_score("40.5"));
  CHECK(*parse_written_score("-0.5") < written_score(0));
  CHECK(written_score(7) == 7);
}

TEST_CASE("whole units are what is written") {
  constexpr score_unit unit = score_unit::whole();
  CHECK(unit.inside(written_score(40)) == 40);
  CHECK(unit.text(-41) == "-41");
  CHECK_FALSE(unit.holds(*parse_written_score("40.5")));
  CHECK_THROWS_AS(unit.inside(*parse_written_score("40.5")), std::invalid_argument);
}

TEST_CASE("in halves the integers are twice what is written") {
  constexpr score_unit unit = score_unit::halves();
  CHECK(unit.inside(written_score(40)) == 80);
  CHECK(unit.inside(*parse_written_score("-40.5")) == -81);
  CHECK(unit.text(80) == "40");
  CHECK(unit.text(81) == "40.5");
  CHECK(unit.text(-1) == "-0.5");
  CHECK(unit.text(std::int64_t{1} << 40) == std::to_string(std::int64_t{1} << 39));
  CHECK_FALSE(unit.inside(std::optional<written_score>()));
  CHECK(unit.inside(std::optional<written_score>(3)) == 6);
}

TEST_CASE("what was read comes back in every unit that holds it") {
  for (const score_unit unit : {score_unit::whole(), score_unit::halves()})
    for (std::int64_t halves = -20; halves <= 20; ++halves) {
      const auto score = written_score::of_halves(halves);
      if (unit.holds(score)) CHECK(unit.written(unit.inside(score)) == score);
    }
}

TEST_CASE("a score that does not fit the integers is told") {
  constexpr std::int64_t largest = std::numeric_limits<spliced::score>::max();
  CHECK(score_unit::whole().inside(written_score(largest)) == largest);
  CHECK_THROWS_AS(score_unit::halves().inside(written_score(largest)), std::range_error);
}
