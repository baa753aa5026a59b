// Matches without gaps on a device: those that the same layout gives cell by cell on the host.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/gapless/device_gapless.hpp"
#include "spliced/gapless/gapless_text.hpp"
#include "spliced/gapless/plain_gapless.hpp"
#include "usable_gpu.hpp"

namespace exonweave::testing {
namespace {

using matches = std::vector<spliced::gapless_match>;

matches sorted(matches found) {
  std::ranges::sort(found);
  return found;
}

matches find_on_device(const spliced::gapless_queries& queries, std::span<const spliced::residue_code> text,
                       spliced::score least, std::size_t block_length, std::uint64_t room) {
  const auto device = gpu::make_device_gapless(gpu::first_usable_device(), queries, {block_length, room});
  const auto open = spliced::open_text::pack(text);
  const run_control control;
  matches found = device->find(open, 0, open.n_chunks(), least, control);
  for (auto& each : found) each.position = open.position_of(each.position);
  return sorted(std::move(found));
}

TEST_CASE("a device finds the matches without gaps that the host does", "[gpu][gapless]") {
  if (!has_device()) return;
  const std::size_t block_length = GENERATE(std::size_t{16}, std::size_t{32});
  const std::uint64_t room = GENERATE(std::uint64_t{1}, std::uint64_t{1} << 20);
  std::mt19937 random(static_cast<unsigned>(block_length + room));
  const joined_queries queries(std::vector<std::size_t>{1, 20, 31, 64, 127, 128, 255, 300, 511, 512, 1'300}, random);
  auto text = random_text(20'000, random);
  put_homologues(queries, 150, text, random);
  const spliced::score least = GENERATE(12, 30);
  const run_control control;
  const matches expected = sorted(plain_gapless(queries.view(), block_length).find(text, least, control));
  CHECK(expected.size() > 50);
  CHECK(find_on_device(queries.view(), text, least, block_length, room) == expected);
}

TEST_CASE("devices share a text", "[gpu][gapless]") {
  if (!has_device()) return;
  std::mt19937 random(8);
  const joined_queries queries(std::vector<std::size_t>{200, 700, 40}, random);
  auto text = random_text(60'000, random);
  put_homologues(queries, 100, text, random);
  const int device = gpu::first_usable_device();
  const run_control control;
  const auto find_on = [&](const std::vector<int>& devices) {
    return sorted(gpu::make_gapless_devices(devices, queries.view())->find(text, 30, control));
  };
  CHECK(find_on({device}) == find_on({device, device, device}));
}

TEST_CASE("a device finds nothing where there is nothing", "[gpu][gapless]") {
  if (!has_device()) return;
  std::mt19937 random(9);
  const joined_queries queries(std::vector<std::size_t>{100}, random), none(std::vector<std::size_t>{}, random);
  const auto text = random_text(1'000, random);
  const int device = gpu::first_usable_device();
  const run_control control;
  CHECK(gpu::make_gapless_devices({device}, queries.view())->find({}, 30, control).empty());
  CHECK(gpu::make_gapless_devices({device}, none.view())->find(text, 30, control).empty());
}

TEST_CASE("a search on a device stops when it is told to", "[gpu][gapless]") {
  if (!has_device()) return;
  std::mt19937 random(10);
  const joined_queries queries(std::vector<std::size_t>{100}, random);
  const auto text = random_text(1'000, random);
  run_control control;
  control.stop();
  CHECK_THROWS_AS(gpu::make_gapless_devices({gpu::first_usable_device()}, queries.view())->find(text, 30, control),
                  run_stopped);
}

}  // namespace
}  // namespace exonweave::testing
