// What targets of one region share: the graph, its reversal, and what they hold.
#include <optional>
#include <random>
#include <string>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "exons/codon_table.hpp"
#include "exons/one_strand.hpp"
#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/solver_settings.hpp"
#include "exons/solving/split_gene.hpp"
#include "spliced/engines/engine_registry.hpp"
#include "spliced/graph/row_schedule.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::case_on;
using exonweave::testing::plain_scoring;
using exonweave::testing::problem_on;
using exonweave::testing::small_gene;
using exonweave::testing::solve_case;
using exonweave::testing::solve_on;

namespace {

const auto simd = spliced::cpu_engines().make("simd");
const auto sequential = spliced::cpu_engines().make("sequential");

solver_settings with(const spliced::engine& engine) { return {&engine, 1, true}; }

// ORF exons that may begin and end everywhere, on so many nt.
region_material crowded_blocks(std::size_t length) {
  std::mt19937_64 random(1);
  strand_region region;
  for (std::size_t i = 0; i < length; ++i)
    region.residues.push_back(static_cast<spliced::residue_code>(1 + random() % 4));
  region_material made;
  made.blocks.emplace();
  for (std::int64_t p = 1; p + 2 < region.end(); p += 2) {
    made.blocks->begins.push_back(p);
    made.blocks->sites.acceptors.push_back({p, 0});
    made.blocks->sites.donors.push_back({p + 1, 0});
    made.blocks->ends.push_back(p + 1);
  }
  made.region = std::move(region);
  return made;
}

}  // namespace

TEST_CASE("targets solved on one problem are solved as on problems of their own") {
  const auto scoring = plain_scoring();
  for (const auto* engine : {simd.get(), sequential.get()}) {
    const auto settings = with(*engine);
    const region_problem shared = problem_on(small_gene(), scoring, settings);
    for (const char* letters : {"ACGCAT", "CG", "CATG", "ACGCAT"}) {
      const auto target = spliced::encode_dna(letters);
      const auto together = solve_on(shared, target, scoring, settings);
      const auto alone = solve_case(small_gene(), target, scoring, settings);
      CHECK(together.chains == alone.chains);
      CHECK(together.best_without == alone.best_without);
      CHECK(together.work.computed_cells == alone.work.computed_cells);
    }
  }
}

TEST_CASE("the reversed graph is made once") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const auto& first = problem.reversed();
  CHECK(&problem.reversed() == &first);
  CHECK(first.graph->view().size() == problem.graph().size());
  CHECK(bytes_of(first.graph->view()) == bytes_of(problem.graph()));
  CHECK(first.schedule.n_rows == problem.schedule().n_rows);
}

TEST_CASE("a problem holds its material, its graph and schedule, and the reversed ones where they are wanted") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const std::uint64_t once = problem.bytes(false);
  CHECK(once == bytes_of(problem.material()) + bytes_of(problem.graph()) + problem.schedule().bytes());
  const auto& reversed = problem.reversed();
  CHECK(problem.bytes(true) == once + bytes_of(reversed.graph->view()) + reversed.schedule.bytes());
  CHECK(problem.bytes(false) == once);
  const auto& graph = problem.graph();
  CHECK(bytes_of(graph) == graph.residues.size() + graph.nodes.size() * sizeof(spliced::node) +
                               graph.edges.size() * sizeof(spliced::edge));
}

TEST_CASE("of a problem that was made without it the reversed graph counts as much as the graph") {
  auto settings = with(*simd);
  settings.with_margins = false;
  const region_problem problem = problem_on(small_gene(), plain_scoring(), settings);
  const std::uint64_t once = problem.bytes(false);
  CHECK(problem.bytes(true) == 2 * once - bytes_of(problem.material()));
  CHECK(problem.reversed().graph != nullptr);
  CHECK(problem.bytes(false) == once);  // whatever was made in the meantime
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

TEST_CASE("an engine that wants the literal graph has it, but not of ORF exons") {
  const auto rows = [](const region_material& material, const spliced::engine& engine) {
    return count_rows(problem_on(material, plain_scoring(), with(engine)).graph());
  };
  CHECK(rows(small_gene(), *sequential) == 3 + 2 + 3 + 4);  // a row for each base of each exon
  CHECK(rows(small_gene(), *simd) == 3 + 4);
  region_material blocks = small_gene();
  blocks.blocks.emplace();
  CHECK(rows(blocks, *sequential) == rows(blocks, *simd));
}

TEST_CASE("weights of codons are refused on graphs of an engine that has none") {
  struct plain_engine : spliced::engine {
    [[nodiscard]] const spliced::engine_facts& facts() const override {
      static const spliced::engine_facts known{.name = "plain"};
      return known;
    }
    [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const spliced::alignment_job& job) const override {
      return simd->align(job);
    }
    [[nodiscard]] std::uint64_t min_memory(const spliced::alignment_job&) const override { return 0; }
  };
  chain_scoring scoring = exonweave::testing::codon_scoring();
  const auto material = exonweave::testing::split_gene({"ATGGCTTAA"}).of_its_exons();
  CHECK_NOTHROW(problem_on(material, scoring, with(plain_engine())));
  scoring.coding = exonweave::testing::weights_of({{"GCT", 1}});
  CHECK_THROWS_AS(problem_on(material, scoring, with(plain_engine())), std::invalid_argument);
  CHECK_NOTHROW(problem_on(material, scoring, with(*simd)));
}

TEST_CASE("a limit of introns that is no shorter than the region is none") {
  const auto blocks = exonweave::testing::split_gene({"ATGGCTTGGGATAAA", "TGGTTTCATTAA"}).of_blocks();
  chain_scoring scoring = exonweave::testing::codon_scoring();
  scoring.introns.max_intron = std::ssize(blocks.region.residues);
  const region_problem idle = problem_on(blocks, scoring, with(*simd));
  CHECK(idle.scoring().introns.max_intron == intron_rules::no_limit);
  --scoring.introns.max_intron;
  const region_problem limited = problem_on(blocks, scoring, with(*simd));
  CHECK(limited.swept() != nullptr);
  CHECK(limited.scoring().introns.max_intron == scoring.introns.max_intron);
}

TEST_CASE("without exons and blocks there is no graph") {
  const region_problem problem = problem_on(case_on("ACGT", {}), plain_scoring(), with(*simd));
  CHECK(problem.is_empty());
  CHECK(problem.bytes(true) == 4);
}

TEST_CASE("edges of a literal graph that do not fit beside what is reserved are refused before they are made") {
  memory_budget memory({.usable = 1000});
  CHECK_NOTHROW(region_problem(small_gene(), plain_scoring(), with(*sequential), memory));
  const memory_reservation held = memory.reserve(990);
  CHECK_THROWS_AS(region_problem(small_gene(), plain_scoring(), with(*sequential), memory), not_enough_memory);
}

TEST_CASE("a large region that cannot fit is refused before its graph is made") {
  const region_material material = crowded_blocks(700'000);
  const chain_scoring scoring = plain_scoring();
  std::uint64_t memory = std::uint64_t{50} << 20;
  try {
    const region_problem made = problem_on(material, scoring, with(*simd), memory);
    FAIL("it fits");
  } catch (const not_enough_memory& error) {
    const std::string need = error.problems().at(0).need;
    REQUIRE(need.starts_with("about "));
    CHECK(std::stoull(need.substr(6)) > 2 * memory);
    memory = std::stoull(need.substr(6));
  }
  const region_problem made = problem_on(material, scoring, with(*simd), memory);  // it fits, and takes more than half
  CHECK(made.bytes(true) < memory);
  CHECK(made.bytes(true) > memory / 2);
}

TEST_CASE("who holds several problems of a region is told what all of them need") {
  memory_budget memory({.held = 7});
  const memory_reservation reserved = memory.reserve(5);
  const problem_too_large one("about ", 100, memory);
  CHECK(one.problems().at(0).need == "about 112 bytes");
  CHECK(one.reported_of(2, memory).problems().at(0).need == "about 212 bytes");
}

TEST_CASE("a reversed graph that is asked for late is refused where it does not fit beside the rest") {
  const region_material material = crowded_blocks(60'000);
  const chain_scoring scoring = plain_scoring();
  auto settings = with(*simd);
  settings.with_margins = false;
  std::optional<region_problem> made;
  std::uint64_t memory = std::uint64_t{8} << 20;
  for (; !made; memory += memory / 10) try {
      made.emplace(material, scoring, settings, memory_budget({.usable = memory}));  // with hardly more than it takes
    } catch (const not_enough_memory&) {
    }
  CHECK_THROWS_AS(made->reversed(), spliced::schedule_too_large);
  settings.with_margins = true;
  CHECK_THROWS_AS(solve_on(*made, spliced::encode_dna("ACGCAT"), scoring, settings, {}, memory), not_enough_memory);
}

TEST_CASE("where a target will have more memory later a problem takes no more than there is now") {
  const region_material material = crowded_blocks(8'000);
  const memory_budget last({.usable = 1000}), fraction({.usable = 1000, .max_alone = ample_memory});
  CHECK_NOTHROW(region_problem(material, plain_scoring(), with(*simd), last));  // is made, to tell what it needs
  CHECK_THROWS_AS(region_problem(material, plain_scoring(), with(*simd), fraction), not_enough_memory);
  CHECK_NOTHROW(region_problem(small_gene(), plain_scoring(), with(*simd), fraction));
}

TEST_CASE("a schedule that outgrows its limit is given up, about as much too large as is told") {
  const region_problem made = problem_on(small_gene(), plain_scoring(), with(*simd));
  const auto schedule = simd->schedule(plain_scoring().problem_on(made.graph(), {}));
  const std::uint64_t bytes = made.schedule().bytes();
  CHECK(spliced::make_schedule_within(made.graph(), std::nullopt, schedule, bytes).bytes() == bytes);
  CHECK(spliced::min_bytes_of_schedule(made.graph()) <= bytes);
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
    const region_problem problem = problem_on(small_gene(), scoring, with(*simd));
    memory_budget memory({.usable = 1});
    const memory_reservation held = memory.reserve(reserved);
    try {
      solve(problem, target, scoring, with(*simd), memory);
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
  const auto settings = with(*simd);
  run_control control;
  const region_problem problem = problem_on(small_gene(), scoring, settings);
  planned_cells planned(&control, 1000, n_counted_stages(settings));
  const solver_call call{.control = &control, .planned = &planned};
  (void)solve_on(problem, target, scoring, settings, call);
  CHECK(control.cells() == 3 * 1000);
  control.stop();
  CHECK_THROWS_AS(solve_on(problem, target, scoring, settings, call), run_stopped);
}
