#include <stdexcept>
#include <utility>
#include <vector>

#include "base/memory/memory_ledger.hpp"
#include "catch.hpp"

using namespace exonweave;

TEST_CASE("a reservation counts until it goes") {
  memory_ledger ledger({.usable = 100});
  CHECK(ledger.left() == 100);
  {
    const memory_reservation some = ledger.reserve(30);
    const memory_reservation more = ledger.reserve(20);
    CHECK(some.bytes() == 30);
    CHECK(ledger.reserved() == 50);
    CHECK(ledger.left() == 50);
  }
  CHECK(ledger.reserved() == 0);
  CHECK(ledger.left() == 100);
}

TEST_CASE("more may be reserved than is usable: then nothing is left") {
  memory_ledger ledger({.usable = 100});
  const memory_reservation all = ledger.reserve(100);
  CHECK(ledger.left() == 0);
  const memory_reservation more = ledger.reserve(1);
  CHECK(ledger.reserved() == 101);
  CHECK(ledger.left() == 0);
}

TEST_CASE("a reservation that is moved is given back once, by whoever has it last") {
  memory_ledger ledger({.usable = 100});
  std::vector<memory_reservation> kept;
  {
    memory_reservation made = ledger.reserve(30);
    kept.push_back(std::move(made));
  }
  kept.push_back(ledger.reserve(5));
  CHECK(ledger.reserved() == 35);
  kept.front() = std::move(kept.back());
  CHECK(ledger.reserved() == 5);
  kept.clear();
  CHECK(ledger.reserved() == 0);
}

TEST_CASE("what is given back early is not given back again") {
  memory_ledger ledger({.usable = 100});
  const memory_reservation other = ledger.reserve(1);
  {
    memory_reservation made = ledger.reserve(30);
    made.give_back();
    CHECK(made.bytes() == 0);
    CHECK(ledger.reserved() == 1);
    made = ledger.reserve(7);
    CHECK(ledger.reserved() == 8);
    made = {};
    CHECK(ledger.reserved() == 1);
  }
  CHECK(ledger.reserved() == 1);
}

TEST_CASE("a failure gives back what was reserved on its way") {
  memory_ledger ledger({.usable = 100});
  const auto fail = [&] {
    const memory_reservation made = ledger.reserve(30);
    throw std::runtime_error("too large");
  };
  CHECK_THROWS_AS(fail(), std::runtime_error);
  CHECK(ledger.reserved() == 0);
}

TEST_CASE("a share of the memory may grow to what one task may have alone, all of it where nothing is said") {
  const memory_limits all{.usable = 100, .held = 7, .asked = 107};
  CHECK(all.alone() == 100);
  CHECK_FALSE(all.may_grow());
  const memory_limits bound{.usable = 100, .most_alone = 60, .held = 7, .asked = 107};
  CHECK(bound.alone() == 60);
  CHECK_FALSE(bound.may_grow());
  const memory_limits share = bound.within(59);
  CHECK(share.usable == 59);
  CHECK(share.alone() == 60);
  CHECK(share.may_grow());
  CHECK_FALSE(bound.within(60).may_grow());
  CHECK(share.held == 7);
  CHECK(share.asked == 107);
}
