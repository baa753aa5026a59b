// Gapped scores in lanes beside a plain table of all cells, on every instruction set.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/loci/gapped_extension.hpp"
#include "instruction_sets.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using exonweave::testing::for_each_instruction_set;
using spliced::residue_code;

namespace {

constexpr int never = -1'000'000;
constexpr std::size_t margin = gapped_band::reach;

residue_code code_of(char letter) { return letter == '|' ? between_frames : spliced::amino_code(letter); }

// A text with room around it; `|` stands between frames.
std::vector<residue_code> padded(const std::string& letters, residue_code beyond) {
  std::vector<residue_code> codes(margin, beyond);
  for (const char each : letters) codes.push_back(code_of(each));
  codes.resize(codes.size() + margin, beyond);
  return codes;
}

struct texts {
  std::vector<residue_code> codons, residues;

  texts(const std::string& frame, const std::string& protein)
      : codons(padded(frame, between_frames)), residues(padded(protein, spliced::stop_amino)) {}
  [[nodiscard]] gapped_anchor anchor(std::size_t codon, std::size_t residue) const {
    return {&codons[margin + codon], &residues[margin + residue]};
  }
};

// The largest score of a path from (0, 0) on over all cells of a side, gap by gap: no recurrence of three states.
int plain_side(const std::vector<residue_code>& codons, const std::vector<residue_code>& residues) {
  static const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const std::size_t n = residues.size(), m = codons.size();
  const auto is_in_band = [](std::size_t i, std::size_t j) { return i <= j + 16 && j < i + 16; };
  const auto cost_of = [](std::size_t gap) { return 11 + static_cast<int>(gap); };
  // [residues][codons] best path that ends with a pair, with any gap at all, with residues alone
  std::vector<std::vector<int>> pair(n + 1, std::vector<int>(m + 1, never)), any = pair, down = pair;
  any[0][0] = 0;
  int best = 0;
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 0; j <= m; ++j) {
      if (!is_in_band(i, j)) continue;
      if (j > 0 && any[i - 1][j - 1] > never) pair[i][j] = any[i - 1][j - 1] + matrix(codons[j - 1], residues[i - 1]);
      for (std::size_t gap = 1; gap < i; ++gap)
        if (is_in_band(i - gap, j)) down[i][j] = std::max(down[i][j], pair[i - gap][j] - cost_of(gap));
      any[i][j] = std::max(pair[i][j], down[i][j]);
      for (std::size_t gap = 1; gap < j; ++gap)
        if (is_in_band(i, j - gap))
          any[i][j] = std::max({any[i][j], pair[i][j - gap] - cost_of(gap), down[i][j - gap] - cost_of(gap)});
      best = std::max(best, any[i][j]);
    }
  return std::min(best, 127);
}

std::vector<residue_code> side(const std::vector<residue_code>& text, std::size_t first, bool is_left, std::size_t n,
                               residue_code ends) {
  std::vector<residue_code> codes;
  for (std::size_t k = 0; k < n; ++k) {
    const residue_code code = is_left ? text[first - k - 1] : text[first + k];
    if (code == ends) break;
    codes.push_back(code);
  }
  return codes;
}

int plain_score(const texts& both, std::size_t codon, std::size_t residue) {
  int sum = 0;
  for (const bool is_left : {false, true})
    sum += plain_side(side(both.codons, margin + codon, is_left, margin, between_frames),
                      side(both.residues, margin + residue, is_left, 64, spliced::stop_amino));
  return sum;
}

std::vector<spliced::score> scores_of(std::span<const gapped_anchor> anchors) {
  std::vector<spliced::score> scores(anchors.size(), -1);
  find_gapped_scores(anchors, scores);
  return scores;
}

std::string draw_text(std::mt19937_64& random, std::size_t length) {
  std::string made;
  while (made.size() < length) made += spliced::twenty_amino_acids[random() % 20];
  return made;
}

// A copy with changed, lost and added residues.
std::string changed(std::mt19937_64& random, const std::string& text) {
  std::string made;
  for (const char each : text) {
    const auto what = random() % 40;
    if (what == 0) made += draw_text(random, 1 + random() % 12);
    if (what == 1) made += random() % 2 == 0 ? '*' : '|';
    if (what >= 4) made += what < 14 ? draw_text(random, 1).front() : each;
  }
  return made;
}

}  // namespace

TEST_CASE("gapped scores are those of all cells one by one, for any number of pairs and on every instruction set") {
  std::mt19937_64 random(43);
  int n_gapped = 0;
  for (const std::size_t n : {1u, 15u, 16u, 17u, 31u, 32u, 33u, 63u, 64u, 65u, 130u}) {
    std::vector<texts> drawn;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    std::vector<spliced::score> expected;
    for (std::size_t k = 0; k < n; ++k) {
      const std::string protein = draw_text(random, 1 + random() % 200);
      const std::string frame = changed(random, protein) + draw_text(random, 40);
      drawn.emplace_back(frame, protein);
      const std::size_t residue = random() % protein.size();
      places.emplace_back(std::min(frame.size() - 1, residue + random() % 3), residue);
      expected.push_back(plain_score(drawn[k], places[k].first, residue));
      n_gapped += expected.back() > 60 ? 1 : 0;
    }
    std::vector<gapped_anchor> anchors;
    for (std::size_t k = 0; k < n; ++k) {
      anchors.push_back(drawn[k].anchor(places[k].first, places[k].second));
      REQUIRE(gapped_score(anchors[k]) == expected[k]);
    }
    for_each_instruction_set([&] { CHECK(scores_of(anchors) == expected); });
  }
  CHECK(n_gapped > 30);
}

TEST_CASE("a gap joins what lies on both sides of it, within the band alone") {
  const std::string left = "WCHWMC", right = "HWCMWH";  // 53 and 52 half-bits
  const auto score = [&](std::size_t n_more_codons, std::size_t n_more_residues) {
    const texts both(left + std::string(n_more_codons, 'G') + right, left + std::string(n_more_residues, 'P') + right);
    return scores_of(std::vector{both.anchor(0, 0)}).front();
  };
  const int whole = score(0, 0), alone = score(30, 0);
  CHECK(whole == 105);
  CHECK(score(1, 0) == whole - 12);
  CHECK(score(3, 0) == whole - 14);
  CHECK(score(0, 3) == whole - 14);
  CHECK(score(15, 0) == std::max(whole - 26, alone));
  CHECK(score(16, 0) == alone);  // the band has 15 diagonals above
  CHECK(score(0, 16) == std::max(whole - 27, alone));
  CHECK(score(0, 17) == alone);
}

TEST_CASE("nothing beyond the end of a frame or of a protein counts") {
  const std::string text = "WCHWMCWHWC";
  const auto score = [](const std::string& frame, const std::string& protein, std::size_t place) {
    const texts both(frame, protein);
    return scores_of(std::vector{both.anchor(place, place)}).front();
  };
  const int alone = score(text, text, 4);
  CHECK(alone > 80);
  CHECK(score(text + "|" + text, text + "W" + text, 4) == alone);
  CHECK(score(text + "W" + text, text + "*" + text, 4) == alone);
  CHECK(score(text + "|" + text, text + "W" + text, 15) == alone);
  CHECK(score(text + "W" + text, text + "*" + text, 15) == alone);
}

TEST_CASE("gapped and ungapped scores of one E-value") {
  CHECK_THAT(as_ungapped_score(75), Catch::Matchers::WithinAbs(66.8, 0.1));
  CHECK(as_ungapped_score(120) > as_ungapped_score(119));
}
