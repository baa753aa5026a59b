// Every word of the targets, sorted, with all of its places.
#include <algorithm>
#include <map>
#include <random>

#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/word_list.hpp"

using namespace exonweave;
using exonweave::testing::random_text;

namespace {

std::vector<target> proteins(const std::vector<std::string>& residues) {
  std::vector<target> targets;
  for (const std::string& each : residues) targets.push_back({"t" + std::to_string(targets.size()), each});
  return targets;
}

seed_word word_of(const std::string& stretch, const seed_shape& shape) {
  const auto letters = letters_of(spliced::encode_protein(stretch));
  REQUIRE(letters.size() == shape.span());
  return shape.word_at(letters.data());
}

std::vector<std::uint32_t> places_of(const word_list& list, const std::string& stretch) {
  const seed_word word = word_of(stretch, list.shape());
  std::vector<std::uint32_t> places;
  for (const word_place& each : list.places_of_part(list.part_of(word)))
    if (each.word == word) places.push_back(each.place);
  CHECK(list.has(word) == !places.empty());
  return places;
}

}  // namespace

TEST_CASE("a word is found where it or one of alike amino acids stands") {
  const joined_targets targets(proteins({"MKTAYWDN", "KTAYWDNP"}));
  const word_list list(targets, seed_shape("111111"), {.fewest_letters = 1});
  CHECK(places_of(list, "KTAFWD") == std::vector{targets.begin_of(0) + 1, targets.begin_of(1)});
  CHECK(places_of(list, "KTAYWN").empty());
}

TEST_CASE("residues that a shape leaves out may be any") {
  const joined_targets targets(proteins({"MKTAYWDN"}));
  const word_list list(targets, seed_shape("11001011"), {.fewest_letters = 1});
  CHECK(places_of(list, "MKCCYCDN").size() == 1);
  CHECK(places_of(list, "MKCCCCDN").empty());
}

TEST_CASE("no word lies in two targets, or on letters that stand for several amino acids, left out or not") {
  const joined_targets targets(proteins({"MKTAY", "WDNPQX", "MKTXYWDN"}));
  const word_list list(targets, seed_shape("110111"), {.fewest_letters = 1});
  for (const char* stretch : {"MKTAYW", "KTAYWD", "AYWDNP", "WDNPQA", "MKAAYW"})
    CHECK(places_of(list, stretch).empty());
}

TEST_CASE("words of few letters, and those that occur too often, are not looked for") {
  const joined_targets targets(proteins({"MKMKMKMK", "MKTAYW", "MKTAYW", "TAYWDN"}));
  const auto list = [&](int fewest, std::size_t most) {
    return word_list(targets, seed_shape("111111"), {fewest, most});
  };
  CHECK(places_of(list(3, 2), "MKMKMK").empty());
  CHECK(places_of(list(2, 3), "MKMKMK").size() == 2);
  CHECK(places_of(list(2, 1), "MKMKMK").empty());
  CHECK(places_of(list(3, 2), "MKTAYW").size() == 2);
  CHECK(places_of(list(3, 1), "MKTAYW").empty());
  CHECK(places_of(list(3, 1), "TAYWDN").size() == 1);
}

TEST_CASE("every word of every target is in the list, sorted, and in the part of its upper bits") {
  std::mt19937_64 random(4);
  std::vector<std::string> residues;
  for (int t = 0; t < 40; ++t) residues.push_back(random_text(random, random() % 600, "ACDEFGHIKLMNPQRSTVWYX"));
  const joined_targets targets(proteins(residues));
  for (const char* pattern : {"11", "1101011", "110111"}) {
    const seed_shape shape(pattern);
    const word_list list(targets, shape, {.fewest_letters = 1, .max_places = 100'000});
    std::map<seed_word, std::vector<std::uint32_t>> expected;
    const auto letters = targets.letters();
    for (std::uint32_t i = 0; i + shape.span() <= letters.size(); ++i) {
      const auto stretch = letters.subspan(i, shape.span());
      if (std::ranges::find(stretch, no_seed_letter) == stretch.end())
        expected[shape.word_at(stretch.data())].push_back(i);
    }
    REQUIRE(expected.size() > 100);
    std::map<seed_word, std::vector<std::uint32_t>> found;
    for (const word_place& each : list.places()) found[each.word].push_back(each.place);
    CHECK(found == expected);
    CHECK(std::ranges::is_sorted(list.places(), {}, &word_place::word));
    std::size_t n = 0;
    for (std::size_t part = 0; part < list.n_parts(); ++part)
      for (const word_place& each : list.places_of_part(part)) {
        REQUIRE(list.part_of(each.word) == part);
        ++n;
      }
    CHECK(n == list.places().size());
    std::size_t n_there = 0;
    for (seed_word word = 0; word < shape.n_words(); word += 7) n_there += list.has(word) ? 1 : 0;
    CHECK(n_there == static_cast<std::size_t>(
                         std::ranges::count_if(expected, [](const auto& each) { return each.first % 7 == 0; })));
  }
}
