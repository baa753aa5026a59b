// The engines of `align` on a GPU beside the CPU's, at the edges of lanes, strips, tiles and submatrices. Without a
// usable GPU there is nothing to compare.
#include <chrono>
#include <cstdio>
#include <map>

#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "catch.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/align/plain_global.hpp"
#include "pairwise/gpu/align/device_aligner.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/gpu/reference/matrix_aligner.hpp"
#include "spliced/scoring/protein_matrix.hpp"
#include "usable_gpu.hpp"

namespace exonweave::testing {
namespace {

constexpr std::uint64_t ample = 1ULL << 32;  // bytes
constexpr spliced::residue_code bases[]{1, 2, 4, 8, 15};
constexpr spliced::residue_code four_bases[]{1, 2, 4, 8};
constexpr spliced::residue_code amino_acids[]{0, 4, 9, 13, 22, 26};  // A C I F X *

// All of them, also with bands and submatrices that are small.
std::map<std::string, std::unique_ptr<align_engine>> gpu_engines() {
  const std::vector<int> device{gpu::first_usable_device()};
  std::map<std::string, std::unique_ptr<align_engine>> made;
  made["fast"] = gpu::make_fast_aligner(device);
  made["fast in bands"] = gpu::make_fast_aligner(device, {1});
  made["fast in pairs"] = gpu::make_fast_aligner(device, {2});
  for (const auto launch : {gpu::diagonal_launch::iterative, gpu::diagonal_launch::cooperative}) {
    const std::string name = launch == gpu::diagonal_launch::iterative ? "iterative" : "cooperative";
    made[name] = gpu::make_matrix_aligner(device, launch);
    made[name + " in pieces"] = gpu::make_matrix_aligner(device, launch, {200});
  }
  return made;
}

align_registry cpu_aligners() {
  align_registry made;
  made.add(simd_aligner, make_simd_aligner);
  return made;
}

// All engines, the path and the score alone, of two sequences made of letters.
void check_next_to_cpu(std::mt19937_64& random, std::pair<std::size_t, std::size_t> size,
                       std::span<const spliced::residue_code> letters, const align_scoring& scoring) {
  const auto [query, target] = related_sequences(random, size.first, size.second, letters);
  align_request request{query, target, scoring, true, spliced::unreachable, ample, nullptr};
  const auto requested = cpu_aligners().make("simd")->align(request);
  run_control control;
  request.control = &control;
  for (const auto& [name, engine] : gpu_engines()) {
    INFO(name << ": " << size.first << " x " << size.second << ", " << letters.size() << " letters, extend "
              << scoring.gaps.extend);
    const auto before = control.cells();
    request.wants_path = true;
    CHECK(engine->align(request) == requested);
    CHECK(control.cells() - before == request.n_cells());
    request.wants_path = false;
    CHECK(engine->align(request) == global_alignment{requested.total, {}});
  }
}

}  // namespace

TEST_CASE("GPU engines align as the CPU does, score and path", "[gpu][align]") {
  if (!has_device()) return;
  const std::uint64_t seed = 23;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto protein = *spliced::named_protein_matrix("BLOSUM62");
  const std::pair<std::size_t, std::size_t> sizes[]{
      {0, 5},    {5, 0},     {1, 1},     {1, 300},    {300, 1},   {31, 33},   {32, 32},
      {33, 31},  {255, 257}, {256, 256}, {257, 255},  {511, 513}, {512, 512}, {513, 511},
      {1000, 3}, {3, 1000},  {700, 290}, {290, 1100}, {1025, 30}, {30, 1025}, {1500, 1600}};
  for (const auto& size : sizes)
    for (const spliced::score extend : {0, 2}) {
      check_next_to_cpu(random, size, bases, {&dna, {0, extend}});
      check_next_to_cpu(random, size, amino_acids, {&protein, {0, extend}});
    }
}

// Small enough for tools that watch every access: two strips, and one tile or two.
TEST_CASE("GPU engines align a little more than a strip and a tile", "[gpu][align][small]") {
  if (!has_device()) return;
  std::mt19937_64 random(24);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  for (const std::size_t n : {33u, 258u}) check_next_to_cpu(random, {257u, n}, bases, {&dna, {0u, 2u}});
}

TEST_CASE("threads share devices", "[gpu][align]") {
  if (!has_device()) return;
  std::mt19937_64 random(25);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  constexpr std::size_t n_pairs = 60;
  std::vector<std::pair<std::vector<spliced::residue_code>, std::vector<spliced::residue_code>>> pairs;
  for (std::size_t k = 0; k < n_pairs; ++k)
    pairs.push_back(related_sequences(random, 1 + random() % 2'000, 1 + random() % 2'000, bases));
  const auto align_with = [&](const align_engine& engine, std::size_t k) {
    return engine.align({pairs[k].first, pairs[k].second, {&dna, {0, 2}}, true, spliced::unreachable, ample});
  };
  const auto oracle = cpu_aligners().make("simd");
  const std::vector<int> devices(3, gpu::first_usable_device());
  std::map<std::string, std::unique_ptr<align_engine>> engines;
  engines["fast"] = gpu::make_fast_aligner(devices);
  engines["cooperative"] = gpu::make_matrix_aligner(devices, gpu::diagonal_launch::cooperative);
  for (const auto& [name, engine] : engines) {
    INFO(name);
    std::vector<global_alignment> made(n_pairs);
    run_control control;
    on_threads(8, n_pairs, control, [&, shared_engine = engine.get()] {
      return [&, shared_engine](std::size_t k) { made[k] = align_with(*shared_engine, k); };
    });
    for (std::size_t k = 0; k < n_pairs; ++k) CHECK(made[k] == align_with(*oracle, k));
  }
}

namespace {

using code_pair = std::pair<std::vector<spliced::residue_code>, std::vector<spliced::residue_code>>;

// All of them together, the path and the score alone, as `simd` aligns each. Of scores below `least` no path is wanted.
void check_batch(const std::vector<code_pair>& pairs, const align_scoring& scoring,
                 spliced::score least = spliced::unreachable) {
  const auto oracle = cpu_aligners().make("simd");
  const auto engine = gpu::make_batch_aligner(std::vector<int>(2, gpu::first_usable_device()));
  run_control control;
  for (const bool wants_path : {true, false}) {
    std::vector<align_request> requests;
    std::uint64_t n_cells = control.cells();
    for (const auto& [query, target] : pairs) {
      REQUIRE(engine->is_for_batch(query.size(), target.size(), scoring));
      requests.push_back({query, target, scoring, wants_path, least, ample, &control});
      n_cells += requests.back().n_cells();
    }
    const auto made = engine->align_all(requests);
    REQUIRE(made.size() == pairs.size());
    CHECK(control.cells() == n_cells);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      INFO(pairs[k].first.size() << " x " << pairs[k].second.size() << ", open " << scoring.gaps.open);
      align_request alone = requests[k];
      alone.control = nullptr;
      CHECK(made[k] == oracle->align(alone));
    }
  }
}

}  // namespace

TEST_CASE("batches of pairs are aligned as the CPU aligns each", "[gpu][align]") {
  if (!has_device()) return;
  std::mt19937_64 random(26);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto protein = *spliced::named_protein_matrix("BLOSUM62");
  std::vector<code_pair> of_bases, of_residues;
  for (const std::size_t around : {1u, 2u, 31u, 32u, 127u, 128u, 129u, 256u, 384u, 512u, 513u, 640u, 1'030u})
    for (const std::size_t n : {1u, 31u, 33u, 200u, 700u}) {
      of_bases.push_back(related_sequences(random, around, n, bases));
      of_residues.push_back(related_sequences(random, around, n, amino_acids));
    }
  for (std::size_t k = 0; k < 200; ++k) {
    const std::size_t length = 1 + random() % 400;
    of_bases.push_back(related_sequences(random, length, 1 + random() % (2 * length), bases));
    of_residues.push_back(related_sequences(random, length, length, amino_acids));
  }
  for (const spliced::gap_costs gaps : {spliced::gap_costs{0, 0}, {0, 2}, {1, 1}, {11, 1}, {3, 0}}) {
    check_batch(of_bases, {&dna, gaps});
    check_batch(of_residues, {&protein, gaps});
  }
  check_batch(of_residues, {&protein, {11, 1}}, 40);
}

TEST_CASE("a batch of a few pairs is aligned as the CPU aligns each", "[gpu][align][small]") {
  if (!has_device()) return;
  std::mt19937_64 random(27);
  const auto protein = *spliced::named_protein_matrix("BLOSUM62");
  std::vector<code_pair> pairs;
  for (const std::size_t length : {5u, 130u, 540u})
    pairs.push_back(related_sequences(random, length, length, amino_acids));
  check_batch(pairs, {&protein, {11, 1}});
}

TEST_CASE("what is not for a batch the CPU aligns", "[gpu][align]") {
  if (!has_device()) return;
  std::mt19937_64 random(28);
  const auto engine = gpu::make_batch_aligner({gpu::first_usable_device()});
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto wide = spliced::dna_matrix(spliced::match_mismatch(200, -2));
  const auto [query, target] = related_sequences(random, 5'000, 5'000, four_bases);
  CHECK_FALSE(engine->is_for_batch(query.size(), target.size(), {&dna, {4, 2}}));
  CHECK_FALSE(engine->is_for_batch(10, 10, {&wide, {4, 2}}));
  CHECK_FALSE(engine->is_for_batch(0, 10, {&dna, {4, 2}}));
  const align_request request{query, target, {&dna, {4, 2}}, true, spliced::unreachable, ample};
  CHECK(engine->align(request) == cpu_aligners().make("simd")->align(request));
}

TEST_CASE("GPU engines refuse affine gaps and too little memory, and stop", "[gpu][align]") {
  if (!has_device()) return;
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const std::vector<spliced::residue_code> query(600, 1);
  for (const auto& [name, engine] : gpu_engines()) {
    INFO(name);
    run_control control;
    align_request request{query, query, {&dna, {3, 1}}, true, 0, ample, &control};
    CHECK_FALSE(engine->refusal(request.scoring).empty());
    CHECK_THROWS_AS(engine->align(request), std::invalid_argument);
    request.scoring.gaps = {0, 2};
    request.memory = 100;
    if (!name.starts_with("fast")) CHECK_THROWS_AS(engine->align(request), memory_exceeded);
    control.stop();
    CHECK_THROWS_AS(engine->align(request), run_stopped);
  }
}

TEST_CASE("without a device no engine of GPUs is made", "[gpu][align]") {
  if (gpu::discover().why_none.empty()) return;
  const align_registry engines = gpu::align_engines();
  for (const pairwise_engine& each : engines.facts())
    if (each.is_of_gpu) CHECK_THROWS_AS(engines.make(each.name), gpu::device_failure);
}

// Run by name only: it prints seconds.
TEST_CASE("how long long alignments take", "[.align-times]") {
  if (!has_device()) return;
  std::mt19937_64 random(3);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const align_registry engines = gpu::align_engines();
  for (const std::size_t length : {10'000u, 100'000u}) {
    const auto [query, target] = related_sequences(random, length, length, four_bases);
    global_alignment first;
    for (const std::string name : {"fast", "cooperative", "iterative", "simd"})
      for (const bool wants_path : {false, true}) {
        const auto engine = engines.make(name);
        double best = 1e9;
        global_alignment made;
        for (int k = 0; k < (name == "simd" ? 1 : 3); ++k) {
          const auto begin = std::chrono::steady_clock::now();
          made = engine->align({query, target, {&dna, {0, 2}}, wants_path, spliced::unreachable, ample, nullptr});
          const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
          best = std::min(best, ms.count());
        }
        std::printf("%zu x %zu %s %s: %.2f ms, score %d\n", length, length, name.c_str(),
                    wants_path ? "alignment" : "score", best, made.total);
        std::fflush(stdout);
        if (name == "fast" && wants_path) first = made;
        if (wants_path) CHECK(made == first);
      }
  }
}

}  // namespace exonweave::testing
