// What targets of one region share: the graph, its reversal, and what they hold.
#include <random>
#include <string>

#include "catch.hpp"
#include "exons/io/report.hpp"
#include "exons/one_strand.hpp"
#include "exons/solving/counted_stages.hpp"
#include "spliced/engine/engine_registry.hpp"
#include "spliced/graph/schedule_limit.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::case_on;
using exonweave::testing::plain_scoring;
using exonweave::testing::small_gene;
using exonweave::testing::solve_case;

namespace {

const auto scalar = spliced::cpu_engines().make("scalar");
const auto sequential = spliced::cpu_engines().make("sequential");

solver_options with(const spliced::engine& engine) {
  solver_options options{&engine, {}, ample_memory};
  options.with_margins = true;
  return options;
}

}  // namespace

TEST_CASE("targets solved on one problem are solved as on problems of their own") {
  const auto scoring = plain_scoring();
  for (const auto* engine : {scalar.get(), sequential.get()}) {
    const auto options = with(*engine);
    const region_problem shared(small_gene(), scoring, options);
    for (const char* letters : {"ACGCAT", "CG", "CATG", "ACGCAT"}) {
      const auto target = spliced::encode_dna(letters);
      const auto together = solve(shared, target, scoring, options);
      const auto alone = solve_case(small_gene(), target, scoring, options);
      CHECK(together.chains == alone.chains);
      CHECK(together.best_without == alone.best_without);
      CHECK(together.work.computed_cells == alone.work.computed_cells);
    }
  }
}

TEST_CASE("the reversed graph is made once") {
  const region_problem problem(small_gene(), plain_scoring(), with(*scalar));
  const auto& first = problem.reversed();
  CHECK(&problem.reversed() == &first);
  CHECK(first.graph->view().size() == problem.graph().size());
  CHECK(bytes_of(first.graph->view()) == bytes_of(problem.graph()));
  CHECK(first.schedule.n_rows == problem.schedule().n_rows);
}

TEST_CASE(
    "a problem holds its material, its graph and schedule, these twice where the reversed ones are wanted") {
  const region_problem problem(small_gene(), plain_scoring(), with(*scalar));
  const std::uint64_t once = problem.bytes(false);
  const std::uint64_t of_graph = bytes_of(problem.graph()) + problem.schedule().bytes();
  CHECK(once == bytes_of(problem.material()) + of_graph);
  CHECK(problem.bytes(true) == once + of_graph);
  CHECK(problem.reversed().graph != nullptr);
  CHECK(problem.bytes(false) == once);  // whatever was made in the meantime
  const auto& graph = problem.graph();
  CHECK(bytes_of(graph) == graph.residues.size() + graph.nodes.size() * sizeof(spliced::node) +
                               graph.edges.size() * sizeof(spliced::edge));
}

TEST_CASE("material holds its exons, residues and sites") {
  region_material material = case_on("ACGT", {});
  CHECK(bytes_of(material) == 4);
  material.blocks.emplace();
  material.blocks->ends = {3, 4};
  material.blocks->sites.donors = {{2, 0, splice_family::major}};
  CHECK(bytes_of(material) == 4 + 2 * sizeof(std::int64_t) + sizeof(scored_site));
  CHECK(bytes_of(small_gene()) > 12 + 4 * sizeof(strand_exon));
}

TEST_CASE("an engine that wants the literal graph has it, but not of own blocks") {
  const auto rows = [](const region_material& of, const spliced::engine& engine) {
    return count_rows(region_problem(of, plain_scoring(), with(engine)).graph());
  };
  CHECK(rows(small_gene(), *sequential) == 3 + 2 + 3 + 4);  // a row for each base of each exon
  CHECK(rows(small_gene(), *scalar) == 3 + 4);
  region_material blocks = small_gene();
  blocks.blocks.emplace();
  CHECK(rows(blocks, *sequential) == rows(blocks, *scalar));
}

TEST_CASE("without exons and blocks there is no graph") {
  const region_problem problem(case_on("ACGT", {}), plain_scoring(), with(*scalar));
  CHECK(problem.is_empty());
  CHECK(problem.bytes(true) == 4);
}

TEST_CASE(
    "edges of a literal graph that do not fit beside what is reserved are refused before they are made") {
  auto options = with(*sequential);
  options.memory = 1000;
  CHECK_NOTHROW(region_problem(small_gene(), plain_scoring(), options));
  options.reserved = 990;
  CHECK_THROWS_AS(region_problem(small_gene(), plain_scoring(), options), not_enough_memory);
}

TEST_CASE("a large region that cannot fit is refused before its graph is made") {
  std::mt19937_64 random(1);
  strand_region region;
  for (std::size_t i = 0; i < 700'000; ++i)
    region.residues.push_back(static_cast<spliced::residue_code>(1 + random() % 4));
  region_material of;
  of.blocks.emplace();
  for (std::int64_t p = 1; p + 2 < region.end(); p += 2) {
    of.blocks->begins.push_back(p);
    of.blocks->sites.acceptors.push_back({p, 0});
    of.blocks->sites.donors.push_back({p + 1, 0});
    of.blocks->ends.push_back(p + 1);
  }
  of.region = std::move(region);
  const chain_scoring scoring = plain_scoring();
  auto options = with(*scalar);
  options.memory = std::uint64_t{50} << 20;
  try {
    const region_problem made(of, scoring, options);
    FAIL("it fits");
  } catch (const not_enough_memory& error) {
    const std::string need = error.problems().at(0).need;
    REQUIRE(need.starts_with("about "));
    CHECK(std::stoull(need.substr(6)) > 2 * options.memory);
    options.memory = std::stoull(need.substr(6));
  }
  const region_problem made(of, scoring, options);  // in as much it fits, and takes more than half
  CHECK(made.bytes(true) < options.memory);
  CHECK(made.bytes(true) > options.memory / 2);
}

TEST_CASE("a schedule that outgrows its limit is given up, about as much too large as is told") {
  const region_problem made(small_gene(), plain_scoring(), with(*scalar));
  const auto schedule = scalar->schedule({});
  const std::uint64_t bytes = made.schedule().bytes();
  CHECK(spliced::make_schedule_within(made.graph(), std::nullopt, schedule, bytes).bytes() == bytes);
  CHECK(spliced::least_bytes_of_schedule(made.graph()) <= bytes);
  try {
    (void)spliced::make_schedule_within(made.graph(), std::nullopt, schedule, bytes / 4);
    FAIL("it fits");
  } catch (const spliced::schedule_too_large& error) {
    CHECK(error.expected_bytes > bytes / 4);
  }
}

TEST_CASE("what the caller holds leaves less for rows, and is part of what is needed") {
  const auto scoring = plain_scoring();
  const auto target = spliced::encode_dna("ACGCAT");
  const auto needed = [&](std::uint64_t reserved) {
    auto options = with(*scalar);
    options.reserved = reserved;
    const region_problem problem(small_gene(), scoring, options);
    options.memory = 1;
    try {
      solve(problem, target, scoring, options);
    } catch (const not_enough_memory& error) {
      return std::stoull(error.problems().at(0).need);
    }
    return 0ull;
  };
  CHECK(needed(0) > 0);
  CHECK(needed(12345) == needed(0) + 12345);
}

TEST_CASE("a run that was told to stop solves nothing, and passes are counted while it goes on") {
  const auto scoring = plain_scoring();
  const auto target = spliced::encode_dna("ACGCAT");
  auto options = with(*scalar);
  spliced::run_control control;
  options.control = &control;
  const region_problem problem(small_gene(), scoring, options);
  spliced::planned_cells planned(&control, 1000, n_counted_stages(options));
  options.planned = &planned;
  (void)solve(problem, target, scoring, options);
  CHECK(control.cells() == 3 * 1000);
  control.stop();
  CHECK_THROWS_AS(solve(problem, target, scoring, options), spliced::run_stopped);
}
