// Windows in lanes beside the same scores one by one, on every instruction set.
#include <algorithm>
#include <random>
#include <set>

#include "catch.hpp"
#include "exons/loci/seed_windows.hpp"
#include "instruction_sets.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using exonweave::testing::for_each_instruction_set;
using spliced::residue_code;

namespace {

// Two texts with room for windows around seeds; parts of one are alike parts of the other.
struct drawn_texts {
  std::vector<residue_code> codons, residues;
  std::vector<std::uint32_t> codon_seeds, residue_seeds;
};

drawn_texts draw(std::mt19937_64& random, std::size_t n_codon_seeds, std::size_t n_residue_seeds) {
  drawn_texts made;
  const auto text = [&](std::size_t length, residue_code between) {
    std::vector<residue_code> codes(length);
    for (auto& each : codes)
      each = random() % 60 == 0 ? between : spliced::amino_code(spliced::twenty_amino_acids[random() % 20]);
    return codes;
  };
  made.codons = text(1'000, between_frames);
  made.residues = text(600, spliced::stop_amino);
  for (int n = 0; n < 8; ++n)
    std::copy_n(made.residues.begin() + static_cast<std::ptrdiff_t>(random() % 500), 60,
                made.codons.begin() + static_cast<std::ptrdiff_t>(random() % 900));
  const auto seeds = [&](std::size_t n, std::size_t length) {
    std::vector<std::uint32_t> places;
    while (places.size() < n) places.push_back(static_cast<std::uint32_t>(64 + random() % (length - 128)));
    return places;
  };
  made.codon_seeds = seeds(n_codon_seeds, made.codons.size());
  made.residue_seeds = seeds(n_residue_seeds, made.residues.size());
  return made;
}

using pair_set = std::set<std::pair<std::uint32_t, std::uint32_t>>;  // codon seed, residue seed

pair_set pairs_in_lanes(const drawn_texts& drawn, bool are_codons_across, std::size_t span, int least) {
  const window_side genome{drawn.codons.data(), drawn.codon_seeds};
  const window_side targets{drawn.residues.data(), drawn.residue_seeds};
  const pair_scores& scores = pair_scores::blosum62();
  std::vector<window_pair> found;
  if (are_codons_across)
    find_window_pairs(genome, targets, scores.by_residue, window_around(span), least, found);
  else
    find_window_pairs(targets, genome, scores.by_codon, window_around(span), least, found);
  pair_set made;
  for (const window_pair& each : found) {
    const auto both = are_codons_across ? std::pair(each.across, each.along) : std::pair(each.along, each.across);
    CHECK(made.insert(both).second);
  }
  return made;
}

pair_set pairs_alone(const drawn_texts& drawn, std::size_t span, int least) {
  std::vector<seed_pair> all, found;
  for (const std::uint32_t codon : drawn.codon_seeds)
    for (const std::uint32_t place : drawn.residue_seeds) all.push_back({codon, place});
  find_seed_pairs({drawn.codons.data(), drawn.residues.data()}, all, window_around(span), least, found);
  std::set<std::pair<std::uint32_t, std::uint32_t>> places;
  for (const seed_pair& each : found) places.emplace(each.codon, each.place);
  pair_set made;
  for (std::uint32_t c = 0; c < drawn.codon_seeds.size(); ++c)
    for (std::uint32_t r = 0; r < drawn.residue_seeds.size(); ++r)
      if (places.contains({drawn.codon_seeds[c], drawn.residue_seeds[r]})) made.emplace(c, r);
  return made;
}

pair_set pairs_one_by_one(const drawn_texts& drawn, std::size_t span, int least) {
  pair_set made;
  for (std::uint32_t c = 0; c < drawn.codon_seeds.size(); ++c)
    for (std::uint32_t r = 0; r < drawn.residue_seeds.size(); ++r)
      if (window_score(&drawn.codons[drawn.codon_seeds[c]], &drawn.residues[drawn.residue_seeds[r]],
                       window_around(span)) >= least)
        made.emplace(c, r);
  return made;
}

}  // namespace

TEST_CASE("windows in lanes are those that score enough one by one, and hardly any other") {
  for_each_instruction_set([] {
    std::mt19937_64 random(17);
    std::size_t n_scored = 0, n_found = 0;
    for (const std::size_t n : {1u, 2u, 15u, 16u, 17u, 31u, 32u, 33u, 63u, 64u, 65u, 130u})
      for (const std::size_t span : {2u, 7u, 10u})
        for (const bool are_codons_across : {true, false}) {
          const drawn_texts drawn = draw(random, n, 1 + random() % 70);
          const int least = 10 + static_cast<int>(random() % 30);
          const pair_set expected = pairs_one_by_one(drawn, span, least);
          const pair_set found = pairs_in_lanes(drawn, are_codons_across, span, least);
          INFO(n << " windows, span " << span << ", least score " << least);
          REQUIRE(std::ranges::includes(found, expected));
          n_scored += expected.size();
          n_found += found.size();
        }
    CHECK(n_scored > 1'000);
    if (costs_of_windows().n_lanes > 1) CHECK(n_found < n_scored + n_scored / 50);
  });
}

TEST_CASE("single pairs of windows are those that score enough one by one, and hardly any other") {
  for_each_instruction_set([] {
    std::mt19937_64 random(19);
    std::size_t n_scored = 0, n_found = 0;
    for (const std::size_t n : {1u, 2u, 15u, 16u, 17u, 130u})
      for (const std::size_t span : {1u, 5u, 6u, 7u, 10u, 13u, 40u, 64u}) {
        const drawn_texts drawn = draw(random, n, 1 + random() % 70);
        const int least = 8 + static_cast<int>(random() % 20);
        const pair_set expected = pairs_one_by_one(drawn, span, least);
        const pair_set found = pairs_alone(drawn, span, least);
        INFO(n << " windows, span " << span << ", least score " << least);
        REQUIRE(std::ranges::includes(found, expected));
        n_scored += expected.size();
        n_found += found.size();
      }
    CHECK(n_scored > 150);
    if (costs_of_windows().n_lanes > 1) CHECK(n_found < n_scored + n_scored / 50);
  });
}

TEST_CASE("sums that 8 bits do not hold are no reason to leave a window out") {
  for_each_instruction_set([] {
    const std::vector<residue_code> same(192, spliced::amino_code('W'));  // 11 for each pair
    const std::vector<std::uint32_t> seeds{64, 100};
    std::vector<window_pair> found;
    find_window_pairs({same.data(), seeds}, {same.data(), seeds}, pair_scores::blosum62().by_codon, window_around(7),
                      127, found);
    CHECK(found.size() == 4);
    std::vector<seed_pair> alone;
    find_seed_pairs({same.data(), same.data()}, std::vector<seed_pair>{{64, 64}, {64, 100}}, window_around(7), 127,
                    alone);
    CHECK(alone.size() == 2);
    CHECK(window_score(&same[64], &same[64], window_around(7)) == 64 * 11);
  });
}
