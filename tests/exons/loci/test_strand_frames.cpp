// What a window has of a stretch that was translated as a whole is what it has when it is translated alone.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/strand_frames.hpp"

using namespace exonweave;
using exonweave::testing::random_text;

namespace {

std::vector<seed_shape> shapes() { return {seed_shape("11011"), seed_shape("110101")}; }

std::vector<spliced::residue_code> codons_of(std::string_view bases) {
  std::vector<spliced::residue_code> codons;
  for (std::size_t i = 0; i + 3 <= bases.size(); i += 3) {
    const auto codes = spliced::encode_dna(bases.substr(i, 3));
    codons.push_back(standard_code().translate(codes[0], codes[1], codes[2]));
  }
  return codons;
}

}  // namespace

TEST_CASE("windows of a translated stretch have the codons and words of their own three frames") {
  std::mt19937_64 random(5);
  const auto by = shapes();
  strand_frames strand(by);
  for (int n = 0; n < 6; ++n) {
    const std::int64_t start = static_cast<std::int64_t>(random() % 1000);
    const std::string text = random_text(random, 20 + random() % 30, n % 2 == 0 ? "ACGT" : "ACGTACGTN");
    strand.translate({start, spliced::encode_dna(text)}, standard_code());
    for (std::size_t first = 0; first <= text.size(); ++first)
      for (std::size_t last = first; last <= text.size(); ++last) {
        const interval window{start + static_cast<std::int64_t>(first), start + static_cast<std::int64_t>(last)};
        for (std::size_t frame = 0; frame < 3; ++frame) {
          const std::size_t begin = std::min(first + frame, last);
          const auto codons = codons_of(std::string_view(text).substr(begin, last - begin));
          const frame_part part = strand.part(window, frame);
          REQUIRE(part.begin == window.start + static_cast<std::int64_t>(frame));
          REQUIRE(std::ranges::equal(part.codons, codons));
          REQUIRE(std::ranges::equal(part.letters, letters_of(codons)));
          REQUIRE(strand.digests(window, frame, 1).size() == codons.size());
        }
      }
  }
}

TEST_CASE("a word has a digest where all of its stretch are letters of groups") {
  const auto by = shapes();
  strand_frames strand(by);
  const std::string protein = "MKTAYWDNPQRHEVLSGTFIKCDW";
  for (std::size_t unknown = 0; unknown < protein.size(); ++unknown) {
    std::string bases = exonweave::testing::coding(protein);
    bases.replace(3 * unknown, 3, "TAA");
    strand.translate({70, spliced::encode_dna(bases)}, standard_code());
    const interval whole{70, 70 + static_cast<std::int64_t>(bases.size())};
    const auto letters = letters_of(spliced::encode_protein(protein));
    for (std::size_t shape = 0; shape < by.size(); ++shape) {
      const auto digests = strand.digests(whole, 0, shape);
      REQUIRE(digests.size() == protein.size());
      for (std::size_t i = 0; i < digests.size(); ++i) {
        const std::size_t end = i + by[shape].span();
        const bool is_word = end <= protein.size() && (unknown < i || end <= unknown);
        REQUIRE(digests[i] == (is_word ? digest_of(by[shape].word_at(&letters[i])) : no_digest));
      }
    }
  }
}
