// Sizes of problems that are not all made: exact where they are, near where they are estimated.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "runtime_model/times/expected_times.hpp"

using namespace exonweave;
using exonweave::testing::flat_model;
using exonweave::testing::small_job;

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
    CHECK(sizes[p].bounded == static_cast<double>(counts.bounded));
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
