// Scan engines beside the recurrence. Without a usable GPU only what the host plans is tested.
#include "catch.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/gpu/cuda_scan.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/gpu/scan/pair_shape.hpp"
#include "pairwise/scan/scan_cases.hpp"
#include "usable_gpu.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

void check_all(const scan_engine& engine) {
  check_cases(engine, [](const scan_case& drawn, bool is_right) {
    INFO(drawn.name);
    CHECK(is_right);
  });
}

}  // namespace

TEST_CASE("scan engines of GPUs find what the recurrence says", "[scan]") {
  if (!has_device()) return;
  const scan_registry engines = gpu::scan_engines();
  for (const pairwise_engine& each : engines.facts())
    if (each.is_of_gpu) check_all(*engines.make(each.name));
}

TEST_CASE("a database that does not fit a device is scanned in pieces", "[scan]") {
  if (!has_device()) return;
  for (const auto method : {gpu::scan_method::pairs, gpu::scan_method::bands})
    for (const std::uint64_t bytes : {200'000u, 3'000'000u})
      check_all(*gpu::make_cuda_scan(method, {gpu::usable_devices(), bytes}));
}

TEST_CASE("several devices share a database", "[scan]") {
  if (!has_device()) return;
  const int device = gpu::first_usable_device();
  for (const auto method : {gpu::scan_method::pairs, gpu::scan_method::bands})
    check_all(*gpu::make_cuda_scan(method, {std::vector<int>(3, device)}));
}

// Small enough for tools that watch every access.
TEST_CASE("scan engines of GPUs find what the recurrence says in a few short sequences", "[small]") {
  if (!has_device()) return;
  std::mt19937_64 random(9);
  const made_database database(random_proteins(random, 40, 60));
  const auto queries = random_proteins(random, 3, 90);
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const scan_scoring scoring{&matrix, {0, 3}};
  std::vector<scan_query> requested;
  for (const protein& query : queries) requested.push_back({query, 1});
  const scan_registry engines = gpu::scan_engines();
  const auto blocks = database.blocks.view();
  for (const pairwise_engine& each : engines.facts()) {
    if (!each.is_of_gpu) continue;
    const auto engine = engines.make(each.name);
    CHECK(engine->open(blocks, scoring)->scan(requested, nullptr) == plain_scan(requested, database, scoring));
  }
}

TEST_CASE("pieces have every block of a device once", "[scan]") {
  std::mt19937_64 random(4);
  const made_database database(random_proteins(random, 2'000, 90));
  const auto blocks = database.blocks.view();
  std::vector<int> times(blocks.n_blocks());
  for (std::size_t first = 0; first < 3; ++first)
    for (const auto& piece : gpu::make_pieces(blocks, first, 3, 10'000)) {
      CHECK((piece.n_blocks() == 1 || piece.block_at.back() <= 10'000));
      for (std::size_t b = 0; b < piece.n_blocks(); ++b) {
        ++times[piece.numbers[b]];
        CHECK(piece.longest[b] == blocks.lengths[piece.numbers[b] * 256]);
      }
    }
  CHECK(times == std::vector<int>(blocks.n_blocks(), 1));
}

namespace {

// Blocks of sequences of these lengths, each length for a whole block but for the first pair's.
std::vector<std::uint32_t> lengths_of(std::uint32_t first, const std::vector<std::uint32_t>& of_blocks) {
  std::vector<std::uint32_t> lengths;
  for (const auto length : of_blocks) lengths.resize(lengths.size() + block_width, length);
  lengths[0] = first;
  return lengths;
}

const std::vector<gpu::pair_kernel_size> some_kernels{{4, false, 24}, {16, false, 24}, {32, false, 16}, {64, false, 8},
                                                      {4, true, 24},  {16, true, 24},  {64, true, 8}};

}  // namespace

TEST_CASE("pairs of like lengths are a range, short ones where warps begin", "[scan]") {
  const auto ranges = gpu::split_by_length(lengths_of(30'000, {3'000, 700, 90, 40}), 2);
  REQUIRE(ranges.size() == 4);
  CHECK(ranges[0].n_pairs == 1);
  CHECK(ranges[0].longest == 30'000);
  CHECK(ranges[1].first_pair == 1);
  CHECK(ranges[1].n_pairs == 127);
  CHECK(ranges[1].n_columns == 127 * 3'000);
  CHECK(ranges[1].is_for(32));
  CHECK_FALSE(ranges[1].is_for(16));
  CHECK(ranges[3].n_pairs == 256);
  CHECK(ranges[3].is_for(1));
  std::vector<std::uint32_t> lengths(block_width, 500);
  lengths[0] = lengths[1] = 600;
  CHECK(gpu::split_by_length(lengths, 2).size() == 2);
  CHECK(gpu::split_by_length(lengths, 2)[1].first_pair == 32);
}

TEST_CASE("shapes have room for the query, and long sequences more lanes", "[scan]") {
  const auto ranges = gpu::split_by_length(lengths_of(30'000, {3'000, 700, 90, 40}), 2);
  for (const std::uint64_t n_cells : {1'000'000ULL, 1'000'000'000'000ULL}) {
    const gpu::shape_chooser chooser(some_kernels, 132, n_cells);
    for (const std::uint32_t length : {1U, 100U, 500U, 5'000U, 40'000U})
      for (const auto& range : ranges) {
        const auto shape = chooser.choose(length, 3 * length, range);
        CHECK(range.is_for(shape.group));
        CHECK(shape.group * shape.rows * shape.n_passes >= length);
        CHECK((shape.n_passes == 1 || shape.group * shape.rows * (shape.n_passes - 1) < length));
        CHECK((shape.window == 0 || shape.window >= 6 * length));
        CHECK((shape.n_passes == 1 || shape.group >= 4));
        CHECK(chooser.choose(length, gpu::no_span, range).window == 0);
      }
    CHECK(chooser.choose(500, 3'000, ranges[1]).group >= chooser.choose(500, 3'000, ranges[3]).group);
  }
  const gpu::shape_chooser chooser(some_kernels, 132, 1'000'000);
  CHECK(chooser.choose(100, 500, ranges[0]).window > 0);
  CHECK(chooser.choose(5'000, 30'000, ranges[0]).n_passes > 1);
}

TEST_CASE("an alignment covers what its query can pay for", "[scan]") {
  CHECK(gpu::longest_span(10, 55, 5, 1) == 60);
  CHECK(gpu::longest_span(10, 55, 5, 4) == 22);
  CHECK(gpu::longest_span(10, 55, -7, 1) == 64);
  CHECK(gpu::longest_span(10, 55, 100, 1) == 10);
  CHECK(gpu::longest_span(10, 55, 5, 0) == gpu::no_span);
}

// What pair_unit does with window k of a sequence.
TEST_CASE("windows hold every stretch of half their length whole, and none is without work", "[scan]") {
  for (const std::uint32_t window : {8U, 512U})
    for (std::uint32_t longest = 1; longest < 5 * window; ++longest) {
      const std::uint32_t n = gpu::n_windows(longest, window), half = window / 2;
      const std::uint32_t last_begin = (n - 1) * half;
      REQUIRE(last_begin + window >= longest);
      REQUIRE((n == 1 || last_begin + half < longest));
    }
  CHECK(gpu::n_windows(5'000, 0) == 1);
  CHECK(gpu::n_windows(5'000, 4'096) == 2);
}
