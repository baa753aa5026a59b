// Bounds of chains on a GPU (exons/sweep/bound_sweep.hpp), beside the machines of one core.
//
//   bench_gpu_bounds [--repeats N] [--jobs N] [--genes N] [--min-site HALF_BITS] [SIZE ...]
//                     3             12672      24          off
//
// SIZE is NTxRESIDUES[+NTxRESIDUES...][xJOBS]: sizes joined by + are mixed. By default 20000x300, 40000x400, 60000x500
// and 100000x500, each alone and all mixed, and 1000000x500x1056.
//
// Each size has its genes, simulated in random bases (protein_regions.hpp), one strand each; where several are mixed,
// genes take them in turn. Jobs take genes in turn, each with the gene's own target. --min-site: donors and acceptors
// that weigh less are left out.
//
// - kernel: launches by the device's clock; find(): all of it, wall time of the host, with copies; medians of the
//   repeats, behind one run that is not counted;
// - making: the streams of up to four genes, CPU time of one thread, in ns per nt. Sites come before and are not timed;
// - core: one job of each gene on one thread while nothing else runs, its CPU time, the making of the program with it.
//
// A cell is a nt of the strand x a residue of the target. All runs must agree: else exit code 1. Without a usable GPU:
// exit code 69.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/device_runs.hpp"
#include "benchmarks/protein_regions.hpp"
#include "exons/sweep/bound_machines.hpp"
#include "exons/sweep/make_bound_stream.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/sweep/device_bounds.hpp"

namespace {

using namespace exonweave;
using namespace exonweave::benchmarks;

constexpr std::int64_t window_length = 3072;
constexpr spliced::score least = 140;

struct gene_size {
  std::int64_t nt = 0, residues = 0;
};

struct bench_options {
  std::size_t repeats = 3, jobs = 12'672, genes = 24;
  spliced::score min_site = spliced::unreachable;  // in the unit that is computed with
  std::vector<std::string> sizes{};
};

struct bench_gene {
  protein_region on{};
  genome_track track{};
  std::unique_ptr<bound_plan> plan{};
  spliced::bound_stream stream{};

  void make_stream() { stream = make_bound_stream({track, *plan, window_length}).value(); }
};

bench_gene make_gene(gene_size size, std::uint64_t seed, const protein_scoring& scoring, spliced::score min_site) {
  bench_gene made;
  made.on = region_of(simulate_gene(size.nt, size.residues, seed));
  block_sites blocks = find_blocks(made.on.region, scoring);
  const auto is_weak = [&](const scored_site& site) { return site.weight < min_site; };
  std::erase_if(blocks.sites.donors, is_weak);
  std::erase_if(blocks.sites.acceptors, is_weak);
  made.track = make_track(made.on.region, blocks, scoring.scoring.reading());
  made.plan = std::make_unique<bound_plan>(made.track, scoring.scoring);
  return made;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void measure(const std::string& name, const std::vector<gene_size>& mixed, std::size_t n_jobs,
             const protein_scoring& scoring, const bench_options& options) {
  std::vector<std::future<bench_gene>> in_making;
  for (std::size_t k = 0; k < std::min(options.genes, n_jobs); ++k)
    in_making.push_back(std::async(std::launch::async, make_gene, mixed[k % mixed.size()], k + 1, std::cref(scoring),
                                   options.min_site));
  std::vector<bench_gene> genes;
  for (auto& gene : in_making) genes.push_back(gene.get());
  const std::size_t n_timed = std::min<std::size_t>(4, genes.size());
  double nt = 0;
  const double making_s = cpu_seconds_of([&] {
    for (std::size_t k = 0; k < n_timed; ++k) {
      genes[k].make_stream();
      nt += static_cast<double>(genes[k].track.length());
    }
  });
  std::vector<spliced::bound_stream> streams;
  for (bench_gene& gene : genes) {
    if (gene.stream.triples.empty()) gene.make_stream();
    streams.push_back(gene.stream);
  }
  const spliced::bound_scoring shared{&scoring.scoring.substitution, scoring.scoring.gaps,
                                      *scoring.scoring.residue_ends};
  const auto device = gpu::make_device_bounds(gpu::first_usable_device(), shared, streams);
  std::vector<spliced::bound_job> jobs;
  double cells = 0;
  for (std::size_t j = 0; j < n_jobs; ++j) {
    const bench_gene& gene = genes[j % genes.size()];
    jobs.push_back({j % genes.size(), 0, gene.stream.n_windows(), gene.on.target, least});
    cells += gene.on.cells();
  }
  run_control control;
  std::vector<double> kernel_ms, run_ms;
  spliced::window_bounds found;
  for (std::size_t repeat = 0; repeat <= std::max<std::size_t>(options.repeats, 1); ++repeat) {
    const auto begun = std::chrono::steady_clock::now();
    auto again = *device->find(jobs, control);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
    if (repeat > 0 && again != found)
      throw std::logic_error("a run of the device found other bounds than the one before");
    found = std::move(again);
    if (repeat == 0) continue;
    kernel_ms.push_back(device->kernel_ms());
    run_ms.push_back(ms);
  }
  double core_cells = 0;
  const std::size_t n_core = std::min<std::size_t>(genes.size(), 8);
  const double core_s = cpu_seconds_of([&] {
    for (std::size_t k = 0; k < n_core; ++k) {
      const bound_program program(genes[k].track, *genes[k].plan, window_length);
      spliced::bound_job of_gene = jobs[k];
      of_gene.strand = 0;
      if (make_bound_machines({&program}, 1)->find(std::span(&of_gene, 1), control)->front() != found[k])
        throw std::logic_error(fmt::format("job {}: other bounds", k));
      core_cells += genes[k].on.cells();
    }
  });
  fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.3f} | {:.0f} | {:.2f} | {:.0f} |\n", name, jobs.size(),
             median(kernel_ms), median(run_ms), cells / median(kernel_ms) / 1e9, 1e9 * making_s / nt,
             core_cells / core_s / 1e9, cells / median(kernel_ms) * 1e3 / (core_cells / core_s));
  std::fflush(stdout);
}

void measure(const std::string& text, const protein_scoring& scoring, const bench_options& options) {
  std::size_t n_jobs = options.jobs;
  std::vector<gene_size> mixed;
  std::istringstream words(text);
  char sign = '+', cross = 0;
  while (sign == '+') {
    gene_size& next = mixed.emplace_back();
    if (!(words >> next.nt >> cross >> next.residues) || cross != 'x')
      throw std::invalid_argument("what is '" + text + "'?");
    if (!(words >> sign)) sign = 0;
  }
  if (sign == 'x' && !(words >> n_jobs)) throw std::invalid_argument("what is '" + text + "'?");
  measure(text, mixed, n_jobs, scoring, options);
}

bench_options read_options(int argc, char** argv) {
  bench_options read;
  const std::map<std::string, std::size_t*> counts{
      {"--repeats", &read.repeats}, {"--jobs", &read.jobs}, {"--genes", &read.genes}};
  for (int k = 1; k < argc; ++k) {
    const auto known = counts.find(argv[k]);
    const bool is_least = std::string(argv[k]) == "--min-site";
    if (known == counts.end() && !is_least)
      read.sizes.emplace_back(argv[k]);
    else if (++k < argc && is_least)
      read.min_site = 2 * std::stoi(argv[k]);
    else if (k < argc)
      *known->second = std::stoul(argv[k]);
  }
  if (read.sizes.empty())
    read.sizes = {"20000x300",       "40000x400", "60000x500", "100000x500", "20000x300+40000x400+60000x500+100000x500",
                  "1000000x500x1056"};
  return read;
}

}  // namespace

int main(int argc, char** argv) try {
  const bench_options options = read_options(argc, argv);
  const gpu::discovery found = gpu::discover();
  if (!found.why_none.empty()) {
    fmt::print(stderr, "bench_gpu_bounds: {}\n", found.why_none);
    return 69;
  }
  const protein_scoring scoring = default_protein_scoring();
  fmt::print("{}\n\n", found.devices.front().name);
  fmt::print(
      "| nt x residues | jobs | kernel, ms | find(), ms | TCUPS | making, ns/nt | core, Gcells/s | over one "
      "core |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  for (const std::string& size : options.sizes) measure(size, scoring, options);
  return 0;
} catch (const std::exception& failure) {
  fmt::print(stderr, "bench_gpu_bounds: {}\n", failure.what());
  return 1;
}
