// Targets one behind the other: where each is, and where seeds may be.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/joined_targets.hpp"
#include "exons/sequences/masking.hpp"

using namespace exonweave;
using exonweave::testing::random_text;

TEST_CASE("targets stand one behind the other, with stops around each of them") {
  const joined_targets joined(std::vector<target>{{"a", "MKT"}, {"b", ""}, {"c", "WX"}});
  const auto residues = joined.residues();
  constexpr std::size_t margin = joined_targets::margin;
  REQUIRE(residues.size() == 2 * margin + 5 + 3);
  std::string text;
  for (const auto code : residues) text += spliced::amino_letter(code);
  CHECK(text == std::string(margin, '*') + "MKT**WX*" + std::string(margin, '*'));
  CHECK(joined.begin_of(0) == margin);
  CHECK(joined.begin_of(2) == margin + 5);
  CHECK(joined.target_at(margin + 2) == 0);
  CHECK(joined.target_at(margin + 5) == 2);
  CHECK(joined.letters()[joined.begin_of(2)] == seed_letters[spliced::amino_code('W')]);
  CHECK(joined.letters()[joined.begin_of(2) + 1] == no_seed_letter);
}

TEST_CASE("parts of low complexity have residues and no letters, on any number of threads") {
  std::mt19937_64 random(21);
  std::vector<target> targets;
  for (int t = 0; t < 200; ++t) {
    std::string residues = random_text(random, 100, "ACDEFGHIKLMNPQRSTVWY");
    if (t % 3 == 0) residues += random_text(random, 30, "QN");
    targets.push_back({"t" + std::to_string(t), residues + random_text(random, 50, "ACDEFGHIKLMNPQRSTVWY")});
  }
  const joined_targets joined(targets, 1), again(targets, 3);
  CHECK(std::ranges::equal(joined.letters(), again.letters()));
  std::size_t n_masked = 0;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    std::string expected = targets[t].residues;
    for (const interval& part : low_complexity(expected))
      std::fill_n(expected.begin() + part.start, part.length(), '.');
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const std::size_t place = joined.begin_of(t) + k;
      CHECK(joined.residues()[place] == spliced::amino_code(targets[t].residues[k]));
      const bool is_masked = expected[k] == '.';
      n_masked += is_masked ? 1 : 0;
      REQUIRE(joined.letters()[place] == (is_masked ? no_seed_letter : seed_letters[spliced::amino_code(expected[k])]));
    }
  }
  CHECK(n_masked > 1'000);
}
