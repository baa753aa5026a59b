// The two stages of a search: alignments that somebody else starts, and what becomes of them.
#include <numeric>
#include <random>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "exons/batch_engine.hpp"
#include "exons/one_strand.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::batch_engine;
using exonweave::testing::case_on;
using exonweave::testing::plain_scoring;
using exonweave::testing::problem_on;
using exonweave::testing::small_gene;
using exonweave::testing::solve_case;
using exonweave::testing::solve_on;

namespace {

const auto aligned = spliced::encode_dna("ACGCAT");

// By jobs that the engine starts, with the search moved before they are done.
case_solution solve_in_stages(const region_problem& on, std::span<const spliced::residue_code> target,
                              const chain_scoring& scoring, const solver_settings& settings,
                              const solver_call& call = {}, std::uint64_t usable = ample_memory) {
  memory_budget memory({.usable = usable});
  const memory_reservation of_problem = memory.reserve(on.bytes(settings.reads_backwards()));
  chain_search first(on, target, scoring, settings, memory, call);
  auto passes = settings.engine->start(first.jobs(memory.left()));
  chain_search moved = std::move(first);
  return moved.finish(std::move(passes));
}

}  // namespace

TEST_CASE("a search in two stages finds what it finds in one") {
  const auto scoring = plain_scoring();
  for (const char* inner : {"simd", "sequential"})
    for (const bool with_margins : {false, true})
      for (const std::size_t n_chains : {1u, 5u}) {
        const batch_engine engine(inner);
        const solver_settings settings{&engine, n_chains, with_margins};
        const region_problem on = problem_on(small_gene(), scoring, settings);
        const auto expected = solve_on(on, aligned, scoring, settings);
        CHECK(engine.batches.empty());
        const auto found = solve_in_stages(on, aligned, scoring, settings);
        CHECK(found.chains == expected.chains);
        CHECK(found.best_without == expected.best_without);
        CHECK(found.second_best == expected.second_best);
        CHECK(found.work.computed_cells == expected.work.computed_cells);
        CHECK(engine.batches == std::vector<std::size_t>{with_margins ? 2u : 1u});
        CHECK(engine.were_compiled);
      }
}

TEST_CASE("memory that makes a search slow is too little where there may be more that does not") {
  const auto engine = spliced::cpu_engines().make("simd");
  const auto scoring = plain_scoring();
  const solver_settings settings{engine.get(), 1, true};
  const region_problem on = problem_on(small_gene(), scoring, settings);
  const auto checked = [&](std::uint64_t rows, std::uint64_t most) {
    memory_budget memory({.usable = on.bytes(true) + rows});
    const memory_reservation of_problem = memory.reserve(on.bytes(true));
    const chain_search search(on, aligned, scoring, settings, memory);
    try {
      search.check_ample(most);
      return true;
    } catch (const not_enough_memory&) {
      return false;
    }
  };
  std::uint64_t enough = 1;
  while (!checked(enough, ample_memory)) ++enough;
  memory_budget ample({.usable = ample_memory});
  CHECK(enough > chain_search(on, aligned, scoring, settings, ample).min_rows());
  CHECK_FALSE(checked(enough - 1, ample_memory));
  CHECK(checked(enough - 1, 1));  // nobody has more
}

TEST_CASE("the jobs of a search share the memory that they are given, and the least of it does") {
  const batch_engine engine;
  const solver_settings settings{&engine, 1, true};
  const auto scoring = plain_scoring();
  const region_problem on = problem_on(small_gene(), scoring, settings);
  memory_budget memory({.usable = ample_memory});
  chain_search search(on, aligned, scoring, settings, memory);
  const std::uint64_t least = search.min_rows();
  for (const std::uint64_t more : {0u, 100u}) {
    const auto jobs = search.jobs(least + more);
    REQUIRE(jobs.size() == search.n_jobs());
    CHECK(jobs[0].memory + jobs[1].memory == least + more);
    for (const auto& job : jobs) CHECK(job.memory == engine.min_memory(job) + more / 2);
  }
  CHECK(search.finish(engine.start(search.jobs(least))).chains == solve_on(on, aligned, scoring, settings).chains);
  CHECK_THROWS_AS(search.jobs(least - 1), not_enough_memory);
}

TEST_CASE("rows that do not fit, in a pass that was started, are told as in one that was not") {
  batch_engine engine;
  engine.on_get = [](const auto& job) { throw memory_exceeded(job.memory + 50, job.memory); };
  for (const bool with_margins : {false, true}) {
    constexpr std::uint64_t usable = std::uint64_t{1} << 30;
    const solver_settings settings{&engine, 1, with_margins};
    const auto scoring = plain_scoring();
    const region_problem on = problem_on(small_gene(), scoring, settings);
    try {
      (void)solve_in_stages(on, aligned, scoring, settings, {}, usable);
      FAIL("it fits");
    } catch (const not_enough_memory& error) {
      CHECK(error.problems().at(0).need == std::to_string(usable + 50) + " bytes");
    }
  }
}

TEST_CASE("of a best chain that is not wanted the score alone is told, and no second pass is made") {
  const batch_engine engine;
  const solver_settings settings{&engine, 1, true};
  const auto scoring = plain_scoring();
  const region_problem on = problem_on(small_gene(), scoring, settings);
  const auto whole = solve_in_stages(on, aligned, scoring, settings);
  const spliced::score best = whole.chains.at(0).total;
  CHECK(solve_in_stages(on, aligned, scoring, settings, {.lowest_score = best}).chains == whole.chains);
  const auto none = solve_in_stages(on, aligned, scoring, settings, {.lowest_score = best + 1});
  CHECK(none.chains.empty());
  CHECK(none.best_without.empty());
  CHECK(none.unwanted == best);
  CHECK(none.work.computed_cells < whole.work.computed_cells);
}

TEST_CASE("rows that have to be exact throughout are made alone, after those that were started") {
  std::mt19937_64 random(3);
  std::string exon(2000, 'A');
  for (char& base : exon) base = "ACGT"[random() % 4];
  auto scoring = plain_scoring();
  scoring.substitution = spliced::dna_matrix(spliced::match_mismatch(8, -30));
  scoring.gaps = {0, 60};
  const batch_engine engine("simd");
  const solver_settings settings{&engine, 1, true};
  const region_problem on = problem_on(
      case_on("TTTT" + exon + "TTTTACGTTTTT", {{{4, 2004}, 0, {}}, {{2008, 2012}, 0, {}}}), scoring, settings);
  const auto target = spliced::encode_dna(exon);
  const auto found = solve_in_stages(on, target, scoring, settings);
  CHECK(engine.n_alone == 2);
  const auto expected = solve_on(on, target, scoring, settings);
  CHECK(engine.n_alone == 2 + 4);
  CHECK(found.best_without == expected.best_without);
  CHECK(found.work.computed_cells == expected.work.computed_cells);
}

namespace {

// Scores so large that narrow lanes hold the best ones alone.
chain_scoring steep_scoring() {
  auto scoring = plain_scoring();
  scoring.substitution = spliced::dna_matrix(spliced::match_mismatch(50, -50));
  scoring.gaps = {0, 50};
  return scoring;
}

const std::string steep_bases(800, 'A');
constexpr spliced::score steep_score = 800 * 50;

}  // namespace

TEST_CASE("a chain beside the best one that narrow lanes do not hold is found in wide ones") {
  const auto simd = spliced::cpu_engines().make("simd");
  const solver_settings settings{simd.get(), 2};
  const auto scoring = steep_scoring();
  // A and CC of the second exon align to three A: 797 are left.
  const auto material = case_on(steep_bases + "CC", {{{0, 800}, 0, {}}, {{799, 802}, 0, {}}});
  const auto solved = solve_case(material, spliced::encode_dna(steep_bases), scoring, settings);
  REQUIRE(solved.chains.size() == 2);
  CHECK(solved.chains[0].total == steep_score);
  CHECK(solved.chains[1].total == 50 - 2 * 50 - 797 * 50);
  CHECK(solved.second_best == solved.chains[1].total);
  CHECK(solved.work.computed_cells >= 2 * solved.work.graph_cells);
}

TEST_CASE("a runner-up that narrow lanes do not hold is found in wide ones, also where no exon has a margin") {
  const auto simd = spliced::cpu_engines().make("simd");
  const solver_settings settings{simd.get(), 1, true};
  // An exon that costs 30,000, and a gap of four, may only stand before the other one, which all chains have.
  const auto material =
      case_on("TTTT" + steep_bases, {{{0, 4}, -30'000, {0, 0, spliced::unreachable, 0}}, {{4, 804}, 0, {}}});
  const auto solved = solve_case(material, spliced::encode_dna(steep_bases), steep_scoring(), settings);
  CHECK(solved.chains.at(0).total == steep_score);
  CHECK(solved.best_without == std::vector<std::optional<spliced::score>>{std::nullopt});
  CHECK(solved.second_best == steep_score - 30'000 - 4 * 50);
}

TEST_CASE("a region is not cut by what narrow lanes make of a part that scores too little for them") {
  const auto simd = spliced::cpu_engines().make("simd");
  solver_settings settings{simd.get()};
  auto scoring = steep_scoring();
  scoring.free_target_ends = true;
  // Two copies, of which the first may only stand behind an exon that costs 30,000: it scores 10,000.
  const auto material =
      case_on("TTTT" + steep_bases + "TTTT" + steep_bases,
              {{{0, 4}, -30'000, {}}, {{4, 804}, 0, {spliced::unreachable, 0, 0, 0}}, {{808, 1608}, 0, {}}});
  const auto cut = [&](double fraction) {
    settings.locus_fraction = fraction;
    const auto solved = solve_case(material, spliced::encode_dna(steep_bases), scoring, settings);
    CHECK(solved.chains.at(0).total == steep_score);
    return solved.cut;
  };
  CHECK(cut(0.2) == 804);
  CHECK(cut(0.3) == std::nullopt);
}

TEST_CASE("a region is not cut where a side scores less than is asked for, nearly as good as it may be") {
  const auto engine = spliced::cpu_engines().make("simd");
  solver_settings settings{engine.get()};
  settings.locus_fraction = 0.5;
  auto scoring = plain_scoring();
  scoring.free_target_ends = true;
  scoring.introns.lines = {{20}};
  const auto material = case_on("ACGCATTTACGCAT", {{{0, 5}, 0, {}}, {{8, 14}, 0, {}}});
  for (const spliced::score least : {10, 11})
    CHECK(solve_case(material, aligned, scoring, settings, {.lowest_score = least}).cut.has_value() == (least == 10));
}

TEST_CASE("of a region that is cut the best chain alone is told") {
  const auto engine = spliced::cpu_engines().make("simd");
  solver_settings settings{engine.get(), 3, true};
  auto scoring = plain_scoring();
  scoring.free_target_ends = true;
  const auto material = case_on("ACGCATTTACGCAT", {{{0, 6}, 0, {}}, {{8, 14}, 0, {}}});
  for (const double fraction : {0.0, 0.5}) {
    settings.locus_fraction = fraction;
    const auto solved = solve_case(material, aligned, scoring, settings);
    const bool is_cut = fraction > 0;
    CHECK(solved.cut.has_value() == is_cut);
    CHECK(solved.chains.size() == (is_cut ? 1 : 3));
    CHECK(solved.second_best.has_value() == !is_cut);
    CHECK(solved.best_without.empty() == is_cut);
  }
}

TEST_CASE("a problem holds what the engine made of its schedules, and of the reversed one where that is wanted") {
  const batch_engine engine;
  const solver_settings settings{&engine, 1, true};
  const region_problem problem = problem_on(small_gene(), plain_scoring(), settings);
  CHECK(engine.n_compiled == 2);
  const std::uint64_t of_graph = bytes_of(problem.graph()) + problem.schedule().bytes() + 1000;
  const std::uint64_t of_reversed = bytes_of(problem.graph()) + problem.reversed().schedule.bytes() + 1000;
  CHECK(problem.bytes(false) == bytes_of(problem.material()) + of_graph);
  CHECK(problem.bytes(true) == problem.bytes(false) + of_reversed);
}
