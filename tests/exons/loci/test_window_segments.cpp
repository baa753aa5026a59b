// What is found of one target in a window is what an index of that target finds there.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/piece_search.hpp"
#include "exons/loci/window_segments.hpp"

using namespace exonweave;
using namespace exonweave::testing;

TEST_CASE("a window shows of each target what the target's own index shows") {
  constexpr std::string_view amino_acids = "ACDEFGHIKLMNPQRSTVWY";
  std::mt19937_64 random(13);
  const std::vector<seed_shape> shapes = {seed_shape("11011"), seed_shape("110101")};
  const segment_rules rules{.lowest_score = 22, .max_drop = 16};
  strand_frames strand(shapes);
  window_segment_finder finder(shapes, rules);
  std::size_t n_found = 0;
  for (int n = 0; n < 30; ++n) {
    // Repeats among them, so that many seeds lie on one diagonal, and more codons than are grown together.
    const std::string repeat = random_text(random, 1 + random() % 30, amino_acids);
    std::string protein = random_text(random, random() % 200, amino_acids);
    while (protein.size() < 300) protein += repeat + random_text(random, random() % 20, amino_acids);
    std::string bases = random_text(random, random() % 100, "ACGT");
    while (bases.size() < 9'000) {
      std::string copy = protein.substr(random() % protein.size());
      for (char& each : copy)
        if (random() % 10 < 4) each = amino_acids[random() % amino_acids.size()];
      bases += coding(copy) + random_text(random, random() % 300, n % 2 == 0 ? "ACGT" : "ACGTN");
    }
    const strand_region stretch{50, spliced::encode_dna(bases)};
    strand.translate(stretch, standard_code());
    const auto first = static_cast<std::int64_t>(random() % 300), cut = static_cast<std::int64_t>(random() % 300);
    const interval window{50 + first, stretch.end() - cut};

    const target_index index(std::vector<target>{{"t", protein}}, {shapes});
    segment_finder alone(index, rules);
    std::vector<segment> expected;
    const strand_region in_window{window.start, {stretch.residues.begin() + first, stretch.residues.end() - cut}};
    find_on_strand(in_window, window, {}, standard_code(), alone, expected);
    auto found = finder.find({"t", protein}, strand, window);
    n_found += found.size();
    std::ranges::sort(expected);
    std::ranges::sort(found);
    REQUIRE(found == expected);
  }
  CHECK(n_found > 1'000);
}
