// The words of one target: each is found where it stands, and no other.
#include <algorithm>
#include <map>
#include <random>

#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/target_words.hpp"

using namespace exonweave;
using exonweave::testing::random_text;

namespace {

// Places of every word of a shape, found one by one.
std::map<seed_word, std::vector<joined_place>> places_of(const std::string& protein, const seed_shape& shape) {
  std::map<seed_word, std::vector<joined_place>> places;
  const auto letters = letters_of(spliced::encode_protein(protein));
  for (std::size_t i = 0; i + shape.span() <= letters.size(); ++i) {
    const auto stretch = std::span(letters).subspan(i, shape.span());
    if (std::ranges::find(stretch, no_seed_letter) != stretch.end()) continue;
    places[shape.word_at(stretch.data())].push_back(target_words::begin + static_cast<joined_place>(i));
  }
  return places;
}

}  // namespace

TEST_CASE("every word of a target is found at all of its places, and most others are ruled out at once") {
  std::mt19937_64 random(3);
  const std::vector<seed_shape> shapes = {seed_shape("11011"), seed_shape("110101"), seed_shape("11")};
  target_words words(shapes);
  for (const std::size_t length : {300u, 0u, 5u, 6u, 3'000u, 40u}) {  // each in place of the one before
    const std::string protein = random_text(random, length, "ACDEFGHIKLMNPQRSTVWYXACDEFGHIKL");
    words.read({"t", protein});
    REQUIRE(words.residues().size() == length + 2);
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
      const auto expected = places_of(protein, shapes[shape]);
      std::size_t n_wrong = 0, n_false = 0;
      for (seed_word word = 0; word < (shape == 2 ? 18u * 18 : 18u * 18 * 18 * 18); ++word) {
        std::vector<joined_place> places;
        words.for_each_place(shape, word, [&](joined_place place) { places.push_back(place); });
        const auto known = expected.find(word);
        const bool is_there = known != expected.end();
        const bool may_be = words.may_have(shape, digest_of(word));
        const bool is_right = is_there ? may_be && places == known->second : places.empty();
        n_wrong += is_right ? 0 : 1;
        n_false += may_be && !is_there ? 1 : 0;
      }
      CHECK(n_wrong == 0);
      CHECK(n_false <= length);
      CHECK(!words.may_have(shape, no_digest));
    }
  }
}
