// Scan engines beside the recurrence. Without a usable GPU only what the host plans is tested.
#include "catch.hpp"
#include "gpu/devices.hpp"
#include "gpu/scan/cuda_scan.hpp"
#include "gpu/scan/database_piece.hpp"
#include "gpu/scan/pair_shape.hpp"
#include "gpu/scan_engines.hpp"
#include "spliced/scan/scan_cases.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

bool has_device() { return gpu::discover().why_none.empty(); }

void check_all(const spliced::scan_engine& engine) {
  check_cases(engine, [](const scan_case& of, bool is_right) {
    INFO(of.name);
    CHECK(is_right);
  });
}

}  // namespace

TEST_CASE("scan engines of GPUs find what the recurrence says", "[scan]") {
  if (!has_device()) return;
  spliced::scan_registry engines;
  gpu::add_scan_engines(engines);
  for (const auto& name : engines.names()) check_all(*engines.make(name));
}

TEST_CASE("a database that does not fit a device is scanned in pieces", "[scan]") {
  if (!has_device()) return;
  for (const auto method : {gpu::scan_method::pairs, gpu::scan_method::bands})
    for (const std::uint64_t bytes : {200'000, 3'000'000})
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
  const spliced::scan_scoring scoring{&matrix, {0, 3}};
  std::vector<spliced::scan_query> asked;
  for (const protein& query : queries) asked.push_back({query, 1});
  spliced::scan_registry engines;
  gpu::add_scan_engines(engines);
  const auto blocks = database.blocks.view();
  for (const auto& name : engines.names()) {
    const auto engine = engines.make(name);
    CHECK(engine->open(blocks, scoring)->scan(asked, nullptr) == plain_scan(asked, database, scoring));
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

TEST_CASE("queries are aligned against ranges of like lengths, long ones by more lanes", "[scan]") {
  const std::vector<std::uint32_t> longest{5'000, 1'000, 90, 40};
  std::vector<std::uint64_t> block_at{0};
  for (const auto length : longest) block_at.push_back(block_at.back() + (length + 3) / 4 * 256);
  const auto ranges = gpu::split_by_length(longest, block_at);
  REQUIRE(ranges.size() == 3);
  CHECK(ranges[2].n_blocks == 2);
  const gpu::shape_chooser chooser({16, 32, 64}, 132, 1'000'000'000);
  for (const std::uint32_t length : {1U, 100U, 500U, 5'000U, 40'000U})
    for (const auto& range : ranges) {
      const auto shape = chooser.choose(length, range);
      CHECK(shape.group * shape.rows * shape.n_passes >= length);
      CHECK((shape.n_passes == 1 || shape.group * shape.rows * (shape.n_passes - 1) < length));
    }
  CHECK(chooser.choose(500, ranges[0]).group >= chooser.choose(500, ranges[2]).group);
}
