// Rows live from their creation to their last reader.
#include <algorithm>

#include "catch.hpp"
#include "spliced/engine/row_store.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::small_problem;

namespace {

// 0 source, 1 run <- 0, 2 run <- 0 and 1, 3 run that nobody reads <- 1, 4 sink <- 2.
small_problem five_nodes() {
  small_problem made("ACGT", "AC");
  made.graph.add_run(0, 1, 1, std::vector<edge>{{0, 0}});
  made.graph.add_run(1, 1, 2, std::vector<edge>{{0, 0}, {1, 0}});
  made.graph.add_run(2, 1, 3, std::vector<edge>{{1, 0}});
  made.add_sink({{2, 0}});
  return made;
}

std::vector<node_id> held_by(const row_store& rows) {
  std::vector<node_id> nodes;
  for (const auto& [node, row] : rows.held()) nodes.push_back(node);
  return nodes;
}

constexpr node_range whole{0, 5};

void compute(row_store& rows, node_id v) {
  std::ranges::fill(rows.create(v), static_cast<score>(10 * v));
  rows.finish(v);
}

}  // namespace

TEST_CASE("the last reader of a row is the last node with an edge from it, or the node itself") {
  CHECK(last_readers(five_nodes().graph.view()) == std::vector<node_id>{2, 3, 4, 3, 4});
}

TEST_CASE("a row is let go when its last reader is done, and at once when it has none; the sink's stays") {
  const auto of = five_nodes();
  const auto readers = last_readers(of.graph.view());
  row_store rows(of.graph.view(), readers, 3, false);
  rows.begin(whole, {});
  compute(rows, 0);
  CHECK(held_by(rows) == std::vector<node_id>{0});
  compute(rows, 1);
  CHECK(held_by(rows) == std::vector<node_id>{0, 1});
  compute(rows, 2);
  CHECK(held_by(rows) == std::vector<node_id>{1, 2});
  compute(rows, 3);
  CHECK(held_by(rows) == std::vector<node_id>{2});
  compute(rows, 4);
  CHECK(held_by(rows) == std::vector<node_id>{4});
}

TEST_CASE("a row lives on while its last reader is being computed") {
  const auto of = five_nodes();
  const auto readers = last_readers(of.graph.view());
  row_store rows(of.graph.view(), readers, 3, false);
  rows.begin(whole, {});
  compute(rows, 0);
  compute(rows, 1);
  rows.create(2);
  CHECK(rows.holds(0));
  CHECK(rows.row(0)[2] == 0);
  CHECK(rows.row(1)[2] == 10);
  rows.finish(2);
  CHECK_FALSE(rows.holds(0));
}

TEST_CASE("a store that keeps all keeps all") {
  const auto of = five_nodes();
  const auto readers = last_readers(of.graph.view());
  row_store rows(of.graph.view(), readers, 3, true);
  rows.begin(whole, {});
  for (node_id v = 0; v < 5; ++v) compute(rows, v);
  CHECK(held_by(rows) == std::vector<node_id>{0, 1, 2, 3, 4});
  CHECK(rows.row(3).size() == 3);
  CHECK(rows.row(3)[1] == 30);
}

TEST_CASE("a snapshot shares its rows, outlives the store's and brings them back") {
  const auto of = five_nodes();
  const auto readers = last_readers(of.graph.view());
  row_store rows(of.graph.view(), readers, 3, false);
  rows.begin(whole, {});
  compute(rows, 0);
  compute(rows, 1);
  const row_store::snapshot taken = rows.held();
  CHECK(taken.at(1).first == 1);
  CHECK(taken.at(1).second.get() == rows.row(1).data());  // the same memory, not a copy
  for (node_id v = 2; v < 5; ++v) compute(rows, v);
  CHECK_FALSE(rows.holds(1));
  row_store later(of.graph.view(), readers, 3, false);
  later.begin({2, 5}, taken);
  CHECK(held_by(later) == std::vector<node_id>{0, 1});
  CHECK(later.row(1)[0] == 10);
  compute(later, 2);
  CHECK(held_by(later) == std::vector<node_id>{1, 2});
  CHECK(taken.size() == 2);  // unchanged by what happens to the store
}

TEST_CASE("letting the last holder of a row go frees it") {
  const auto of = five_nodes();
  const auto readers = last_readers(of.graph.view());
  row_store rows(of.graph.view(), readers, 3, true);
  rows.begin(whole, {});
  compute(rows, 0);
  const std::weak_ptr<score[]> row = rows.held().at(0).second;
  CHECK_FALSE(row.expired());
  rows.begin(whole, {});
  CHECK(row.expired());
}
