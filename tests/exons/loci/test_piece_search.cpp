// Seeds of a strand lie where no codon has a masked base, in every frame and on both strands.
#include <algorithm>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/loci/piece_search.hpp"
#include "exons/sequences/alphabet.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

namespace {

// A protein of eight residues and a codon for each; a seed has all of them.
const std::string protein = "WHCWKFWC";
const std::string coding = "TGGCATTGTTGGAAATTTTGGTGT";

const target_index& index() {
  static const target_index made(std::vector<target>{{"t", protein}}, {{seed_shape("11011011")}});
  return made;
}

// How many segments `text` has, on either strand.
std::size_t count_segments(const std::string& text, bool seeds_soft_masked = false) {
  const temporary_file file(">s\n" + text + "\n");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  const auto pieces = cut_into_pieces(sequences.catalog());
  run_control control;
  const auto found = find_segments({sequences, index(), standard_code(), {}, seeds_soft_masked}, pieces, control);
  return found.by_sequence[0][0].size() + found.by_sequence[0][1].size();
}

std::string in_lower_case(std::string text, std::size_t begin, std::size_t end) {
  constexpr std::string_view upper = "ACGT", lower = "acgt";
  for (std::size_t i = begin; i < end; ++i) text[i] = lower[upper.find(text[i])];
  return text;
}

}  // namespace

TEST_CASE("a masked base in any codon of a seed leaves it out, one beside it does not") {
  for (const std::string& gene : {coding, reverse_complement(coding)})
    for (const std::size_t before : {30u, 31u, 32u}) {  // the three frames
      const std::string text = std::string(before, 'A') + gene + std::string(33, 'A');
      REQUIRE(count_segments(text) == 1);
      for (std::size_t position = 0; position < text.size(); ++position) {
        const bool is_in_seed = before <= position && position < before + gene.size();
        INFO(before << " " << position);
        REQUIRE(count_segments(in_lower_case(text, position, position + 1)) == (is_in_seed ? 0u : 1u));
        REQUIRE(count_segments(in_lower_case(text, position, position + 1), true) == 1);
      }
      REQUIRE(count_segments(in_lower_case(text, 0, before)) == 1);
      REQUIRE(count_segments(in_lower_case(text, before + gene.size(), text.size())) == 1);
      REQUIRE(count_segments(in_lower_case(text, before, text.size())) == 0);
      REQUIRE(count_segments(in_lower_case(text, 0, text.size())) == 1);
    }
}

TEST_CASE("what stands before a strand's first codon masks no more than its bases") {
  for (std::size_t n_masked = 0; n_masked < 4; ++n_masked) {
    for (std::size_t before = 0; before < 4; ++before) {
      const std::string text = in_lower_case(std::string(before, 'A') + coding + "AAA", 0, n_masked);
      REQUIRE(count_segments(text) == (n_masked <= before ? 1u : 0u));
    }
  }
}

TEST_CASE("masked bases are counted once, those near the border of two pieces too") {
  const std::size_t border = std::size_t{1} << 20;
  const std::string text = in_lower_case(std::string(border + 10'000, 'A'), border - 700, border + 300);
  const temporary_file file(">s\n" + text + "\n>lower\n" + std::string(50, 'a') + "\n");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  const auto pieces = cut_into_pieces(sequences.catalog());
  run_control control;
  CHECK(find_segments({sequences, index(), standard_code()}, pieces, control).n_masked == 1000);
  CHECK(find_segments({sequences, index(), standard_code(), {}, true}, pieces, control).n_masked == 0);
}
