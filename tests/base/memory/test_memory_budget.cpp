#include <stdexcept>
#include <utility>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "catch.hpp"

using namespace exonweave;

TEST_CASE("a reservation counts until it goes") {
  memory_budget budget({.usable = 100});
  CHECK(budget.left() == 100);
  {
    const memory_reservation some = budget.reserve(30);
    const memory_reservation more = budget.reserve(20);
    CHECK(some.bytes() == 30);
    CHECK(budget.reserved() == 50);
    CHECK(budget.left() == 50);
  }
  CHECK(budget.reserved() == 0);
  CHECK(budget.left() == 100);
}

TEST_CASE("more may be reserved than is usable: then nothing is left") {
  memory_budget budget({.usable = 100});
  const memory_reservation all = budget.reserve(100);
  CHECK(budget.left() == 0);
  const memory_reservation more = budget.reserve(1);
  CHECK(budget.reserved() == 101);
  CHECK(budget.left() == 0);
}

TEST_CASE("a reservation that is moved is given back once, by whoever has it last") {
  memory_budget budget({.usable = 100});
  std::vector<memory_reservation> kept;
  {
    memory_reservation made = budget.reserve(30);
    kept.push_back(std::move(made));
  }
  kept.push_back(budget.reserve(5));
  CHECK(budget.reserved() == 35);
  kept.front() = std::move(kept.back());
  CHECK(budget.reserved() == 5);
  kept.clear();
  CHECK(budget.reserved() == 0);
}

TEST_CASE("what is given back early is not given back again") {
  memory_budget budget({.usable = 100});
  const memory_reservation other = budget.reserve(1);
  {
    memory_reservation made = budget.reserve(30);
    made.give_back();
    CHECK(made.bytes() == 0);
    CHECK(budget.reserved() == 1);
    made = budget.reserve(7);
    CHECK(budget.reserved() == 8);
    made = {};
    CHECK(budget.reserved() == 1);
  }
  CHECK(budget.reserved() == 1);
}

TEST_CASE("a failure gives back what was reserved on its way") {
  memory_budget budget({.usable = 100});
  const auto fail = [&] {
    const memory_reservation made = budget.reserve(30);
    throw std::runtime_error("too large");
  };
  CHECK_THROWS_AS(fail(), std::runtime_error);
  CHECK(budget.reserved() == 0);
}

TEST_CASE("a share of the memory may grow to what one task may have alone, all of it where nothing is said") {
  const memory_limits all{.usable = 100, .held = 7, .requested = 107};
  CHECK(all.alone() == 100);
  CHECK_FALSE(all.may_grow());
  const memory_limits bound{.usable = 100, .max_alone = 60, .held = 7, .requested = 107};
  CHECK(bound.alone() == 60);
  CHECK_FALSE(bound.may_grow());
  const memory_limits fraction = bound.within(59);
  CHECK(fraction.usable == 59);
  CHECK(fraction.alone() == 60);
  CHECK(fraction.may_grow());
  CHECK_FALSE(bound.within(60).may_grow());
  CHECK(fraction.held == 7);
  CHECK(fraction.requested == 107);
}
