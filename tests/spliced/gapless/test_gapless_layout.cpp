#include <algorithm>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "spliced/gapless/gapless_text.hpp"
#include "spliced/gapless/plain_gapless.hpp"

namespace exonweave::testing {
namespace {

using spliced::open_text;
using spliced::query_strips;
using spliced::residue_code;

std::vector<std::size_t> lengths_of(std::initializer_list<std::size_t> lengths) { return lengths; }

TEST_CASE("each residue of a query lies in one block that has matches", "[gapless]") {
  const std::size_t block_length = GENERATE(std::size_t{8}, std::size_t{16}, std::size_t{32});
  std::mt19937 random(3);
  const joined_queries queries(lengths_of({1, 31, 32, 33, 510, 511, 512, 513, 2'000, 7, 7, 7, 100}), random);
  const query_strips strips = query_strips::pack(queries.view(), block_length);
  std::vector<int> n_of(queries.residues.size(), 0);
  for (std::size_t b = 0; b < strips.places.size(); ++b) {
    if (strips.places[b] == query_strips::no_place) continue;
    for (std::size_t k = 0; k < block_length; ++k) {
      const std::uint8_t letter = strips.letters[b * block_length + k];
      if (letter == spliced::gapless::end_of_query) break;
      CHECK(letter == queries.residues[strips.places[b] + k]);
      ++n_of[strips.places[b] + k];
    }
  }
  for (const auto& [first, last] : queries.ranges)
    for (std::uint32_t k = first; k < last; ++k) CHECK(n_of[k] == 1);
  CHECK(std::accumulate(n_of.begin(), n_of.end(), 0) ==
        std::accumulate(queries.ranges.begin(), queries.ranges.end(), 0,
                        [](int n, const auto& each) { return n + static_cast<int>(each.last - each.first); }));
}

TEST_CASE("between two queries of a strip something ends matches", "[gapless]") {
  std::mt19937 random(4);
  const joined_queries queries(lengths_of({32, 64, 96, 31, 33}), random);
  const query_strips strips = query_strips::pack(queries.view(), 32);
  for (std::size_t b = 1; b < strips.places.size(); ++b) {
    const std::uint32_t place = strips.places[b];
    const bool begins = std::ranges::any_of(queries.ranges, [&](const auto& each) { return each.first == place; });
    if (begins && b % spliced::gapless::n_blocks != 0)
      CHECK(strips.letters[b * 32 - 1] == spliced::gapless::end_of_query);
  }
}

TEST_CASE("residues that are none of the 20 count for nothing", "[gapless]") {
  const std::vector<residue_code> residues = spliced::encode_protein("MKXBUW*");
  const spliced::gapless_queries::range whole{0, 6};
  const query_strips strips = query_strips::pack({residues, {&whole, 1}}, 32);
  REQUIRE(strips.n_strips() == 1);
  const std::uint8_t masked = spliced::gapless::masked;
  CHECK(std::vector(strips.letters.begin(), strips.letters.begin() + 6) ==
        std::vector<std::uint8_t>{residues[0], residues[1], masked, masked, masked, residues[5]});
}

TEST_CASE("stretches of 20 and more amino acids remain of a text", "[gapless]") {
  std::vector<residue_code> text(93, spliced::stop_amino);  // 10, 19 R, 1, 20 N, 3, 40 D
  std::fill_n(text.begin() + 10, 19, residue_code{1});
  std::fill_n(text.begin() + 30, 20, residue_code{2});
  std::fill_n(text.begin() + 53, 40, residue_code{3});
  const open_text open = open_text::pack(text);
  CHECK(open.n_chunks() == 1);
  CHECK(open.letters.size() == spliced::gapless::chunk_length + 2 * spliced::gapless::margin);
  CHECK(std::ranges::count(open.letters, 1) == 0);
  CHECK(std::ranges::count(open.letters, 2) == 20);
  CHECK(std::ranges::count(open.letters, 3) == 40);
  for (std::uint32_t k = 0; k < open.letters.size(); ++k)
    if (open.letters[k] < spliced::gapless::n_amino_acids) CHECK(text[open.position_of(k)] == open.letters[k]);
  CHECK(open_text::pack({}).n_chunks() == 0);
}

TEST_CASE("a stretch of a query is found where the text has it", "[gapless]") {
  std::mt19937 random(5);
  const std::size_t length = GENERATE(std::size_t{12}, std::size_t{40}, std::size_t{90});
  const joined_queries queries(lengths_of({50, 700, 300}), random);
  std::vector<residue_code> text = random_text(3'000, random);
  const std::uint32_t place = queries.ranges[1].first + 490;  // over where the query is cut
  constexpr std::size_t position = 1'000;
  std::copy_n(queries.residues.begin() + place, length, text.begin() + position);
  plain_gapless finder(queries.view());
  const run_control control;
  const auto found = finder.find(text, 40, control);
  const auto is_it = [&](const spliced::gapless_match& each) {  // what follows by chance may be worth something
    return each.position - position == each.place - place && each.position + 1 >= position + length;
  };
  CHECK(std::ranges::any_of(found, is_it));
}

}  // namespace
}  // namespace exonweave::testing
