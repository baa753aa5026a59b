// What is said of a GPU's memory before a run beside what its programs and rows take.
#include <random>
#include <string>

#include "catch.hpp"
#include "exons/solving/split_gene.hpp"
#include "gpu/reference/literal_plan.hpp"
#include "runtime_model/times/expected_traffic.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::case_on;
using exonweave::testing::codon_scoring;
using exonweave::testing::plain_scoring;
using exonweave::testing::problem_on;
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

TEST_CASE("of the paper's accelerators all last rows come back, and no others") {
  std::mt19937 random(12);
  const auto sequential = spliced::cpu_engines().make("sequential");
  const solver_settings settings{sequential.get(), 1, false};
  std::vector<strand_exon> exons;
  for (int e = 0; e < 20; ++e) exons.push_back({{10 + 30 * e, 30 + 30 * e}, 0, {}});
  const region_problem problem = problem_on(case_on(drawn_exon(300, random), exons), plain_scoring(), settings);
  const auto plan = gpu::make_literal_plan(problem.graph());
  const auto traffic = traffic_of_last_rows(size_of(problem), {99}, settings);
  check_about(traffic.received, static_cast<double>(plan.tasks.size() * 100 * sizeof(spliced::score)), 1.2);
  check_about(
      traffic.sent,
      static_cast<double>(plan.tasks.size() * sizeof(gpu::literal_task) +
                          plan.inputs.size() * sizeof(gpu::literal_input) + problem.graph().residues.size() + 100),
      1.3);
  CHECK(traffic.held == traffic.sent + traffic.received);
}

TEST_CASE("nothing is copied for a region without exons") {
  const auto cpu = spliced::cpu_engines().make("simd");
  const solver_settings settings{cpu.get()};
  CHECK(traffic_of_strips({}, {100}).held == 0);
  CHECK(traffic_of_last_rows({}, {100}, settings).sent == 0);
}
