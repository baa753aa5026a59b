// What a run and those who watch it say to each other.
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
