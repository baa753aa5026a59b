// Words of targets and where they are.
#include "catch.hpp"
#include "exons/search/target_index.hpp"

using namespace exonweave;

namespace {

target_set proteins(const std::vector<std::string>& residues) {
  target_set set{{"targets.fa"}, molecule::protein, {}};
  for (const std::string& each : residues)
    set.targets.push_back({"t" + std::to_string(set.targets.size()), each});
  return set;
}

seed_word word_of(std::string_view letters) {
  word_reader reader;
  bool is_word = false;
  for (const char letter : letters) is_word = reader.add(spliced::amino_code(letter));
  REQUIRE(is_word);
  return reader.word();
}

}  // namespace

TEST_CASE("a word is found where it or one of alike amino acids stands") {
  const target_index index(proteins({"MKTAYWDN", "RTAYWDNP"}), 100);
  const auto places = index.places(word_of("KSAFWD"));
  REQUIRE(places.size() == 2);
  CHECK(index.target_at(places[0]) == 0);
  CHECK(places[0] - index.begin_of(0) == 1);
  CHECK(index.target_at(places[1]) == 1);
  CHECK(places[1] - index.begin_of(1) == 0);
  CHECK(index.places(word_of("KTAYWN")).empty());
  CHECK(index.n_residues() == 16);
}

TEST_CASE("no word lies in two targets, or on letters that stand for several amino acids") {
  const target_index index(proteins({"MKTAY", "WDNPQX", "MKTXYWDN"}), 100);
  for (seed_word word = 0; word < n_seed_words; ++word) REQUIRE(index.places(word).empty());
}

TEST_CASE("words of few letters, and those that occur too often, are not looked for") {
  const auto set = proteins({"MKMKMKMK", "MKTAYW", "MKTAYW", "TAYWDN"});
  CHECK(target_index(set, 2).places(word_of("MKMKMK")).empty());
  CHECK(target_index(set, 2).places(word_of("MKTAYW")).size() == 2);
  CHECK(target_index(set, 1).places(word_of("MKTAYW")).empty());
  CHECK(target_index(set, 1).places(word_of("TAYWDN")).size() == 1);
}

TEST_CASE("between targets, and around them, stands a stop") {
  const target_index index(proteins({"MK", "W"}), 1);
  std::string text;
  for (const auto code : index.residues()) text += spliced::amino_letter(code);
  CHECK(text == "*MK*W*");
}
