// Exons as stretches that share their rows: the worked example, and ORF exons as one path.
#include "catch.hpp"
#include "exons/graph/exon_stretches.hpp"

using namespace exonweave;

namespace {

std::vector<strand_exon> plain(const std::vector<interval>& places) {
  std::vector<strand_exon> exons;
  for (const interval where : places) exons.push_back({where, 0, {}});
  return exons;
}

std::vector<stretch> stretches_of(const std::vector<strand_exon>& exons, const graph_options& options = {}) {
  return make_stretches({exons}, {0, std::vector<spliced::residue_code>(100, 1)}, options);
}

// "begin-end (starts) > end of the outer one" of each.
std::vector<std::string> text_of(const std::vector<stretch>& stretches) {
  std::vector<std::string> lines;
  for (const stretch& each : stretches) {
    std::string line = std::to_string(each.begin) + "-" + std::to_string(each.end);
    for (const auto& start : each.starts) line += " +" + std::to_string(start.position);
    if (each.outer != stretch::none) line += " > " + std::to_string(stretches[each.outer].end);
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("the worked example is two stretches, one within the other") {
  const auto exons = plain({{0, 5}, {0, 9}, {3, 9}});
  CHECK(text_of(stretches_of(exons)) == lines{"0-5 +0 > 9", "3-9 +3"});
  CHECK(text_of(stretches_of(exons, literal_graph)) == lines{"0-5 +0", "0-9 +0", "3-9 +3"});
}

TEST_CASE("all starts by all ends are one path of stretches") {
  CHECK(text_of(stretches_of(plain({{0, 5}, {0, 9}, {3, 5}, {3, 9}, {7, 9}}))) == lines{"0-5 +0 +3 > 9", "5-9 +7"});
}

TEST_CASE("exons that add something else at their ends do not share what is left of them") {
  auto exons = plain({{0, 9}, {3, 9}});
  exons[1].roles.ends = -1;
  CHECK(text_of(stretches_of(exons)) == lines{"0-9 +0", "3-9 +3"});
  exons = plain({{0, 9}, {3, 9}});
  exons[1].families.end = splice_family::minor;
  CHECK(text_of(stretches_of(exons)) == lines{"0-9 +0", "3-9 +3"});
}

TEST_CASE("exons that differ in what they pay to begin share their rows behind it") {
  auto exons = plain({{0, 9}, {3, 9}});
  exons[1].roles.begins = -7;
  exons[1].weight = 5;
  const auto stretches = stretches_of(exons);
  REQUIRE(text_of(stretches) == lines{"0-9 +0 +3"});
  CHECK(stretches[0].starts[1].begins == -2);
  CHECK(stretches[0].starts[1].follows == 5);
  CHECK(stretches[0].exits[0].ends == 0);
}

TEST_CASE("exons with one start share it when only their weights differ: the exit takes the difference") {
  auto exons = plain({{0, 5}, {0, 9}});
  exons[0].weight = 3;
  exons[1].weight = 10;
  const auto stretches = stretches_of(exons);
  REQUIRE(text_of(stretches) == lines{"0-5 +0 > 9", "5-9"});
  for (const stretch& each : stretches) {
    if (each.end == 5) CHECK(each.starts[0].begins == 10);
    CHECK(each.exits[0].goes_on == (each.end == 5 ? -7 : 0));
  }
}

TEST_CASE("a role that an exon may not take stays forbidden whatever it weighs") {
  auto exons = plain({{0, 9}});
  exons[0].weight = 1000;
  exons[0].roles = {spliced::unreachable, 0, 0, spliced::unreachable};
  const auto stretches = stretches_of(exons);
  CHECK_FALSE(spliced::is_reachable(stretches[0].starts[0].begins));
  CHECK(stretches[0].starts[0].follows == 1000);
  CHECK_FALSE(spliced::is_reachable(stretches[0].exits[0].goes_on));
  CHECK(stretches[0].exits[0].ends == 0);
}

TEST_CASE("ORF exons are one path from the region's begin to its end, cut at the ends of exons") {
  block_sites blocks;
  blocks.sites.acceptors = {{5, 1, splice_family::major}, {12, 2, splice_family::major}};
  blocks.sites.donors = {{10, 3, splice_family::major}, {20, 4, splice_family::major}};
  blocks.sites.starts = {{2, 6, splice_family::major}};
  const auto stretches = make_stretches({{}, &blocks}, {0, std::vector<spliced::residue_code>(30, 1)}, {});
  CHECK(text_of(stretches) == lines{"0-10 +2 +5 > 20", "10-20 +12 > 30", "20-30"});
  for (const stretch& each : stretches) CHECK(each.is_blocks);
  const stretch& first = stretches.front();
  CHECK(first.starts[0].begins == 6);
  CHECK(first.starts[0].is_whole_codon);
  CHECK_FALSE(spliced::is_reachable(first.starts[0].follows));
  CHECK(first.starts[1].follows == 1);
  CHECK_FALSE(spliced::is_reachable(first.starts[1].begins));
  CHECK(first.exits[0].goes_on == 3);
  CHECK_FALSE(spliced::is_reachable(first.exits[0].ends));
}

TEST_CASE("given exons stand beside ORF exons, with stretches of their own") {
  block_sites blocks;
  blocks.sites.acceptors = {{5, 0, splice_family::major}};
  blocks.sites.donors = {{10, 0, splice_family::major}};
  const auto exons = plain({{5, 10}});
  const auto stretches = make_stretches({exons, &blocks}, {0, std::vector<spliced::residue_code>(10, 1)}, {});
  CHECK(text_of(stretches) == lines{"0-10 +5", "5-10 +5"});
}
