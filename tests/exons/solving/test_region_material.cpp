// Candidates of a region as distinct exons of one strand, with their weights and roles.
#include <limits>
#include <stdexcept>

#include "catch.hpp"
#include "exons/solving/region_material.hpp"

using namespace exonweave;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

merged_exon exon(interval where, strand on, std::vector<double> scores = {}, exon_type type = exon_type::internal,
                 std::int8_t phase = 0) {
  merged_exon made{0, where, on, phase, type, {}};
  for (const double score : scores)
    made.statements.push_back({static_cast<std::uint32_t>(made.statements.size()), score, none, "", ""});
  return made;
}

candidate_set set_of(std::vector<merged_exon> exons) {
  return {{"a.gff3", "b.gff3"}, {candidate_format::gff3, candidate_format::gff3}, std::move(exons)};
}

// On a sequence of 10, the region its whole.
region_material make(const std::vector<merged_exon>& exons, const candidate_scoring& scoring = {},
                     strand on = strand::forward) {
  return make_material({0, {0, 10}, on, 0}, set_of(exons), 10, scoring);
}

spliced::score weight(const std::vector<merged_exon>& exons, double factor = 1) {
  return make(exons, {{factor, {}}, 0}).exons.at(0).weight;
}

role_weights roles(std::vector<exon_type> types) {
  std::vector<merged_exon> exons;
  for (const auto type : types) exons.push_back(exon({2, 5}, strand::forward, {}, type));
  return make(exons, {{}, 20}).exons.at(0).roles;
}

std::string letters(const std::vector<spliced::residue_code>& codes) {
  std::string text;
  for (const auto code : codes) text += spliced::dna_letter(code);
  return text;
}

}  // namespace

TEST_CASE("a place weighs what the best of its candidates is worth, each by the scale of its source") {
  auto scored = exon({2, 5}, strand::forward, {0.5, 30});
  scored.statements[0].tool = "augustus";
  scored.statements[1].tool = "genscan";
  const auto weight_with = [&](const std::vector<evidence_scale>& scales) {
    return make({scored}, {{0, scales}, 0}).exons.at(0).weight;
  };
  CHECK(weight_with({}) == 0);
  CHECK(weight_with({{"genscan", evidence_unit::raw, 0.1, 0}}) == 3);
  CHECK(weight_with({{"genscan", evidence_unit::raw, 0.1, 0}, {"augustus", evidence_unit::raw, 10, 0}}) == 5);
}

TEST_CASE("on the forward strand places and residues stay as they are") {
  const auto made = make_material({0, {2, 8}, strand::forward, 0}, set_of({exon({3, 5}, strand::forward)}), 10, {});
  CHECK(made.exons == std::vector<strand_exon>{{{3, 5}, 0, {}}});
  const auto region = make_strand_region({2, 8}, strand::forward, "CCCGGG", 10);
  CHECK(region.start == 2);
  CHECK(letters(region.residues) == "CCCGGG");
}

TEST_CASE("on the reverse strand places count from the other end and residues are complemented") {
  const auto set =
      set_of({exon({2, 5}, strand::reverse), exon({3, 4}, strand::forward), exon({4, 7}, strand::reverse)});
  const auto made = make_material({0, {1, 8}, strand::reverse, 0}, set, 10, {});
  REQUIRE(made.exons.size() == 2);
  CHECK(made.exons[0].where == interval{3, 6});  // [4, 7)
  CHECK(made.exons[1].where == interval{5, 8});  // [2, 5)
  CHECK(made.candidates == std::vector<std::vector<std::size_t>>{{2}, {0}});
  const auto region = make_strand_region({1, 8}, strand::reverse, "ACCCGGG", 10);
  CHECK(region.start == 2);
  CHECK(letters(region.residues) == "CCCGGGT");
}

TEST_CASE("candidates at one place are one exon that knows them all") {
  const auto made = make({exon({2, 5}, strand::forward, {}, exon_type::initial, 0),
                          exon({2, 5}, strand::forward, {}, exon_type::initial, 1), exon({2, 6}, strand::forward)});
  REQUIRE(made.exons.size() == 2);
  CHECK(made.candidates == std::vector<std::vector<std::size_t>>{{0, 1}, {2}});
}

TEST_CASE("candidates of the other strand or outside the region are left out") {
  const auto set = set_of({exon({0, 4}, strand::forward), exon({3, 5}, strand::reverse), exon({3, 6}, strand::forward),
                           exon({5, 9}, strand::forward)});
  const auto made = make_material({0, {2, 8}, strand::forward, 0}, set, 10, {});
  CHECK(made.candidates == std::vector<std::vector<std::size_t>>{{2}});
}

TEST_CASE("a place weighs the rounded weighted score of its best candidate") {
  CHECK(weight({exon({2, 5}, strand::forward, {3.4})}) == 3);
  CHECK(weight({exon({2, 5}, strand::forward, {3.5})}) == 4);
  CHECK(weight({exon({2, 5}, strand::forward, {-3.5})}) == -4);
  CHECK(weight({exon({2, 5}, strand::forward, {3.4})}, 10) == 34);
  CHECK(weight({exon({2, 5}, strand::forward, {3.4})}, 0) == 0);
  CHECK(weight({exon({2, 5}, strand::forward, {-9, -4})}) == -4);  // two files
  CHECK(weight({exon({2, 5}, strand::forward, {-9}, exon_type::internal, 0),
                exon({2, 5}, strand::forward, {-5}, exon_type::internal, 1)}) == -5);
}

TEST_CASE("a candidate without score weighs nothing, and a file that gives none takes nothing away") {
  CHECK(weight({exon({2, 5}, strand::forward, {none})}) == 0);
  CHECK(weight({exon({2, 5}, strand::forward, {})}) == 0);
  CHECK(weight({exon({2, 5}, strand::forward, {none, -7})}) == -7);
  CHECK(weight({exon({2, 5}, strand::forward, {-7}, exon_type::internal, 0),
                exon({2, 5}, strand::forward, {none}, exon_type::internal, 1)}) == 0);
}

TEST_CASE("a weight beyond what scores can hold is refused") {
  const double limit = spliced::score_limit;
  CHECK(weight({exon({2, 5}, strand::forward, {limit - 1})}) == spliced::score_limit - 1);
  CHECK(weight({exon({2, 5}, strand::forward, {1 - limit})}) == 1 - spliced::score_limit);
  for (const double score : {limit, -limit, 1e300, std::numeric_limits<double>::infinity()})
    CHECK_THROWS_AS(weight({exon({2, 5}, strand::forward, {score})}), std::range_error);
  CHECK_THROWS_AS(weight({exon({2, 5}, strand::forward, {1, 1e6})}, 1e6), std::range_error);
}

TEST_CASE("the types of a place say where in a chain it stands, and each other end costs") {
  using enum exon_type;
  CHECK(roles({initial}) == role_weights{0, -20, -20, 0});
  CHECK(roles({internal}) == role_weights{-20, 0, -20, 0});
  CHECK(roles({terminal}) == role_weights{-20, 0, 0, -20});
  CHECK(roles({single}) == role_weights{0, -20, 0, -20});
  CHECK(roles({unknown}) == role_weights{0, 0, 0, 0});
}

TEST_CASE("a place with several types may stand wherever one of them allows") {
  using enum exon_type;
  CHECK(roles({initial, terminal}) == role_weights{0, 0, 0, 0});
  CHECK(roles({initial, single}) == role_weights{0, -20, 0, 0});
  CHECK(roles({internal, terminal}) == role_weights{-20, 0, 0, 0});
  CHECK(roles({unknown, single}) == role_weights{0, 0, 0, 0});
}

TEST_CASE("an exon is found by its place, and a place that is none is not") {
  const std::vector<strand_exon> exons = {{{1, 4}, 0, {}}, {{1, 6}, 0, {}}, {{3, 4}, 0, {}}};
  CHECK(find_exon(exons, {1, 6}) == 1);
  CHECK(find_exon(exons, {3, 4}) == 2);
  for (const interval where : {interval{1, 5}, interval{0, 4}, interval{3, 5}}) CHECK_FALSE(find_exon(exons, where));
  CHECK_FALSE(find_exon({}, {1, 5}));
}
