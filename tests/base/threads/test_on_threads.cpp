// What a run and those who watch it say to each other.
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "catch.hpp"

using namespace exonweave;

TEST_CASE("a run goes on until it is told to stop, and then says so whenever asked") {
  run_control control;
  CHECK_NOTHROW(control.throw_if_stopped());
  control.stop();
  CHECK(control.is_stopped());
  CHECK_THROWS_AS(control.throw_if_stopped(), run_stopped);
  CHECK_THROWS_AS(control.throw_if_stopped(), run_stopped);
}

TEST_CASE("cells of all threads are counted") {
  run_control control;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int n = 0; n < 1000; ++n) control.add_cells(3);
      });
  }
  CHECK(control.cells() == 12000);
}

// What spare threads do, and that they come back.

using exonweave::spare_threads;
using exonweave::start_next_to;

TEST_CASE("a thread that is spare is taken once and given back") {
  spare_threads spare(1);
  CHECK(spare.try_take());
  CHECK_FALSE(spare.try_take());
  spare.give();
  CHECK(spare.try_take());
}

TEST_CASE("work goes beside the caller where a thread is spare, and the thread is spare again when it is done") {
  spare_threads spare(1);
  std::latch begun(1);
  auto next_to = start_next_to(&spare, [&] {
    begun.count_down();
    return std::this_thread::get_id();
  });
  begun.wait();  // for ever, were it to wait for get()
  CHECK(next_to.get() != std::this_thread::get_id());
  CHECK(spare.try_take());
}

TEST_CASE("the thread is spare when the work is done, not when its result is taken") {
  spare_threads spare(1);
  const auto next_to = start_next_to(&spare, [] { return 1; });
  next_to.wait();
  CHECK(spare.try_take());
}

TEST_CASE("where no thread is spare the caller does the work, when it asks for the result") {
  spare_threads none;
  for (spare_threads* const spare : {&none, static_cast<spare_threads*>(nullptr)}) {
    bool is_done = false;
    auto work = start_next_to(spare, [&] {
      is_done = true;
      return std::this_thread::get_id();
    });
    CHECK_FALSE(is_done);
    CHECK(work.get() == std::this_thread::get_id());
    CHECK(is_done);
  }
}

TEST_CASE("what the work throws its result throws, and the thread is spare again") {
  spare_threads spare(1);
  auto next_to = start_next_to(&spare, []() -> int { throw std::runtime_error("of the work"); });
  CHECK_THROWS_WITH(next_to.get(), "of the work");
  CHECK(spare.try_take());
}
