// The engines of the paper beside the sequential program: random candidate exons along a region, each fed by all that
// end before it, and the three ways in which anti-diagonals may lie in memory.
//
//   bench_literal_engines [EXONS] [MEAN LENGTH] [TARGET LENGTH] [REPEATS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "benchmarks/literal_cases.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace {

using namespace exonweave;

constexpr std::int64_t shortest_intron = 20;
constexpr std::uint64_t ample = std::uint64_t{1} << 40;

struct bench_size {
  std::size_t n_exons = 200, mean_length = 150, target_length = 1500, repeats = 5;
};

std::vector<spliced::residue_code> random_bases(std::mt19937_64& random, std::size_t length) {
  std::string bases(length, 'A');
  for (char& base : bases) base = "ACGT"[random() % 4];
  return spliced::encode_dna(bases);
}

// Four candidates or so over each base of the region.
spliced::row_graph random_dag(const bench_size& size, std::mt19937_64& random) {
  const auto mean = static_cast<std::int64_t>(size.mean_length);
  const auto region = static_cast<std::int64_t>(size.n_exons) * mean / 4 + 2 * mean;
  std::vector<benchmarks::candidate_exon> exons;
  for (std::size_t k = 0; k < size.n_exons; ++k) {
    const auto length = mean / 2 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(mean));
    const auto start = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(region - length));
    exons.push_back({start, start + length});
  }
  std::ranges::sort(exons);
  return benchmarks::literal_dag(random_bases(random, static_cast<std::size_t>(region)), exons, shortest_intron);
}

void measure(const std::string& name, const spliced::engine& engine, const spliced::problem& p, std::size_t repeats) {
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, engine.schedule(p));
  std::vector<double> seconds;
  spliced::score total = 0;
  for (std::size_t k = 0; k < repeats; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    total = engine.align({p, &schedule, ample})->end().total;
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::ranges::sort(seconds);
  const double median = seconds[seconds.size() / 2];
  const double cells = static_cast<double>(spliced::count_rows(p.graph) * p.target.size());
  std::printf("%-32s %10.3f ms  %9.3f GCUPS  score %d\n", name.c_str(), median * 1e3, cells / median / 1e9, total);
}

}  // namespace

int main(int argc, char** argv) {
  bench_size size;
  const auto argument = [&](int k, std::size_t& value) {
    if (argc > k) value = std::strtoull(argv[k], nullptr, 10);
  };
  argument(1, size.n_exons), argument(2, size.mean_length), argument(3, size.target_length);
  argument(4, size.repeats);
  std::mt19937_64 random(1);
  const spliced::row_graph graph = random_dag(size, random);
  const auto target = random_bases(random, size.target_length);
  const auto matrix = spliced::dna_matrix(spliced::match_mismatch(1, -1));
  const spliced::problem p{graph.view(), target, &matrix, {0, 2}, false, std::nullopt};
  std::printf("%zu exons of %zu bases, target of %zu; medians of %zu, end to end\n", size.n_exons, size.mean_length,
              size.target_length, size.repeats);
  measure("sequential, one core", *spliced::cpu_engines().make("sequential"), p, 1);
  using gpu::diagonal_layout;
  try {
    for (const auto& [name, how, layout] :
         {std::tuple{"cuda-intra, conventional", gpu::parallelism::intra, diagonal_layout::conventional},
          {"cuda-intra, left-aligned", gpu::parallelism::intra, diagonal_layout::left_aligned},
          {"cuda-intra, right-aligned", gpu::parallelism::intra, diagonal_layout::right_aligned},
          {"cuda-inter, left-aligned", gpu::parallelism::inter, diagonal_layout::left_aligned},
          {"cuda-inter, right-aligned", gpu::parallelism::inter, diagonal_layout::right_aligned}})
      measure(name, *gpu::make_literal_engine(how, layout), p, size.repeats);
  } catch (const gpu::device_failure& error) {
    std::printf("no GPU: %s\n", error.what());
  }
}
