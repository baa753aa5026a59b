// ORF exons against a protein on one core: a simulated gene in a region of random bases, the default scoring of
// proteins (affine gaps, splice model of vertebrates).
//
//   bench_protein_blocks [REGION_NT [RESIDUES [MEMORY_MIB [SEED [ENGINE]]]]]      1000000 1000 1024 1 simd
//
// Timed, each on its own: finding the sites; then graph, forward pass, traceback and re-scoring (`region_problem`,
// `solve`), first without and then with margins. Not timed: simulation. Gcells/s are nt of the region times residues of
// the target over wall seconds, whatever was really computed; "work" is what was computed, in the same cells.
// MEMORY_MIB is what rows may take, as predict's --memory; the peak is that of the process so far, as getrusage tells
// it.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "benchmarks/protein_regions.hpp"
#include "exons/solving/chain_solver.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/solving/region_sites.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace {

using namespace exonweave;

struct bench_size {
  std::int64_t region = 1'000'000;  // nt
  std::int64_t residues = 1'000;
  std::uint64_t memory = 1'024;  // MiB
  std::uint64_t seed = 1;
  std::string engine = "simd";
};

rusage usage_so_far() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

double peak_mib() { return static_cast<double>(usage_so_far().ru_maxrss) / 1024; }

struct seconds {
  double wall = 0;
  double user = 0;    // of the core, in the program
  double system = 0;  // of the core, in the kernel: mostly pages of new memory

  seconds operator-(const seconds& before) const {
    return {wall - before.wall, user - before.user, system - before.system};
  }
};

seconds seconds_so_far() {
  const auto seconds_of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  const rusage usage = usage_so_far();
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration<double>(now).count(), seconds_of(usage.ru_utime), seconds_of(usage.ru_stime)};
}

void print(const std::string& what, seconds took, double cells, double work) {
  fmt::print("{:<24} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.3f} {:>6.2f} {:>9.0f}\n", what, took.wall, took.user, took.system,
             cells / took.wall / 1e9, work / cells, peak_mib());
  std::fflush(stdout);
}

int run(const bench_size& size) {
  const simulation made = benchmarks::simulate_gene(size.region, size.residues, size.seed);
  const auto& sequence = made.sequences.front();
  const auto [code, sites, scoring] = benchmarks::default_protein_scoring();
  auto [region, target] = benchmarks::region_of(made);
  const auto engine = spliced::cpu_engines().make(size.engine);
  const double cells = static_cast<double>(size.region) * static_cast<double>(target.size());

  fmt::print("{} nt x {} residues, seed {}, rows in {} MiB, {}, one thread; {:.0f} MiB before\n", size.region,
             target.size(), size.seed, size.memory, size.engine, peak_mib());
  fmt::print("{:<24} {:>8} {:>8} {:>8} {:>9} {:>6} {:>9}\n", "what", "wall s", "user s", "system s", "Gcells/s", "work",
             "peak MiB");
  region_material material;
  material.region = std::move(region);
  const seconds at_first = seconds_so_far();
  add_sites(material.region, {nullptr, &sites, target_reading::codons, block_mode::add, &code}, material);
  print("sites", seconds_so_far() - at_first, cells, 0);
  for (const bool with_margins : {false, true}) {
    const seconds before = seconds_so_far();
    const solver_settings settings{.engine = engine.get(), .with_margins = with_margins};
    memory_budget memory({.usable = size.memory << 20});
    const auto solved = solve(region_problem(material, scoring, settings, memory), target, scoring, settings, memory);
    print(with_margins ? "chain, margins" : "chain", seconds_so_far() - before, cells,
          static_cast<double>(solved.work.computed_cells));
    const auto found_exons = places_of(solved.chains.front());
    const auto& true_exons = sequence.genes.front().exons;
    const auto n_true = std::ranges::count_if(
        found_exons, [&](interval exon) { return std::ranges::find(true_exons, exon) != true_exons.end(); });
    fmt::print("  {} nodes, {} edges; {} exons, {} of them among the gene's {}\n", solved.work.nodes, solved.work.edges,
               found_exons.size(), n_true, true_exons.size());
    // Another chain may be worth more than the simulated gene, whose sites are random; none may be worth less.
    const auto truth = given_chain(true_exons, material, scoring, *engine, memory, nullptr).align(target);
    fmt::print("  score {}, that of the gene {}\n", solved.chains.front().total, truth.value().total);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench_size size;
    if (argc > 1) size.region = std::stoll(argv[1]);
    if (argc > 2) size.residues = std::stoll(argv[2]);
    if (argc > 3) size.memory = std::stoull(argv[3]);
    if (argc > 4) size.seed = std::stoull(argv[4]);
    if (argc > 5) size.engine = argv[5];
    return run(size);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_protein_blocks: {}\n", error.what());
    return 1;
  }
}
