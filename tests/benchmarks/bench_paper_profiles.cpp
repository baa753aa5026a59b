// The paper's test cases (Nolasco and Moreano 2014), simulated, through the CPU engines on one core.
//
//   bench_paper_profiles PROFILE [SEED [EVERY]]
//
// PROFILE: nolasco2014 or il1rapl1. Each case runs through `simd`, and one of EVERY (default 20) also through
// `sequential`, in the same loop, so that both meet the same noise. Timed: building the graph, the forward pass, the
// traceback and the re-scoring. Not timed: simulation. MCUPS are the paper's Eq. 3 cells (n * sum |b_k|) per
// microsecond, whatever the engine really computed. All alignments of a case are compared.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "benchmarks/paper_cases.hpp"
#include "exons/solving/chain_solver.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace {

using namespace exonweave;

struct contender {
  std::string name;
  std::unique_ptr<spliced::engine> engine;
  std::size_t every = 1;  // takes part in every such case
  std::size_t n_cases = 0;
  case_work work;
  double seconds = 0;
};

std::vector<contender> make_contenders(std::size_t every) {
  std::vector<contender> all;
  const auto add = [&](std::string name, std::string_view engine, std::size_t takes_every) {
    all.push_back({std::move(name), spliced::cpu_engines().make(engine), takes_every, 0, {}, 0});
  };
  add("sequential, literal exon DAG", "sequential", every);
  add("simd, shared rows", "simd", 1);
  return all;
}

void run_case(std::size_t index, const region_material& material, const std::vector<spliced::residue_code>& target,
              std::vector<contender>& contenders) {
  const chain_scoring scoring = benchmarks::paper_scoring();
  std::optional<spliced::alignment> expected;
  for (contender& each : contenders) {
    if (index % each.every != 0) continue;
    const auto started = std::chrono::steady_clock::now();
    const solver_settings settings{.engine = each.engine.get()};
    memory_budget memory({.usable = std::uint64_t{1} << 30});
    const auto solved = solve(region_problem(material, scoring, settings, memory), target, scoring, settings, memory);
    each.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    each.work += solved.work;
    ++each.n_cases;
    if (expected && !(*expected == solved.chains.front())) throw std::logic_error("engines disagree");
    expected = solved.chains.front();
  }
}

void print(const std::vector<contender>& contenders) {
  fmt::print("{:<30} {:>6} {:>16} {:>9} {:>10} {:>9}\n", "engine, graph", "cases", "Eq. 3 cells", "collapse", "seconds",
             "MCUPS");
  for (const contender& each : contenders)
    fmt::print("{:<30} {:>6} {:>16} {:>9.2f} {:>10.3f} {:>9.1f}\n", each.name, each.n_cases, each.work.eq3_cells,
               static_cast<double>(each.work.eq3_cells) / static_cast<double>(each.work.graph_cells), each.seconds,
               static_cast<double>(each.work.eq3_cells) / each.seconds / 1e6);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("peak memory {:.1f} MiB\n", static_cast<double>(usage.ru_maxrss) / 1024);
}

int run(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_paper_profiles nolasco2014|il1rapl1 [SEED [EVERY]]\n");
    return 2;
  }
  const auto seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const auto every = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 20;
  const simulation made = simulate(plan_profile(argv[1], seed), seed);
  auto contenders = make_contenders(every);
  for (std::size_t t = 0; t < made.targets.size(); ++t) {
    const auto target = spliced::encode_dna(made.targets[t].cds.residues);
    run_case(t, benchmarks::material_of(made, made.targets[t]), target, contenders);
  }
  fmt::print("profile {}, seed {}, {} sequences, {} cases, one thread\n", argv[1], seed, made.sequences.size(),
             made.targets.size());
  print(contenders);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_paper_profiles: {}\n", error.what());
    return 1;
  }
}
