// Expected seconds of results: those of the costs that a run counts, without a run.
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/run/small_job.hpp"
#include "runtime_model/times/expected_times.hpp"

using namespace exonweave;
using exonweave::testing::equal_targets;
using exonweave::testing::small_job;
using exonweave::testing::temporary_file;
using spliced::cost_unit;

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
