// Segments beside what they are by definition.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/loci/segments.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using spliced::residue_code;
using spliced::score;

namespace {

const spliced::substitution_matrix& blosum62() {
  static const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  return matrix;
}

std::string random_protein(std::mt19937_64& random, std::size_t length) {
  std::string residues;
  while (residues.size() < length) residues += spliced::twenty_amino_acids[random() % 20];
  return residues;
}

target_set one_target(const std::string& residues) { return {{"targets.fa"}, molecule::protein, {{"t", residues}}}; }

score score_of(const segment& found, const std::vector<residue_code>& codons, const std::string& target) {
  score sum = 0;
  for (std::uint32_t i = 0; i < found.n_residues; ++i)
    sum += blosum62()(codons[static_cast<std::size_t>(found.begin / 3) + i],
                      spliced::amino_code(target[found.first_residue + i]));
  return sum;
}

std::uint32_t identical_in(const segment& found, const std::vector<residue_code>& codons, const std::string& target) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < found.n_residues; ++i)
    n += codons[static_cast<std::size_t>(found.begin / 3) + i] == spliced::amino_code(target[found.first_residue + i])
             ? 1
             : 0;
  return n;
}

std::vector<segment> find(const std::string& target, const std::vector<residue_code>& codons,
                          const segment_rules& rules = {}) {
  const target_index index(one_target(target).targets, {{seed_shape("111111"), seed_shape("1101010011")}});
  segment_finder finder(index, rules);
  std::vector<segment> found;
  finder.find(codons, letters_of(codons), 0, codons.size(), 0, found);
  return without_repeats(std::move(found));
}

}  // namespace

TEST_CASE("a stretch of a target in a frame is one segment with the score of its pairs") {
  std::mt19937_64 random(7);
  for (int n = 0; n < 50; ++n) {
    const std::string target = random_protein(random, 120);
    const std::string copy = target.substr(30, 60);
    const auto codons = spliced::encode_protein(random_protein(random, 100) + copy + random_protein(random, 100));
    const auto found = find(target, codons);
    const auto whole = std::ranges::find_if(found, [](const segment& s) { return s.diagonal() == 3 * 70; });
    REQUIRE(whole != found.end());
    CHECK(whole->begin <= 300);
    CHECK(whole->end() >= 480);
    for (const segment& each : found) {
      REQUIRE(each.score == score_of(each, codons, target));
      REQUIRE(each.n_identical == identical_in(each, codons, target));
      REQUIRE(each.score >= segment_rules{}.lowest_score);
      REQUIRE(each.residue_end() <= target.size());
    }
  }
}

TEST_CASE("what is found of a target does not depend on the other targets") {
  std::mt19937_64 random(11);
  const auto changed = [&](std::string residues, unsigned percent) {
    for (char& each : residues)
      if (random() % 100 < percent) each = spliced::twenty_amino_acids[random() % 20];
    return residues;
  };
  std::size_t n_found = 0;
  for (int n = 0; n < 40; ++n) {
    const std::string requested = random_protein(random, 300);
    std::string genome;
    for (int copy = 0; copy < 20; ++copy) genome += changed(requested, 50) + random_protein(random, random() % 40);
    const auto codons = spliced::encode_protein(genome);
    const auto letters = letters_of(codons);
    // Many targets like the wanted one, so that seeds of other diagonals come between its own.
    std::vector<target> among;
    for (int other = 0; other < 60; ++other) among.push_back({"other", changed(requested, other % 2 == 0 ? 20 : 90)});
    among.insert(among.begin() + static_cast<std::ptrdiff_t>(random() % among.size()), {"wanted", requested});

    std::vector<std::vector<segment>> seen;
    for (const auto& targets : {std::vector<target>{{"wanted", requested}}, among}) {
      const target_index index(targets, {{seed_shape("11011"), seed_shape("110101")}});
      segment_finder finder(index, {.lowest_score = 22, .max_drop = 16});
      std::vector<segment> found;
      finder.find(codons, letters, 0, codons.size(), 0, found);
      auto& kept = seen.emplace_back();
      for (segment each : without_repeats(std::move(found)))
        if (targets[each.target].name == "wanted") {
          each.target = 0;
          kept.push_back(each);
        }
    }
    n_found += seen[0].size();
    REQUIRE(seen[0] == seen[1]);
  }
  CHECK(n_found > 1000);
}

TEST_CASE("segments end with the target, with the frame, and at a bad stretch") {
  const std::string target = "MKTAYWDNPQRHEVLSGTFIKCDW";
  const auto at_ends = find(target, spliced::encode_protein(target));
  REQUIRE(at_ends.size() == 1);
  CHECK(at_ends[0].first_residue == 0);
  CHECK(at_ends[0].n_residues == target.size());
  const std::string stops(8, '*');
  const auto cut = find(target + target, spliced::encode_protein(target + stops + target.substr(8) + target));
  CHECK(std::ranges::any_of(cut, [&](const segment& s) { return s.begin == 0 && s.n_residues == target.size(); }));
}

TEST_CASE("seeds are taken from their codons alone, and segments lie around them") {
  const std::string target = "MKTAYWDNPQRHEVLSGTFIKCDW";
  const target_index index(one_target(target).targets, {{seed_shape("110111")}});
  const auto codons = spliced::encode_protein(target);
  const auto n_residues = static_cast<std::uint32_t>(target.size());
  for (std::size_t first = 0; first < codons.size(); ++first) {
    segment_finder finder(index, {});
    std::vector<segment> found;
    finder.find(codons, letters_of(codons), first, first + 1, 1000, found);
    const bool has_seed = first + 6 <= codons.size();
    REQUIRE(found.size() == (has_seed ? 1u : 0u));
    if (has_seed) CHECK(found[0] == segment{0, 0, n_residues, 1000, found[0].score, n_residues});
  }
}

TEST_CASE("seeds have no place without a letter, and segments may lie there") {
  const std::string target = "MKTAYWDNPQRHEVLSGTFIKCDW";
  const target_index index(one_target(target).targets, {{seed_shape("110111")}});
  const auto codons = spliced::encode_protein(target);
  const auto n_residues = static_cast<std::uint32_t>(target.size());
  for (std::size_t n_left = 0; n_left <= codons.size(); ++n_left) {
    auto letters = letters_of(codons);
    std::fill(letters.begin() + static_cast<std::ptrdiff_t>(n_left), letters.end(), no_seed_letter);
    segment_finder finder(index, {});
    std::vector<segment> found;
    finder.find(codons, letters, 0, codons.size(), 0, found);
    REQUIRE(found.size() == (n_left < 6 ? 0u : 1u));
    if (!found.empty()) CHECK(found[0] == segment{0, 0, n_residues, 0, found[0].score, n_residues});
  }
}

TEST_CASE("of segments that overlap on a diagonal the best is kept, in any order") {
  const std::vector<segment> segments = {
      {0, 5, 20, 115, 60}, {0, 0, 20, 100, 50}, {0, 30, 10, 190, 45}, {0, 5, 20, 118, 40}, {1, 5, 20, 115, 41}};
  std::vector<segment> shuffled = segments;
  std::mt19937_64 random(3);
  for (int n = 0; n < 20; ++n) {
    std::ranges::shuffle(shuffled, random);
    const auto kept = without_repeats(shuffled);
    REQUIRE(kept == std::vector<segment>{segments[0], segments[2], segments[3], segments[4]});
  }
}

TEST_CASE("seeds of several shapes find the segments of each of them, and no others twice") {
  std::mt19937_64 random(9);
  for (int n = 0; n < 30; ++n) {
    const std::string target = random_protein(random, 200);
    std::string copy = target;
    for (char& residue : copy)
      if (random() % 10 < 4) residue = random_protein(random, 1)[0];
    const auto codons = spliced::encode_protein(random_protein(random, 50) + copy);
    const auto found_by = [&](std::vector<seed_shape> shapes) {
      const target_index index(one_target(target).targets, {std::move(shapes)});
      segment_finder finder(index, {});
      std::vector<segment> found;
      finder.find(codons, letters_of(codons), 0, codons.size(), 0, found);
      return without_repeats(std::move(found));
    };
    const auto both = found_by({seed_shape("1101"), seed_shape("10101")});
    for (const auto& one : {found_by({seed_shape("1101")}), found_by({seed_shape("10101")})})
      for (const segment& each : one)
        REQUIRE(std::ranges::any_of(both, [&](const segment& other) {
          return other.diagonal() == each.diagonal() && other.begin < each.end() && each.begin < other.end();
        }));
  }
}
