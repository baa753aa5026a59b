// Results leave in the order of their places, each as soon as it can, from one thread at a time.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "exons/run/workers.hpp"
#include "seed.hpp"

using namespace exonweave;

using numbers = std::vector<int>;

TEST_CASE("a result is handed on as soon as all before it were") {
  numbers seen;
  const ordered_sink<int>::receiver receive = [&](int&& each) { seen.push_back(each); };
  ordered_sink<int> sink(receive);
  sink.put(1, 10);
  CHECK(seen.empty());
  sink.put(0, 0);
  CHECK(seen == numbers{0, 10});
  sink.put(3, 30);
  sink.put(2, 20);
  CHECK(seen == numbers{0, 10, 20, 30});
}

TEST_CASE("results of many threads are handed on in order and by one at a time") {
  constexpr std::size_t n = 2000, n_threads = 4;
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::vector<std::size_t> places(n);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::shuffle(places.begin(), places.end(), std::mt19937_64(seed));
  std::vector<std::size_t> seen;
  std::atomic<int> n_inside = 0;
  std::atomic<bool> was_alone = true;
  const ordered_sink<std::size_t>::receiver receive = [&](std::size_t&& each) {
    if (++n_inside > 1) was_alone = false;
    seen.push_back(each);
    --n_inside;
  };
  ordered_sink<std::size_t> sink(receive);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < n_threads; ++t)
      threads.emplace_back([&, t] {
        for (std::size_t k = t; k < n; k += n_threads) sink.put(places[k], std::size_t{places[k]});
      });
  }
  CHECK(was_alone);
  REQUIRE(seen.size() == n);
  CHECK(std::ranges::is_sorted(seen));
}

TEST_CASE("behind a receiver that fails nothing is handed on") {
  int n_seen = 0;
  const ordered_sink<int>::receiver receive = [&](int&& each) {
    ++n_seen;
    if (each == 1) throw std::runtime_error("full");
  };
  ordered_sink<int> sink(receive);
  sink.put(0, 0);
  CHECK_THROWS_AS(sink.put(1, 1), std::runtime_error);
  CHECK_NOTHROW(sink.put(2, 2));
  CHECK(n_seen == 2);
}
