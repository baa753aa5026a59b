// The engines of `align` on a GPU beside the CPU's, at the edges of lanes, strips, tiles and submatrices. Without a usable GPU there is
// nothing to compare.
#include <chrono>
#include <cstdio>
#include <map>

#include "catch.hpp"
#include "gpu/align/fast_aligner.hpp"
#include "gpu/align/matrix_aligner.hpp"
#include "gpu/align_engines.hpp"
#include "gpu/device_failure.hpp"
#include "gpu/devices.hpp"
#include "spliced/align/plain_global.hpp"
#include "spliced/align/row_aligner.hpp"
#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {
namespace {

constexpr std::uint64_t ample = 1ULL << 32;  // bytes
constexpr spliced::residue_code bases[]{1, 2, 4, 8, 15};
constexpr spliced::residue_code four_bases[]{1, 2, 4, 8};
constexpr spliced::residue_code amino_acids[]{0, 4, 9, 13, 22, 26};  // A C I F X *

bool has_device() {
  const std::string none = gpu::discover().why_none;
  if (!none.empty()) WARN("skipped: " << none);
  return none.empty();
}

// All of them, also with bands and submatrices that are small.
std::map<std::string, std::unique_ptr<spliced::align_engine>> gpu_engines() {
  const int device = gpu::first_usable_device();
  std::map<std::string, std::unique_ptr<spliced::align_engine>> made;
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

spliced::align_registry cpu_aligners() {
  spliced::align_registry made;
  spliced::add_row_aligners(made);
  return made;
}

}  // namespace

TEST_CASE("GPU engines align as the CPU does, score and path", "[gpu][align]") {
  if (!has_device()) return;
  const std::uint64_t seed = 23;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const auto protein = *spliced::named_protein_matrix("BLOSUM62");
  const auto oracle = cpu_aligners().make("simd");
  const auto engines = gpu_engines();
  const std::pair<std::size_t, std::size_t> sizes[]{
      {0, 5},    {5, 0},     {1, 1},     {1, 300},    {300, 1},   {31, 33},   {32, 32},
      {33, 31},  {255, 257}, {256, 256}, {257, 255},  {511, 513}, {512, 512}, {513, 511},
      {1000, 3}, {3, 1000},  {700, 290}, {290, 1100}, {1025, 30}, {30, 1025}, {1500, 1600}};
  for (const auto& [m, n] : sizes)
    for (const bool is_dna : {true, false})
      for (const spliced::score extend : {0, 2}) {
        const auto [query, target] =
            is_dna ? related_sequences(random, m, n, bases) : related_sequences(random, m, n, amino_acids);
        spliced::run_control control;
        spliced::align_request request{
            query, target, {is_dna ? &dna : &protein, {0, extend}}, true, spliced::unreachable,
            ample, nullptr};
        const auto wanted = oracle->align(request);
        request.control = &control;
        for (const auto& [name, engine] : engines) {
          INFO(name << ": " << m << " x " << n << (is_dna ? " bases" : " amino acids") << ", extend "
                    << extend);
          const auto before = control.cells();
          CHECK(engine->align(request) == wanted);
          CHECK(control.cells() - before == request.n_cells());
          spliced::align_request score_only = request;
          score_only.wants_path = false;
          CHECK(engine->align(score_only) == spliced::global_alignment{wanted.total, {}});
        }
      }
}

TEST_CASE("GPU engines refuse affine gaps and too little memory, and stop", "[gpu][align]") {
  if (!has_device()) return;
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const std::vector<spliced::residue_code> query(600, 1);
  for (const auto& [name, engine] : gpu_engines()) {
    INFO(name);
    spliced::run_control control;
    spliced::align_request request{query, query, {&dna, {3, 1}}, true, 0, ample, &control};
    CHECK_FALSE(engine->refusal(request.scoring).empty());
    CHECK_THROWS_AS(engine->align(request), std::invalid_argument);
    request.scoring.gaps = {0, 2};
    request.memory = 100;
    if (!name.starts_with("fast")) CHECK_THROWS_AS(engine->align(request), spliced::memory_exceeded);
    control.stop();
    CHECK_THROWS_AS(engine->align(request), spliced::run_stopped);
  }
}

TEST_CASE("without a device no engine of GPUs is made", "[gpu][align]") {
  if (gpu::discover().why_none.empty()) return;
  spliced::align_registry engines;
  gpu::add_align_engines(engines);
  for (const std::string& name : engines.names()) CHECK_THROWS_AS(engines.make(name), gpu::device_failure);
}

// Run by name only: it prints seconds.
TEST_CASE("how long long alignments take", "[.align-times]") {
  if (!has_device()) return;
  std::mt19937_64 random(3);
  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  spliced::align_registry engines = cpu_aligners();
  gpu::add_align_engines(engines);
  for (const std::size_t length : {10'000, 100'000}) {
    const auto [query, target] = related_sequences(random, length, length, four_bases);
    spliced::global_alignment first;
    for (const std::string name : {"fast", "cooperative", "iterative", "simd"})
      for (const bool wants_path : {false, true}) {
        const auto engine = engines.make(name);
        double best = 1e9;
        spliced::global_alignment made;
        for (int k = 0; k < (name == "simd" ? 1 : 3); ++k) {
          const auto begin = std::chrono::steady_clock::now();
          made = engine->align(
              {query, target, {&dna, {0, 2}}, wants_path, spliced::unreachable, ample, nullptr});
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
