// What is found of one target in a window is what is found there letter by letter.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/scalar_search.hpp"
#include "exons/loci/window_segments.hpp"

using namespace exonweave;
using namespace exonweave::testing;

TEST_CASE("a window shows of each target what is found letter by letter") {
  constexpr std::string_view amino_acids = "ACDEFGHIKLMNPQRSTVWY";
  std::mt19937_64 random(13);
  const std::vector<std::string> patterns = {"11011", "110101"};
  const std::vector<seed_shape> shapes = {seed_shape(patterns[0]), seed_shape(patterns[1])};
  const segment_rules rules{.lowest_score = 22, .max_drop = 16};
  strand_frames strand(shapes);
  window_segment_finder finder(shapes, rules);
  std::size_t n_found = 0;
  for (int n = 0; n < 6; ++n) {
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

    std::vector<segment> expected;
    for (std::int64_t frame = 0; frame < 3; ++frame) {
      std::string codons;
      for (std::int64_t i = first + frame; i + 3 <= std::ssize(stretch.residues) - cut; i += 3) {
        const auto* const codon = &stretch.residues[static_cast<std::size_t>(i)];
        codons += spliced::amino_letter(genetic_code(1).translate(codon[0], codon[1], codon[2]));
      }
      const scalar_rules by{patterns,       1,     rules.lowest_score,
                            rules.max_drop, false, window_segment_finder::codons_at_once};
      for (const scalar_stretch& each : scalar_search({codons, protein, groups_of(codons), groups_of(protein)}, by))
        expected.push_back({0, static_cast<std::uint32_t>(each.residue), static_cast<std::uint32_t>(each.n),
                            window.start + frame + 3 * each.codon, each.score,
                            static_cast<std::uint32_t>(each.n_identical)});
    }
    auto found = finder.find({"t", protein}, strand, window);
    n_found += found.size();
    std::ranges::sort(expected);
    std::ranges::sort(found);
    REQUIRE(found == expected);
  }
  CHECK(n_found > 200);
}
