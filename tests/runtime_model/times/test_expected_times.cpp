// Expected seconds of results: those of the costs that a run counts, without a run.
#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "gpu/engines/engines.hpp"
#include "runtime_model/times/expected_times.hpp"

using exonweave::testing::equal_targets;
using exonweave::testing::flat_model;
using exonweave::testing::plain_scoring;
using exonweave::testing::small_job;
using exonweave::testing::temporary_file;
using namespace exonweave;
using spliced::cost_unit;

// Who does an engine's work, for what price, and how long that takes it.

TEST_CASE("an engine has the price of its own work, and of its substitute's where a scoring is out of its scope") {
  chain_scoring scoring = plain_scoring();
  REQUIRE(scoring.gaps.open == 0);
  for (const std::string_view name : {"simd", "cuda", "cuda-intra"}) CHECK(working_engine(name, scoring).name == name);
  scoring.gaps.open = 3;
  CHECK(working_engine("simd", scoring).name == "simd");
  CHECK(working_engine("cuda", scoring).name == "simd");
  CHECK(working_engine("cuda-intra", scoring).name == "cuda-intra");  // which refuses it
  CHECK_THROWS_AS(working_engine("fast", scoring), std::invalid_argument);
}

TEST_CASE("work of every engine is counted by one of the CPU with the same graphs and sweeps") {
  for (const spliced::engine_facts& each : gpu::known_engines().facts()) {
    INFO(each.name);
    const auto counting = make_counting_engine(each);
    CHECK_FALSE(counting->facts().is_of_gpu);
    CHECK(counting->facts().is_literal == each.is_literal);
    CHECK(counting->facts().may_sweep == each.may_sweep);
  }
  CHECK_THROWS_AS(make_counting_engine({.is_literal = true, .may_sweep = true}), std::invalid_argument);
}

TEST_CASE("cells of passes are those of a GPU where the engine has one, and cost a slower engine more") {
  spliced::cost_model machine;
  machine.seconds[cost_unit::cell] = 10;
  machine.seconds[cost_unit::device_cell] = 1;
  spliced::by_cost_unit work;
  work[cost_unit::cell] = 3;
  work[cost_unit::device_cell] = 2;
  CHECK(prices_for({}, machine).predict(work) == 30 + 20);
  CHECK(prices_for({.cell_cost = 4}, machine).predict(work) == 30 + 80);
  CHECK(prices_for({.is_of_gpu = true}, machine).predict(work) == 30 + 2);
}

TEST_CASE("threads share the pieces of a genome, and no more threads than there are") {
  CHECK(seconds_of_pieces(80, 20, 8) == 10);
  CHECK(seconds_of_pieces(80, 4, 8) == 20);
  CHECK(seconds_of_pieces(80, 0, 8) == 80);
}

TEST_CASE("threads share the work of a CPU, and at most as many as its engine says keep a GPU busy that has begun") {
  constexpr double start = 3;
  spliced::cost_model prices;
  prices.seconds[cost_unit::launch] = start;
  CHECK(seconds_on_threads({}, prices, 80, 8) == 10);
  CHECK(seconds_on_threads({.is_of_gpu = true}, prices, 80, 2) == Approx(start + 40));
  CHECK(seconds_on_threads({.is_of_gpu = true}, prices, 80, 8) == Approx(start + 20));
  CHECK(seconds_on_threads({.is_of_gpu = true, .max_threads = 1}, prices, 80, 8) == Approx(start + 80));
}

// Sizes of problems that are not all made: exact where they are, near where they are estimated.

namespace {

std::string random_bases(std::size_t n) {
  std::mt19937 random(5);
  std::string made;
  while (made.size() < n) made += "ACGT"[random() % 4];
  return made;
}

// ORF exons of proteins on regions of 500 to 10,000 nt.
struct many_regions : small_job {
  many_regions() : small_job(random_bases(200'000), {}, {"MAWDKWFH"}) {
    targets.kind = molecule::protein;
    options.scoring.code = standard_code();
    options.candidate_sites.emplace(flat_model());
    options.block_sites.emplace(flat_model());
    options.blocks = block_mode::add;
    options.solver.may_sweep = false;
    for (std::int64_t k = 0; k < 20; ++k)
      problems_of.push_back({{0, {k * 10'000, k * 10'000 + 500 * (k + 1)}, strand::forward, 0}});
  }

  std::vector<problem_size> sizes(const size_sample& sample) {
    return expected_sizes(input(), options, problems_of, sample).sizes;
  }

  std::vector<strand_problem> problems_of;
};

double sum_of(const std::vector<problem_size>& sizes, double problem_size::*part) {
  double sum = 0;
  for (const auto& each : sizes) sum += each.*part;
  return sum;
}

}  // namespace

TEST_CASE("sizes of problems that are all made are exact") {
  many_regions job;
  const auto sizes = job.sizes({});
  REQUIRE(sizes.size() == 20);
  const prediction_input input = job.input();
  region_maker maker(input, job.options);
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    const auto& [on, reading] = job.problems_of[p];
    const auto made = maker.make_problem(on, reading, job.options.solver, memory_budget(job.options.memory));
    const auto& counts = made->schedule().counts;
    CHECK(sizes[p].nucleotides == 500.0 * static_cast<double>(p + 1));
    CHECK(sizes[p].nodes == static_cast<double>(made->graph().size()));
    CHECK(sizes[p].edges == static_cast<double>(made->graph().edges.size()));
    CHECK(sizes[p].rows == static_cast<double>(spliced::count_rows(made->graph())));
    CHECK(sizes[p].merged_rows == static_cast<double>(counts.residue_merges));
    CHECK(sizes[p].joins == static_cast<double>(counts.merges));
    CHECK(sizes[p].bytes == static_cast<double>(made->bytes(false)));
  }
}

TEST_CASE("sizes are estimated by those of few problems, and of the middle of large ones") {
  many_regions job;
  const auto exact = job.sizes({});
  const size_sample few{5, 1'000'000, 1'000'000}, short_ones{200, 20'000, 1'000'000}, pieces{200, 1'000'000, 2'500};
  for (const size_sample& sample : {few, short_ones, pieces}) {
    const auto estimated = job.sizes(sample);
    for (const auto part : {&problem_size::nodes, &problem_size::edges, &problem_size::rows, &problem_size::merged_rows,
                            &problem_size::nucleotides, &problem_size::joins, &problem_size::bytes})
      CHECK(std::abs(sum_of(estimated, part) / sum_of(exact, part) - 1) < 0.15);
  }
}

TEST_CASE("an example is kept that is none of the shortest") {
  many_regions job;
  const auto example = expected_sizes(job.input(), job.options, job.problems_of).example;
  REQUIRE(example != nullptr);
  CHECK(example->material().region.residues.size() > 1'500);
}

TEST_CASE("a strand without candidates has no size where there are no ORF exons") {
  small_job job("TTTTTTTTTTACGGATTTTTTTTTT", {{{10, 16}, strand::forward}}, {"ACGGAT"});
  const auto reading = target_reading::nucleotides;
  const std::vector<strand_problem> both = {{{0, {0, 25}, strand::forward, 0}, reading},
                                            {{0, {0, 25}, strand::reverse, 0}, reading}};
  const auto sizes = expected_sizes(job.input(), job.options, both).sizes;
  CHECK(sizes[0].nucleotides == 6);
  CHECK(sizes[0].rows == 6);
  CHECK(sizes[1].nodes == 0);
  CHECK(sizes[1].nucleotides == 0);
}

TEST_CASE("what does not fit in the memory has no size of its own") {
  small_job job("TTTTTTTTTTACGGATTTTTTTTTT", {{{10, 13}, strand::forward}, {{14, 16}, strand::forward}}, {"ACG"});
  const auto literal = spliced::cpu_engines().make("sequential");
  job.options.solver.engine = literal.get();
  const std::vector<strand_problem> one = {{{0, {0, 25}, strand::forward, 0}, target_reading::nucleotides}};
  CHECK(expected_sizes(job.input(), job.options, one).sizes[0].rows == 5);
  job.options.memory.usable = 0;
  CHECK(expected_sizes(job.input(), job.options, one).sizes[0].rows == 0);
}

TEST_CASE("candidates are counted exactly also where nothing is made") {
  small_job job("TTTTTTTTTTACGGATTTTTTTTTT",
                {{{10, 16}, strand::forward}, {{12, 14}, strand::forward}, {{18, 21}, strand::forward}}, {"ACG"});
  const auto literal = spliced::cpu_engines().make("sequential");
  job.options.solver.engine = literal.get();
  job.options.memory.usable = 0;
  const std::vector<strand_problem> one = {{{0, {0, 25}, strand::forward, 0}, target_reading::nucleotides}};
  const auto expected = expected_sizes(job.input(), job.options, one);
  CHECK(expected.example == nullptr);
  const exon_counts& exons = expected.sizes[0].exons;
  CHECK(exons.n_exons == 3);
  CHECK(exons.sum_lengths == 6 + 2 + 3);
  CHECK(exons.n_groups == 2);
  CHECK(exons.sum_group_maxima == 6 + 3);
}

TEST_CASE("of a region for which the memory does not do the middle stands") {
  many_regions job;
  job.problems_of = {{{0, {0, 200'000}, strand::forward, 0}}};
  const double exact = job.sizes({}).front().bytes;
  job.options.memory.usable = static_cast<std::uint64_t>(exact);  // not for its making
  const double estimated = job.sizes({}).front().bytes;
  CHECK(std::abs(estimated - exact) < 0.2 * exact);
}

namespace {

// A second for each of one unit, nothing for the others.
spliced::cost_model only(cost_unit unit) {
  spliced::cost_model model;
  model.seconds[unit] = 1;
  return model;
}

std::vector<double> expect(small_job& job, std::span<const locus_target> targets, const spliced::cost_model& model) {
  return expected_seconds(expect_work(job.input(), job.options, targets), model);
}

std::vector<double> expect(small_job& job, const spliced::cost_model& model) {
  return expect(job, split_by_target(job.cases), model);
}

// Any engine, but for what it may not do.
struct idle_engine : spliced::engine {
  [[nodiscard]] const spliced::engine_facts& facts() const override {
    static const spliced::engine_facts known{.name = "idle"};
    return known;
  }
  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const spliced::alignment_job&) const override {
    throw std::logic_error("nothing is to be aligned");
  }
  [[nodiscard]] std::uint64_t min_memory(const spliced::alignment_job&) const override { return 0; }
};

//                          0         10        20        30
const std::string genomic = "TTTTTTTTTTACGGATTTTTTTTTTATCCGTTTTTTTTTT";

}  // namespace

TEST_CASE("expected costs are those that a run counts, unit by unit") {
  equal_targets job(3);
  job.targets.targets[1].residues = "ACGGATACG";
  for (const bool with_margins : {false, true}) {
    job.options.solver.with_margins = with_margins;
    const auto results = job.run();
    REQUIRE(results.size() == 3);
    for (std::size_t u = 0; u < spliced::by_cost_unit::names.size(); ++u) {
      const auto unit = static_cast<cost_unit>(u);
      INFO(spliced::by_cost_unit::names[u] << ", margins " << with_margins);
      const auto expected = expect(job, only(unit));
      for (std::size_t place = 0; place < results.size(); ++place)
        CHECK(expected[place] == Approx(results[place].work.costs[unit]));
    }
  }
}

TEST_CASE("what a run counts is a row of each base on each strand, there and back for margins") {
  equal_targets job(2);
  job.targets.targets[1].residues = "ACGGATACG";
  for (const bool with_margins : {false, true}) {
    job.options.solver.with_margins = with_margins;
    const auto results = job.run();
    REQUIRE(results.size() == 2);
    for (std::size_t place = 0; place < results.size(); ++place) {
      CAPTURE(with_margins, place);
      const double n_letters = place == 0 ? 6 : 9, n_passes = with_margins ? 2 : 1;
      CHECK(results[place].work.costs[cost_unit::device_cell] == 2 * n_passes * 6 * n_letters);
    }
  }
}

TEST_CASE("a problem counts for the first of the targets that share it") {
  equal_targets job(2);
  const auto shared = expect(job, only(cost_unit::cell));
  CHECK(shared[0] > shared[1]);
  const auto all = split_by_target(job.cases);
  CHECK(expect(job, std::span(all).subspan(1), only(cost_unit::cell)) == std::vector<double>{shared[0]});
  job.cases = {{0, {0, 20}, strand::forward, 0}, {0, {0, 40}, strand::forward, 0}};
  const auto apart = expect(job, only(cost_unit::cell));
  CHECK(apart[0] == apart[1]);
}

// Cells that a chain of six letters takes that is read from six rows.
constexpr double read_cells = 3.5 * 6 * 6 + 0.3 * 6 * 6;

TEST_CASE("a chain is read on each strand where any is a model, else on one of those tried") {
  equal_targets job(1);
  job.cases = {{0, {0, 39}, strand::forward, 0}, {0, {0, 39}, strand::reverse, 0}};
  job.options.solver.with_margins = false;
  const double every = expect(job, only(cost_unit::cell))[0];
  job.options.min_score = 10;
  CHECK(every - expect(job, only(cost_unit::cell))[0] == Approx(read_cells));
}

TEST_CASE("where a target is tried on whole sequences a chain is read on one strand of all of them") {
  const temporary_file two(">chr1\n" + genomic + "\n>chr2\n" + genomic + "\n");
  equal_targets job(1);
  job.sequences = genome::open(two.path(), job.problems);
  job.candidates.exons.push_back({1, {10, 16}, strand::forward, no_phase, exon_type::unknown, {}});
  job.cases = {{0, {0, 40}, strand::forward, 0}, {0, {0, 40}, strand::reverse, 0}, {1, {0, 40}, strand::forward, 0}};
  job.options.solver.with_margins = false;
  const auto every = expect(job, only(cost_unit::cell));
  job.options.min_score = 10;
  const auto one = expect(job, only(cost_unit::cell));
  CHECK(every[0] - one[0] == Approx(2 * read_cells * 2 / 3));
  CHECK(every[1] - one[1] == Approx(read_cells * 2 / 3));
}

TEST_CASE("nothing is aligned") {
  const idle_engine idle;
  run_control control;
  equal_targets job(2);
  job.options.solver.engine = &idle;
  job.options.control = &control;
  for (const double seconds : expect(job, only(cost_unit::cell))) CHECK(seconds > 0);
  CHECK(control.cells() == 0);
}

TEST_CASE("without targets nothing is expected") {
  equal_targets job(1);
  CHECK(expect(job, {}, only(cost_unit::result)).empty());
}

TEST_CASE("the paper's counts are of all strands that are tried") {
  equal_targets job(1);
  job.cases = {{0, {0, 39}, strand::forward, 0}};
  const auto one = expect_work(job.input(), job.options, split_by_target(job.cases));
  const std::int64_t n = 6, exon_nt = 6, n_exons = 1;
  CHECK(one[0].paper.sequential == n * exon_nt);
  CHECK(one[0].paper.intra == exon_nt + n_exons * (n - 1));
  job.cases.push_back({0, {0, 39}, strand::reverse, 0});
  const auto both = expect_work(job.input(), job.options, split_by_target(job.cases));
  CHECK(both[0].paper.sequential == 2 * one[0].paper.sequential);
  CHECK(both[0].memory.all() > one[0].memory.all());
}

TEST_CASE("work is of codons or nucleotides, on candidates or ORF exons") {
  using enum spliced::work_kind;
  CHECK(work_kind_of(molecule::protein, block_mode::add) == protein_on_blocks);
  CHECK(work_kind_of(molecule::protein, block_mode::restricted) == protein_on_blocks);
  CHECK(work_kind_of(molecule::protein, block_mode::off) == protein_on_candidates);
  CHECK(work_kind_of(molecule::dna, block_mode::add) == cdna_on_blocks);
  CHECK(work_kind_of(molecule::dna, block_mode::off) == cdna_on_candidates);
}
