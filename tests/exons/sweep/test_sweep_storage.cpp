// What a sweep holds, counted by hand.
#include "catch.hpp"
#include "exons/sweep/sweep_plan.hpp"

using namespace exonweave;

namespace {

// 64 windows of 512 nt, with rows of a target of 1,000 residues.
constexpr sweep_size usual{
    .n_windows = 64, .window_length = 512, .n_slots = 100, .max_borders = 1'000, .max_live = 50, .of_reader = 7};
constexpr std::uint64_t row = (2 * 1'000 + 128) * 2;  // bytes, of 16 bits

std::uint64_t all(const sweep_storage& how, std::size_t n_letters) {
  return how.bytes_for(usual, n_letters, true).all();
}

}  // namespace

TEST_CASE("a sweep holds slots, rows between windows and worths of places, and rows of borders while it runs") {
  const auto bytes = sweep_storage{1, 1'000}.bytes_for(usual, 1'000, true);
  CHECK(bytes.held == row * (2 * 100 + 50 * 2 * (64 + 2)) + 64 * 64 + 2 * 512 * 64 + 7);
  CHECK(bytes.running == row * (1'000 + 2 * 50));
  const auto wide = sweep_storage{8, 64, 16}.bytes_for(usual, 1'000, false);
  CHECK(wide.held == 2 * row * (2 * 100 + 50 * (2 * (8 + 2) + 16)) + 64 * 64 + 2 * 512 * 64 + 7);
  CHECK(wide.running == 2 * row * (64 + 2 * 50 * 8));
}

TEST_CASE("with less memory fewer rows are kept between windows, then of borders") {
  const auto most = sweep_storage::within(std::uint64_t{1} << 40, usual, 1'000, true);
  CHECK(most.stride == 1);
  CHECK(most.max_borders == 1'000);
  const auto fewer = sweep_storage::within(all(most, 1'000) - 1, usual, 1'000, true);
  CHECK(fewer.stride == 2);
  const auto least = sweep_storage::within(0, usual, 1'000, true);
  CHECK(least.stride == 4);
  CHECK(least.max_borders < 1'000);
  CHECK(all(least, 1'000) < all(most, 1'000) / 3);
}

TEST_CASE("where there is as much memory as helps a short target has 32 MiB, a long one a quarter more than it needs") {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  CHECK(all(sweep_storage::ample(usual, 100, true), 100) < 32 * mib);
  CHECK(sweep_storage::ample(usual, 100, true).stride == 1);
  constexpr std::size_t n_letters = 30'000;
  const std::uint64_t least = all(sweep_storage::within(0, usual, n_letters, true), n_letters);
  const std::uint64_t ample = all(sweep_storage::ample(usual, n_letters, true), n_letters);
  CHECK(least > 32 * mib);
  CHECK(ample >= least);
  CHECK(ample <= least + least / 4);
  CHECK(all(sweep_storage::ample(usual, n_letters, true, mib), n_letters) == least);  // where there is less
}
