// Which device a pair goes to, with devices that are numbers only.
#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "pairwise/gpu/align/device_aligner.hpp"

using exonweave::gpu::device_queue;

namespace {

constexpr std::uint64_t free_bytes = 100;
std::uint64_t hundred_bytes(int) { return free_bytes; }

bool is_waiting(const std::future<int>& result) {
  return result.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout;
}

}  // namespace

TEST_CASE("a pair goes to the device that has the fewest cells to do", "[align]") {
  device_queue queue({4, 7}, hundred_bytes);
  const auto first = queue.take(30, 1'000);
  const auto second = queue.take(30, 10);
  const auto third = queue.take(30, 10);
  CHECK(first.device == 4);
  CHECK(second.device == 7);
  CHECK(third.device == 7);
  CHECK(third.bytes == 30);
}

TEST_CASE("a pair goes where its memory is left", "[align]") {
  device_queue queue({4, 7}, hundred_bytes);
  const auto first = queue.take(90, 1);
  const auto second = queue.take(10, 1'000);
  CHECK(queue.take(20, 1).device == second.device);
}

TEST_CASE("a pair that wants more than a device has gets all of an idle one, and waits for it", "[align]") {
  device_queue queue({0}, hundred_bytes);
  std::promise<void> may_end;
  std::promise<void> has_begun;
  auto other = std::async(std::launch::async, [&] {
    const auto place = queue.take(10, 1);
    has_begun.set_value();
    may_end.get_future().wait();
    return place.device;
  });
  has_begun.get_future().wait();
  auto large = std::async(std::launch::async, [&] { return static_cast<int>(queue.take(1'000, 1).bytes); });
  CHECK(is_waiting(large));
  // Whoever comes later does not overtake it.
  auto later = std::async(std::launch::async, [&] { return queue.take(10, 1).device; });
  CHECK(is_waiting(later));
  may_end.set_value();
  CHECK(large.get() == 100);
  CHECK(later.get() == 0);
  CHECK(other.get() == 0);
}

TEST_CASE("pairs on a device never have more memory than there is", "[align]") {
  device_queue queue({0, 1, 2}, hundred_bytes);
  std::atomic<std::uint64_t> taken[3]{};
  std::atomic<bool> is_too_much{false};
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (std::uint64_t k = 0; k < 500; ++k) {
        const auto place = queue.take((37 * t + 11 * k) % 130, k);
        std::atomic<std::uint64_t>& of_device = taken[place.device];
        if ((of_device += place.bytes) > free_bytes) is_too_much = true;
        of_device -= place.bytes;
      }
    });
  for (std::thread& each : threads) each.join();
  CHECK_FALSE(is_too_much);
}

TEST_CASE("a device that fails to say what is free is asked again", "[align]") {
  bool fails = true;
  device_queue queue({0}, [&](int) {
    if (fails) throw std::runtime_error("lost");
    return free_bytes;
  });
  CHECK_THROWS_AS(queue.take(1, 1), std::runtime_error);
  fails = false;
  CHECK(queue.take(1, 1).bytes == 1);
}
