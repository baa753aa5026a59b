// The independent check: it agrees with what is right and refuses, or prices otherwise, whatever is not.
#include <stdexcept>

#include "catch.hpp"
#include "exons/one_strand.hpp"
#include "exons/solving/rescore.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::case_on;
using exonweave::testing::solve_case;
using exonweave::testing::with_introns;
using spliced::edit;

namespace {

// Exons ACG [1, 4), CAT [8, 11) and GG [20, 22), with weights and roles that tell them apart.
region_material three_exons() {
  return case_on("TACGTTTTCATGTTTTTTTTGGTT", {{{1, 4}, 100, {1, 2, 4, 8}},
                                              {{2, 5}, 0, {}},
                                              {{8, 11}, 200, {16, 32, 64, 128}},
                                              {{20, 22}, 400, {256, 512, 1024, 2048}}});
}

const auto aligned = spliced::encode_dna("ACGCTGG");

// ACG, C-T (A left out), GG: 7 matches of 2, one gap of 3.
spliced::alignment good_path() {
  return {0,
          {{1, 4, 0, false, 0, 3, {{edit::match, 3}}},
           {8, 11, 0, false, 3, 5, {{edit::match, 1}, {edit::deletion, 1}, {edit::match, 1}}},
           {20, 22, 0, false, 5, 7, {{edit::match, 2}}}}};
}

constexpr spliced::score good_score =
    7 * 2 - 3 + (100 + 1 + 8) + (200 + 32 + 128) + (400 + 512 + 1024) - (5 + 4) - (5 + 9);

spliced::score check(const spliced::alignment& path, const chain_scoring& scoring = with_introns()) {
  return rescore(path, three_exons(), aligned, scoring);
}

// The good path after `spoil`.
template <class Spoil>
spliced::alignment spoiled(const Spoil& spoil) {
  auto path = good_path();
  spoil(path.exons);
  return path;
}

using exons = std::vector<spliced::aligned_exon>;

}  // namespace

TEST_CASE("a path is worth its pairs, gaps, introns, weights and roles") { CHECK(check(good_path()) == good_score); }

TEST_CASE("the path that the solver finds is worth its score, with and without free ends") {
  const auto simd = spliced::cpu_engines().make("simd");
  for (const bool free : {false, true}) {
    auto scoring = with_introns();
    scoring.free_target_ends = free;
    const auto solved = solve_case(three_exons(), aligned, scoring, {simd.get(), 20});
    CHECK(solved.chains.size() == 9);
    for (const auto& chain : solved.chains) CHECK(check(chain, scoring) == chain.total);
  }
}

TEST_CASE("what is left out before the chain costs its symbols, or nothing with free ends") {
  const auto path = spoiled([](exons& all) { all.erase(all.begin()); });
  const spliced::score rest = 4 * 2 - 3 + (200 + 16 + 128) + (400 + 512 + 1024) - (5 + 9);
  CHECK(check(path) == rest - 3 * 3);
  auto free = with_introns();
  free.free_target_ends = true;
  CHECK(check(path, free) == rest);
}

TEST_CASE("what is left out behind the chain is refused unless target ends are free") {
  const auto path = spoiled([](exons& all) { all.pop_back(); });
  CHECK_THROWS_AS(check(path), std::logic_error);
  auto free = with_introns();
  free.free_target_ends = true;
  CHECK(check(path, free) == 5 * 2 - 3 + (100 + 1 + 8) + (200 + 32 + 64) - (5 + 4));
}

TEST_CASE("every spoiled path is refused") {
  auto free = with_introns();
  free.free_target_ends = true;
  const std::vector<std::pair<std::string, spliced::alignment>> paths = {
      {"no exon", spoiled([](exons& all) { all.clear(); })},
      {"an edit dropped", spoiled([](exons& all) { all[1].edits.pop_back(); })},
      {"an edit shortened", spoiled([](exons& all) { all[0].edits[0].length = 2; })},
      {"an edit lengthened", spoiled([](exons& all) { all[0].edits[0].length = 4; })},
      {"an edit too many", spoiled([](exons& all) {
         all[2].edits.push_back({edit::insertion, 1});
       })},
      {"a deletion too many", spoiled([](exons& all) {
         all[2].edits.push_back({edit::deletion, 1});
       })},
      {"a match for a deletion", spoiled([](exons& all) { all[1].edits[1].op = edit::match; })},
      {"an insertion for a deletion", spoiled([](exons& all) { all[1].edits[1].op = edit::insertion; })},
      {"an exon moved to no candidate", spoiled([](exons& all) { ++all[1].begin, ++all[1].end; })},
      {"an exon shortened", spoiled([](exons& all) { ++all[1].begin; })},
      {"an exon lengthened", spoiled([](exons& all) { --all[1].begin; })},
      {"exons in another order", spoiled([](exons& all) { std::swap(all[0], all[1]); })},
      {"an exon twice", spoiled([](exons& all) { all.insert(all.begin(), all[0]); })},
      {"an inner exon dropped", spoiled([](exons& all) { all.erase(all.begin() + 1); })},
      {"target symbols between exons left out", spoiled([](exons& all) { ++all[1].target_begin; })},
      {"target symbols used twice", spoiled([](exons& all) { --all[1].target_begin; })},
      {"a target range turned around", spoiled([](exons& all) { all[0].target_end = 0; })},
      {"beyond the target", spoiled([](exons& all) {
         all[2].target_end = 8;
         all[2].edits.push_back({edit::insertion, 1});
       })}};
  for (const auto& [what, path] : paths) {
    INFO(what);
    CHECK_THROWS_AS(check(path), std::logic_error);
    CHECK_THROWS_AS(check(path, free), std::logic_error);
  }
}

TEST_CASE("an exon shifted to another candidate that makes its intron too short is refused") {
  const auto path = spoiled([](exons& all) { all[0].begin = 2, all[0].end = 5; });  // [2, 5), 3 nt before [8, 11)
  CHECK_THROWS_AS(check(path), std::logic_error);
  auto scoring = with_introns();
  scoring.introns.min_intron = 3;
  CHECK(check(path, scoring) != good_score);  // allowed, and another price
  scoring.introns.min_intron = 5;
  CHECK_THROWS_AS(check(good_path(), scoring), std::logic_error);
}

TEST_CASE("pairs are scored by the residues they pair") {
  auto material = three_exons();
  material.region.residues[1] = spliced::dna_code('T');
  CHECK(rescore(good_path(), material, aligned, with_introns()) == good_score - 4);
}
