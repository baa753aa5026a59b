// The score pass of a device on own blocks against proteins, beside `simd` on one core of the same host.
//
//   bench_gpu_scores [--repeats N] [--jobs N] [--genes N] [--devices N] [--min-site HALF_BITS] [SIZE ...]
//                     5             12672      24          1             off
//
// SIZE is NTxRESIDUES[+NTxRESIDUES...][xJOBS]: sizes joined by + are mixed, and may have another number of jobs than --jobs
// says. By default 20000x300, 40000x400, 60000x500 and 100000x500, each alone and all mixed.
//
// Each size has its genes, simulated in random bases (protein_regions.hpp); where several are mixed, genes take them in
// turn. Jobs take genes in turn, each with the gene's own target. --devices: jobs are divided among the first N by what they cost, each
// with a thread of the host; the kernels' time is that of the device that takes longest. --min-site: donors and acceptors that weigh less are
// left out. Words are those of device programs; wide: jobs in 32-bit lanes.
//
// - kernel: the sum of the times of a pass's launches, one for each shape, by the device's clock; run(): all of
//   score_pass::run, wall time of the host, with copies. Medians of the repeats, behind one run that is not counted;
// - making: schedule and program of up to four genes, one after the other on one thread, its CPU time. They are ready
//   before run(). Sites and graph come before both engines and are not timed;
// - simd: engine::align of one job of each gene, one after the other on one thread while nothing else runs, its CPU time.
//   The engine has a schedule made for it, untimed, and 1 GiB for the checkpoints that it keeps.
//
// A cell is a nt of the region x a residue of the target, whatever was computed. All runs of the device must agree, and
// with `simd` in total and column on the jobs that it does: else exit code 1. Without a usable GPU: exit code 69.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <future>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/device_runs.hpp"
#include "benchmarks/protein_regions.hpp"
#include "gpu/devices.hpp"
#include "gpu/schedule/score_pass.hpp"
#include "spliced/engine/engine_registry.hpp"

namespace {

using namespace exonweave;
using namespace exonweave::benchmarks;

constexpr std::uint64_t core_memory = std::uint64_t{1} << 30;  // bytes

struct gene_size {
  std::int64_t nt = 0, residues = 0;
};

struct bench_size {
  std::string name;
  std::vector<gene_size> mixed;
  std::size_t n_jobs = 0;
};

struct bench_options {
  std::size_t repeats = 5, jobs = 12'672, genes = 24, devices = 1;
  spliced::score min_site = spliced::unreachable;  // in the unit that is computed with
  std::vector<std::string> sizes{};
};

// A gene in its region with what both engines need.
struct bench_gene {
  benchmarks::protein_region on{};
  double n_donors = 0, n_acceptors = 0;
  spliced::row_graph graph{{}};
  spliced::row_schedule schedule{};
  gpu::device_program program{};

  [[nodiscard]] double nt() const { return static_cast<double>(on.region.residues.size()); }
  [[nodiscard]] double n_words() const { return static_cast<double>(program.words.size()); }
  [[nodiscard]] spliced::problem problem(const chain_scoring& scoring) const {
    return {graph.view(),        on.target, &scoring.substitution, scoring.gaps, scoring.free_target_ends,
            scoring.residue_ends};
  }
  void make_schedule_and_program(const chain_scoring& scoring) {
    schedule = spliced::make_schedule(graph.view(), scoring.residue_ends, {.steps_at_once = 1});
    program = gpu::make_program(graph.view(), schedule, scoring.gaps, scoring.residue_ends);
  }
};

bench_gene make_gene(gene_size size, std::uint64_t seed, const benchmarks::protein_scoring& with,
                     spliced::score min_site) {
  bench_gene made;
  made.on = benchmarks::region_of(benchmarks::simulate_gene(size.nt, size.residues, seed));
  block_sites blocks = benchmarks::find_blocks(made.on.region, with);
  const auto is_weak = [&](const scored_site& site) { return site.weight < min_site; };
  std::erase_if(blocks.sites.donors, is_weak);
  std::erase_if(blocks.sites.acceptors, is_weak);
  made.n_donors = static_cast<double>(blocks.sites.donors.size());
  made.n_acceptors = static_cast<double>(blocks.sites.acceptors.size());
  const chain_scoring& scoring = with.scoring;
  made.graph = build_row_graph({{}, &blocks}, made.on.region, scoring.introns, scoring.reading(), {});
  made.make_schedule_and_program(scoring);
  return made;
}

// A thread for each gene; no device is in use meanwhile.
std::vector<bench_gene> make_genes(const bench_size& size, const benchmarks::protein_scoring& with,
                                   const bench_options& options) {
  std::vector<std::future<bench_gene>> in_making;
  for (std::size_t k = 0; k < std::min(options.genes, size.n_jobs); ++k)
    in_making.push_back(std::async(std::launch::async, make_gene, size.mixed[k % size.mixed.size()], k + 1,
                                   std::cref(with), options.min_site));
  std::vector<bench_gene> genes;
  for (auto& gene : in_making) genes.push_back(gene.get());
  return genes;
}

using score_devices = std::vector<std::unique_ptr<gpu::score_pass>>;

device_result<gpu::score_pass_times> run_device(const score_devices& on,
                                                const std::vector<gpu::device_job>& jobs,
                                                std::size_t repeats) {
  return run_on_devices<gpu::score_pass_times>(
      on, jobs, repeats,
      [](const auto& mine, gpu::score_pass& device, gpu::score_pass_times& times) {
        return device.run(mine, &times);
      },
      [](const gpu::score_pass_times& of) { return of.launches.kernel_ms; });
}

// CPU seconds of one job of each gene; `found` are those of the device.
double run_core(const std::vector<bench_gene>& genes, const chain_scoring& scoring,
                const std::vector<std::optional<spliced::best_end>>& found) {
  const auto engine = spliced::cpu_engines().make("simd");
  double seconds = 0;
  for (std::size_t k = 0; k < genes.size(); ++k) {
    const spliced::problem p = genes[k].problem(scoring);
    const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, engine->schedule(p));
    spliced::best_end expected;
    seconds += cpu_seconds_of([&] { expected = engine->align({p, &schedule, core_memory})->end(); });
    if (!found[k]) throw std::runtime_error(fmt::format("job {}: no lanes of the device hold it", k));
    if (!is_same(found[k], expected))
      throw std::logic_error(fmt::format("job {}: {} at column {} on the device, {} at {} with simd", k,
                                         found[k]->total, found[k]->column, expected.total, expected.column));
  }
  return seconds;
}

double sum(std::span<const bench_gene> genes, const std::function<double(const bench_gene&)>& of) {
  return std::transform_reduce(genes.begin(), genes.end(), 0.0, std::plus(), of);
}

void measure(const score_devices& on, const bench_size& size, const benchmarks::protein_scoring& with,
             const bench_options& options) {
  std::vector<bench_gene> genes = make_genes(size, with, options);
  const auto timed = std::span(genes).first(std::min<std::size_t>(4, genes.size()));
  const double making_s = cpu_seconds_of([&] {
    for (bench_gene& gene : timed) gene.make_schedule_and_program(with.scoring);
  });
  std::vector<gpu::device_job> jobs;
  double cells = 0;
  for (std::size_t j = 0; j < size.n_jobs; ++j) {
    const bench_gene& gene = genes[j % genes.size()];
    jobs.push_back({gene.problem(with.scoring), &gene.schedule, &gene.program});
    cells += gene.on.cells();
  }
  const auto device = run_device(on, jobs, options.repeats);
  const double core_s = run_core(genes, with.scoring, device.ends);
  const double core_rate = sum(genes, [](const auto& gene) { return gene.on.cells(); }) / core_s;
  const double nt = sum(genes, &bench_gene::nt);
  fmt::print("| {} | {} | {} | {:.2f} | {:.2f} | {:.3f} | {} | {} ", size.name, jobs.size(), genes.size(),
             device.kernel_ms, device.run_ms, cells / device.kernel_ms / 1e9,
             device.times.launches.n_launches, device.times.n_wide);
  fmt::print("| {:.4f} | {:.4f} | {:.2f} | {:.0f} ", sum(genes, &bench_gene::n_donors) / nt,
             sum(genes, &bench_gene::n_acceptors) / nt, sum(genes, &bench_gene::n_words) / nt,
             1e9 * making_s / sum(timed, &bench_gene::nt));
  fmt::print("| {:.3f} | {:.3f} | {:.1f} | {:.1f} |\n", core_s, core_rate / 1e9,
             cells / device.kernel_ms * 1e3 / core_rate, cells / device.run_ms * 1e3 / core_rate);
  std::fflush(stdout);
}

bench_size read_size(const std::string& text, std::size_t n_jobs) {
  bench_size read{text, {}, n_jobs};
  std::istringstream in(text);
  char sign = '+', cross = 0;
  while (sign == '+') {
    gene_size& next = read.mixed.emplace_back();
    if (!(in >> next.nt >> cross >> next.residues) || cross != 'x')
      throw std::invalid_argument("what is '" + text + "'?");
    if (!(in >> sign)) return read;
  }
  if (sign != 'x' || !(in >> read.n_jobs) || read.n_jobs == 0 || !in.eof())
    throw std::invalid_argument("what is '" + text + "'?");
  return read;
}

bench_options read_options(int argc, char** argv) {
  bench_options read;
  const std::map<std::string, std::size_t*> counts{{"--repeats", &read.repeats},
                                                   {"--jobs", &read.jobs},
                                                   {"--genes", &read.genes},
                                                   {"--devices", &read.devices}};
  for (int a = 1; a < argc; ++a) {
    const std::string argument = argv[a];
    const bool has_value = a + 1 < argc;
    if (const auto count = counts.find(argument); count != counts.end() && has_value)
      *count->second = std::max<std::size_t>(1, std::stoull(argv[++a]));
    else if (argument == "--min-site" && has_value)
      read.min_site = score_unit::halves().inside(written_score(std::stoll(argv[++a])));
    else
      read.sizes.push_back(argument);
  }
  if (read.sizes.empty())
    read.sizes = {"20000x300", "40000x400", "60000x500", "100000x500",
                  "20000x300+40000x400+60000x500+100000x500"};
  return read;
}

void run(const std::vector<bench_size>& sizes, const bench_options& options) {
  for (const gpu::device_info& device : gpu::discover().devices)
    if (device.why_unusable.empty())
      fmt::print("device {}: {}, {} multiprocessors\n", device.index, device.name, device.multiprocessors);
  fmt::print("medians of {} runs on {} of them\n\n", options.repeats, options.devices);
  fmt::print(
      "| nt x residues | jobs | genes | kernel ms | run() ms | TCUPS | launches | wide | donors per nt "
      "| acceptors per nt | words per nt | making, ns per nt | simd, s for one job of each gene "
      "| simd GCUPS | kernel / core | run() / core |\n"
      "|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  const score_devices on = make_on_devices(options.devices, gpu::make_score_pass);
  const auto with = benchmarks::default_protein_scoring();
  for (const bench_size& size : sizes) measure(on, size, with, options);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int no_gpu = 69;
  try {
    const bench_options options = read_options(argc, argv);
    std::vector<bench_size> sizes;
    for (const auto& text : options.sizes) sizes.push_back(read_size(text, options.jobs));
    if (const std::string none = gpu::discover().why_none; !none.empty()) {
      fmt::print(stderr, "bench_gpu_scores: no usable GPU: {}\n", none);
      return no_gpu;
    }
    run(sizes, options);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_gpu_scores: {}\n", error.what());
    return 1;
  }
}
