#include "base/files/temporary_file.hpp"
#include "base/statistics/random_source.hpp"
#include "catch.hpp"
#include "exons/sequences/masking.hpp"
#include "spliced/scoring/alphabet.hpp"

using namespace exonweave;

namespace {

std::string random_residues(random_source& random, std::size_t n) {
  std::string made;
  while (made.size() < n) made += spliced::amino_letter(static_cast<spliced::residue_code>(random.below(20)));
  return made;
}

std::string marked(std::string residues, const std::vector<interval>& parts) {
  for (const interval& part : parts)
    for (auto k = part.start; k < part.end; ++k) residues[static_cast<std::size_t>(k)] = '.';
  return residues;
}

}  // namespace

TEST_CASE("what repeats a unit is told, but for its first copy") {
  random_source random(1, 0);
  const std::string before = random_residues(random, 60), after = random_residues(random, 60);
  for (const std::size_t period : {1u, 2u, 7u, 33u, 50u}) {
    const std::string unit = random_residues(random, period);
    std::string repeats = unit;
    while (repeats.size() < 4 * period + 40) repeats += unit;
    CAPTURE(period, unit);
    const auto found = tandem_repeats(before + repeats + after);
    REQUIRE(found.size() == 1);
    const auto first = static_cast<std::int64_t>(60 + period), last = static_cast<std::int64_t>(60 + repeats.size());
    CHECK(std::abs(found[0].start - first) <= 12);
    CHECK(std::abs(found[0].end - last) <= 12);
  }
}

TEST_CASE("a repeat with some other residues is still one, and one of a longer period is not") {
  random_source random(2, 0);
  const std::string unit = random_residues(random, 10), far = random_residues(random, 60);
  std::string repeats;
  for (int k = 0; k < 8; ++k) {
    repeats += unit;
    repeats[repeats.size() - 5] = 'A';
  }
  const auto found = tandem_repeats(random_residues(random, 40) + repeats + random_residues(random, 40));
  REQUIRE(found.size() == 1);
  CHECK(found[0].length() > 60);
  CHECK(tandem_repeats(far + far + far).empty());
}

TEST_CASE("nothing repeats in short, random or unknown residues") {
  random_source random(3, 0);
  for (int k = 0; k < 50; ++k) CHECK(tandem_repeats(random_residues(random, random.below(200))).size() <= 1);
  CHECK(tandem_repeats("").empty());
  CHECK(tandem_repeats("M").empty());
  CHECK(tandem_repeats(std::string(300, 'X')).empty());
}

TEST_CASE("masks have names, and do as they say") {
  for (const masking_name& each : masking_names) CHECK(masking_from(each.name) == each.kind);
  CHECK_FALSE(masking_from("dust"));
  target protein{"p", "MAWYHKDEHKDEHKDEHKDEHKDEHKDEHKDEHKDEWWCQQQQQQQQQQQQQQQQQQRTV", 1};
  protein.lower_case = {{0, 2}};
  CHECK(masked_parts(protein, masking::none).empty());
  CHECK(marked(protein.residues, masked_parts(protein, masking::lower_case)).starts_with("..WYHK"));
  CHECK(marked(protein.residues, masked_parts(protein, masking::seg)).find('Q') == std::string::npos);
  CHECK(masked_parts(protein, masking::tantan).size() == 2);
}

TEST_CASE("a FASTA file's lower case is known") {
  const testing::temporary_file fasta(">a\nMAgic\nhYX\n>b\nMA\n>c\nma*\n");
  report problems;
  const target_set read = read_targets({fasta.path()}, target_type::protein, problems);
  REQUIRE(read.targets.size() == 3);
  CHECK(read.targets[0].residues == "MAGICHYX");
  CHECK(read.targets[0].lower_case == std::vector<interval>{{2, 6}});
  CHECK(read.targets[1].lower_case.empty());
  CHECK(read.targets[2].lower_case == std::vector<interval>{{0, 2}});
}
