// Words of targets and where they are.
#include <stdexcept>

#include "catch.hpp"
#include "exons/loci/target_index.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

namespace {

std::vector<target> proteins(const std::vector<std::string>& residues) {
  std::vector<target> targets;
  for (const std::string& each : residues) targets.push_back({"t" + std::to_string(targets.size()), each});
  return targets;
}

index_rules rules_of(std::string_view shape, int fewest_letters = 1, std::size_t max_places = 100) {
  return {{seed_shape(shape)}, fewest_letters, max_places};
}

// Places of the stretch's word under the index's first shape.
std::vector<joined_place> places_of(const target_index& index, const std::string& stretch) {
  const auto letters = letters_of(spliced::encode_protein(stretch));
  REQUIRE(letters.size() == index.shapes()[0].span());
  std::vector<joined_place> places;
  index.for_each_place(0, index.shapes()[0].word_at(letters.data()),
                       [&](joined_place place) { places.push_back(place); });
  return places;
}

}  // namespace

TEST_CASE("a word is found where it or one of alike amino acids stands") {
  const target_index index(proteins({"MKTAYWDN", "KTAYWDNP"}), rules_of("111111"));
  const auto places = places_of(index, "KTAFWD");
  REQUIRE(places.size() == 2);
  CHECK(index.target_at(places[0]) == 0);
  CHECK(places[0] - index.begin_of(0) == 1);
  CHECK(index.target_at(places[1]) == 1);
  CHECK(places[1] - index.begin_of(1) == 0);
  CHECK(places_of(index, "KTAYWN").empty());
  CHECK(index.n_residues() == 16);
}

TEST_CASE("residues that a shape leaves out may be any") {
  const target_index index(proteins({"MKTAYWDN"}), rules_of("11001011"));
  CHECK(places_of(index, "MKCCYCDN").size() == 1);
  CHECK(places_of(index, "MKCCCCDN").empty());
}

TEST_CASE("no word lies in two targets, or on letters that stand for several amino acids, left out or not") {
  const target_index index(proteins({"MKTAY", "WDNPQX", "MKTXYWDN"}), rules_of("110111"));
  for (const char* stretch : {"MKTAYW", "KTAYWD", "AYWDNP", "WDNPQA", "MKTAYW", "MKAAYW"})
    CHECK(places_of(index, stretch).empty());
}

TEST_CASE("words of few letters, and those that occur too often, are not looked for") {
  const auto set = proteins({"MKMKMKMK", "MKTAYW", "MKTAYW", "TAYWDN"});
  CHECK(places_of(target_index(set, rules_of("111111", 3, 2)), "MKMKMK").empty());
  CHECK(places_of(target_index(set, rules_of("111111", 2, 3)), "MKMKMK").size() == 2);
  CHECK(places_of(target_index(set, rules_of("111111", 3, 2)), "MKTAYW").size() == 2);
  CHECK(places_of(target_index(set, rules_of("111111", 3, 1)), "MKTAYW").empty());
  CHECK(places_of(target_index(set, rules_of("111111", 3, 1)), "TAYWDN").size() == 1);
}

TEST_CASE("every word of every target is found, for each shape, and little else") {
  std::string residues;
  std::uint32_t state = 1;
  while (residues.size() < 20'000) {
    state = state * 1'664'525 + 1'013'904'223;
    residues += spliced::twenty_amino_acids[(state >> 16) % 20];
  }
  const auto set = proteins({residues.substr(0, 9'000), residues.substr(9'000)});
  const target_index index(set, {{seed_shape("1101010011"), seed_shape("110100111")}});
  const auto letters = letters_of(index.residues());
  std::size_t n_words = 0, n_others = 0;
  for (std::size_t shape = 0; shape < 2; ++shape)
    for_each_stretch(letters, 0, letters.size(), index.shapes()[shape].span(), [&](std::size_t position) {
      const seed_word word = index.shapes()[shape].word_at(&letters[position]);
      bool is_found = false;
      index.for_each_place(shape, word, [&](joined_place place) {
        is_found = is_found || place == position;
        n_others += index.shapes()[shape].word_at(&letters[place]) == word ? 0 : 1;
      });
      REQUIRE(is_found);
      REQUIRE(index.may_have(shape, word));
      ++n_words;
    });
  CHECK(n_words == 2 * 20'000 - 2 * (9 + 8));
  CHECK(n_others < n_words / 20);
}

TEST_CASE("most words that no target has are known not to occur, and so are those that are not looked for") {
  std::string residues;
  std::uint32_t state = 7;
  while (residues.size() < 3'000) {
    state = state * 1'664'525 + 1'013'904'223;
    residues += spliced::twenty_amino_acids[(state >> 16) % 20];
  }
  const target_index index(proteins({residues}), rules_of("111111"));
  std::size_t n_possible = 0;
  constexpr seed_word step = 3'001, n_tried = 10'000;
  for (seed_word n = 0; n < n_tried; ++n) n_possible += index.may_have(0, n * step) ? 1 : 0;
  CHECK(n_possible < n_tried / 2);

  const target_index picky(proteins({"MKMKMKMK", "MKTAYW"}), rules_of("111111", 3));
  const auto word_of = [&](const std::string& stretch) {
    return picky.shapes()[0].word_at(letters_of(spliced::encode_protein(stretch)).data());
  };
  CHECK(!picky.may_have(0, word_of("MKMKMK")));
  CHECK(picky.may_have(0, word_of("MKTAYW")));
}

TEST_CASE("between targets, and around them, stands a stop") {
  const target_index index(proteins({"MK", "W"}), rules_of("11"));
  std::string text;
  for (const auto code : index.residues()) text += spliced::amino_letter(code);
  CHECK(text == "*MK*W*");
}

TEST_CASE("what is no shape is refused") {
  for (const char* pattern : {"", "01", "10", "121", "11111111"})
    CHECK_THROWS_AS(seed_shape(pattern), std::invalid_argument);
  CHECK(seed_shape("1").span() == 1);
  CHECK(seed_shape("1101010011").span() == 10);
}

TEST_CASE("words worked out many at once are those worked out one by one") {
  std::string residues;
  std::uint32_t state = 3;
  while (residues.size() < 2'100) {
    state = state * 1'664'525 + 1'013'904'223;
    residues += "ACDEFGHIKLMNPQRSTVWYX*ACDEFGHIKLMNPQRSTVWY"[(state >> 16) % 42];
  }
  const auto letters = letters_of(spliced::encode_protein(residues));
  const seed_shape shape("1101010011");
  using words_by_place = std::vector<std::pair<std::size_t, seed_word>>;
  for (const auto& [first, last] : {std::pair<std::size_t, std::size_t>{0, 2'100},
                                    {5, 1'029},
                                    {5, 1'030},
                                    {1'000, 5'000},
                                    {7, 7},
                                    {2'095, 2'100}}) {
    words_by_place expected, found;
    for_each_stretch(letters, first, last, shape.span(),
                     [&](std::size_t i) { expected.emplace_back(i, shape.word_at(&letters[i])); });
    for_each_word(letters, first, last, shape, [&](std::size_t i, seed_word word) { found.emplace_back(i, word); });
    CHECK(found == expected);
  }
  for_each_word({}, 0, 0, shape, [](std::size_t, seed_word) { FAIL("no letters, no words"); });
}

TEST_CASE("a word has so many letters or more") {
  const seed_shape shape("1101");
  const auto has = [&](const std::string& stretch, int n) {
    return shape.has_letters(letters_of(spliced::encode_protein(stretch)).data(), n);
  };
  CHECK(has("MMKM", 1));
  CHECK(!has("MMKM", 2));
  CHECK(has("MKWM", 2));
  CHECK(!has("MKWM", 3));
  CHECK(has("MKMW", 3));
}
