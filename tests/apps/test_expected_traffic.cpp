// What is said of a GPU's memory before a run beside what its programs and rows take.
#include <array>
#include <random>
#include <string>

#include "catch.hpp"
#include "exons/solving/expected_traffic.hpp"
#include "exons/solving/split_gene.hpp"
#include "gpu/literal/literal_plan.hpp"
#include "gpu/schedule/rows_plan.hpp"
#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::case_on;
using exonweave::testing::codon_scoring;
using exonweave::testing::plain_scoring;
using exonweave::testing::split_gene;

namespace {

std::string drawn_exon(std::size_t n_codons, std::mt19937& random) {
  std::string exon;
  while (exon.size() < 3 * n_codons) exon += "ACG"[random() % 3];
  return exon;
}

void check_about(double expected, double counted, double off) {
  CHECK(expected > counted / off);
  CHECK(expected < counted * off);
}

}  // namespace

TEST_CASE("a GPU's program and rows are about as large as expected") {
  std::mt19937 random(11);
  std::vector<std::string> exons;
  for (int e = 0; e < 40; ++e) exons.push_back(drawn_exon(60, random));
  exons.front().insert(0, "ATG");
  exons.back() += "TAA";
  const auto cpu = spliced::cpu_engines().make("scalar");
  const solver_options options{cpu.get(), {}, ample_memory, 1, false};
  const auto scoring = codon_scoring();
  const region_problem problem(split_gene(exons).of_its_exons(), scoring, options);
  const auto target = spliced::encode_protein(drawn_exon(100, random));
  const auto schedule = spliced::make_schedule(problem.graph(), scoring.residue_ends, {.steps_at_once = 1});
  const auto program = gpu::make_program(problem.graph(), schedule, scoring.gaps, scoring.residue_ends,
                                         spliced::checkpoints::usual_stride(schedule));
  const std::array jobs{gpu::device_job{scoring.problem_on(problem.graph(), target), &schedule, &program}};
  std::vector<std::size_t> wide;
  const auto shaped = gpu::shape_jobs(jobs, wide).begin()->second;
  const gpu::rows_plan plan(jobs, shaped);

  const auto traffic = traffic_of_rows(size_of(problem), {target.size()}, options, 1);
  const double words = static_cast<double>(program.words.size() * sizeof(program.words[0]));
  check_about(traffic.to, words, 1.5);
  check_about(traffic.held, words + static_cast<double>(plan.bytes()), 1.5);
  CHECK(traffic.from > 0);
  CHECK(traffic.from < traffic.held);
  const auto unread = traffic_of_rows(size_of(problem), {target.size()}, options, 0);
  CHECK(unread.from < traffic.from / 2);  // largest values and bounds alone
  CHECK(unread.to == traffic.to);
}

TEST_CASE("of the paper's accelerators all last rows come back, and no others") {
  std::mt19937 random(12);
  const auto sequential = spliced::cpu_engines().make("sequential");
  const solver_options options{sequential.get(), {}, ample_memory, 1, false};
  std::vector<strand_exon> exons;
  for (int e = 0; e < 20; ++e) exons.push_back({{10 + 30 * e, 30 + 30 * e}, 0, {}});
  const region_problem problem(case_on(drawn_exon(300, random), exons), plain_scoring(), options);
  const auto plan = gpu::make_literal_plan(problem.graph());
  const auto traffic = traffic_of_last_rows(size_of(problem), {99}, options);
  check_about(traffic.from, static_cast<double>(plan.tasks.size() * 100 * sizeof(spliced::score)), 1.2);
  check_about(traffic.to,
              static_cast<double>(plan.tasks.size() * sizeof(gpu::literal_task) +
                                  plan.inputs.size() * sizeof(gpu::literal_input) +
                                  problem.graph().residues.size() + 100),
              1.3);
  CHECK(traffic.held == traffic.to + traffic.from);
}

TEST_CASE("nothing is copied for a region without exons") {
  const auto cpu = spliced::cpu_engines().make("scalar");
  const solver_options options{cpu.get(), {}, ample_memory};
  CHECK(traffic_of_rows({}, {100}, options, 1).held == 0);
  CHECK(traffic_of_last_rows({}, {100}, options).to == 0);
}
