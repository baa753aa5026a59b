// A forward pass gives every row it is asked for, and never holds more rows than its memory is for.
#include <algorithm>
#include <map>
#include <memory>
#include <random>

#include "catch.hpp"
#include "spliced/dp/recurrence.hpp"
#include "spliced/engine/forward_pass.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::small_problem;

namespace {

constexpr std::uint64_t ample = std::uint64_t{1} << 40;

// Row by row like the scalar engine; counts the rows that are alive anywhere (store, its spare ones, checkpoints,
// other levels) at the moment when the most are: when a node's row is made and the rows it reads are not let go yet.
class counting_engine : public engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "counting"; }

  void advance(const problem& p, node_range part, row_store& rows) const override {
    const target_profile profile(*p.substitution, p.target);
    std::vector<score> above(p.layout().width());
    for (node_id v = part.first; v < part.last; ++v) {
      const std::span<score> row = rows.create(v);
      count(rows);
      entry_row(
          p, profile, v, [&](node_id u) { return rows.row(u); }, row);
      for (const residue_code residue : p.graph.residues_of(v)) {
        std::ranges::copy(row, above.begin());
        next_row(p, above, profile.of(residue), row);
      }
      rows.finish(v);
    }
  }

  [[nodiscard]] std::size_t most_rows() const { return most_; }

 private:
  void count(const row_store& rows) const {
    for (const auto& [node, row] : rows.held()) made_.insert_or_assign(row.get(), row);
    std::erase_if(made_, [](const auto& row) { return row.second.expired(); });
    most_ = std::max(most_, made_.size());
  }

  mutable std::map<const score*, std::weak_ptr<score[]>> made_;  // by address
  mutable std::size_t most_ = 0;
};

std::uint64_t row_bytes(const small_problem& of) { return of.view().layout().width() * sizeof(score); }

// Runs and junctions, each fed by up to three of the nodes before it, mostly near ones.
small_problem random_graph(std::mt19937_64& random, std::size_t n_nodes, std::size_t reach) {
  small_problem made("ACGTTGCAAC", "ACTGA");
  for (std::size_t v = 1; v < n_nodes; ++v) {
    std::vector<edge> inputs;
    for (std::size_t n = 1 + random() % 3; n > 0; --n)
      inputs.push_back({static_cast<node_id>(v - 1 - random() % std::min(v, reach)),
                        static_cast<score>(random() % 5) - 2});
    if (random() % 3 == 0)
      made.graph.add_junction(static_cast<std::int64_t>(v), inputs);
    else
      made.graph.add_run(random() % 8, static_cast<std::uint32_t>(1 + random() % 2),
                         static_cast<std::int64_t>(v), inputs);
  }
  return made;
}

// The junction chain of many exons in a row: an exon, its exit, the running maximum behind it.
small_problem chain_graph(std::size_t n_exons) {
  small_problem made("ACGTTGCAAC", "ACTGA");
  auto junction = graph_view::source();
  for (std::size_t e = 0; e < n_exons; ++e) {
    const auto exit = made.add_exon(e % 8, e % 8 + 2, {{graph_view::source(), 0}, {junction, -1}});
    junction =
        made.graph.add_junction(static_cast<std::int64_t>(e), std::vector<edge>{{exit, 0}, {junction, 0}});
  }
  made.add_sink({{junction, 0}});
  return made;
}

// Lanes side by side, each a row of runs: the rows live at one checkpoint are none of those at another.
small_problem lanes(std::size_t n_lanes, std::size_t n_nodes) {
  small_problem made("ACGTTGCAAC", "ACTGA");
  for (std::size_t v = 1; v < n_nodes; ++v)
    made.graph.add_run(v % 8, 2, static_cast<std::int64_t>(v),
                       std::vector<edge>{{static_cast<node_id>(v > n_lanes ? v - n_lanes : 0), 0}});
  return made;
}

using all_rows = std::vector<std::vector<score>>;

std::vector<score> copy_of(std::span<const score> row) { return {row.begin(), row.end()}; }

all_rows rows_without_limit(const small_problem& of) {
  const auto scalar = make_engine("scalar");
  forward_pass pass(of.view(), *scalar, ample);
  all_rows rows;
  for (node_id v = 0; v < of.graph.view().size(); ++v) rows.push_back(copy_of(pass.row(v)));
  return rows;
}

// Asks for rows in this order and checks each, and that no more rows were ever held than fit in `memory`.
void check_rows(const small_problem& of, std::uint64_t memory, const std::vector<node_id>& order,
                const all_rows& expected) {
  const counting_engine counting;
  forward_pass pass(of.view(), counting, memory);
  for (const node_id v : order) REQUIRE(copy_of(pass.row(v)) == expected[v]);
  CAPTURE(memory, row_bytes(of));
  REQUIRE(counting.most_rows() * row_bytes(of) <= memory);
}

std::uint64_t least_memory(const small_problem& of) {
  const auto scalar = make_engine("scalar");
  for (std::uint64_t memory = row_bytes(of);; memory += row_bytes(of)) try {
      const forward_pass pass(of.view(), *scalar, memory);
      return memory;
    } catch (const memory_exceeded&) {
    }
}

std::vector<node_id> descending(std::size_t n_nodes) {
  std::vector<node_id> order;
  for (std::size_t v = n_nodes; v-- > 0;) order.push_back(static_cast<node_id>(v));
  return order;
}

}  // namespace

TEST_CASE("the end of a pass is the best end of the sink's row") {
  small_problem of("ACGT", "CG");
  of.add_sink({{of.add_exon(0, 4, {{0, 1}}), -2}});
  const auto scalar = make_engine("scalar");
  CHECK(forward_pass(of.view(), *scalar, ample).end().total == 1 + 2 * 2 - 2 * 3 - 2);
  CHECK(forward_pass(of.view(), *scalar, ample).end().column == 2);
}

TEST_CASE("with memory for all rows each is computed once") {
  const auto of = chain_graph(50);
  const auto scalar = make_engine("scalar");
  forward_pass pass(of.view(), *scalar, of.graph.view().size() * row_bytes(of));
  for (const node_id v : descending(of.graph.view().size())) CHECK(pass.row(v).size() == 6);
  CHECK(pass.cells_computed() == count_rows(of.graph.view()) * of.target.size());
}

TEST_CASE("rows are the same in any order and any memory that is not refused, and never exceed it") {
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 40; ++n) {
    const auto of = random_graph(random, 2 + random() % 120, 1 + random() % 8);
    const auto expected = rows_without_limit(of);
    auto order = descending(expected.size());
    for (std::uint64_t memory = least_memory(of); memory <= (expected.size() + 1) * row_bytes(of);
         memory += 1 + random() % (8 * row_bytes(of))) {
      check_rows(of, memory, order, expected);
      std::shuffle(order.begin(), order.end(), random);
    }
  }
}

TEST_CASE("checkpoints that share no row stay within the memory too, and use most of it") {
  const auto of = lanes(5, 900);
  const auto expected = rows_without_limit(of);
  for (std::uint64_t memory = least_memory(of); memory < 900 * row_bytes(of); memory += 7 * row_bytes(of)) {
    const counting_engine counting;
    forward_pass pass(of.view(), counting, memory);
    for (const node_id v : descending(expected.size())) REQUIRE(copy_of(pass.row(v)) == expected[v]);
    CAPTURE(memory / row_bytes(of));
    REQUIRE(counting.most_rows() * row_bytes(of) <= memory);
    REQUIRE(counting.most_rows() * row_bytes(of) * 4 >= memory);
  }
}

TEST_CASE("what a refusal says is needed does, and a row less does not") {
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 40; ++n) {
    const auto of = random_graph(random, 2 + random() % 200, 1 + random() % 40);
    const auto expected = rows_without_limit(of);
    const counting_engine counting;
    const std::uint64_t refused = random() % least_memory(of);
    try {
      forward_pass(of.view(), counting, refused);
      FAIL("not refused");
    } catch (const memory_exceeded& error) {
      REQUIRE(error.limit == refused);
      REQUIRE(error.needed == least_memory(of));
      check_rows(of, error.needed, descending(expected.size()), expected);
    }
  }
}

TEST_CASE("more memory than is enough is enough") {
  const auto of = chain_graph(200);
  const auto scalar = make_engine("scalar");
  for (std::uint64_t memory = least_memory(of); memory < 700 * row_bytes(of); ++memory)
    REQUIRE_NOTHROW(forward_pass(of.view(), *scalar, memory));
}

TEST_CASE("a pass that begins gives every row: memory is refused before any row is computed, or never") {
  // Few rows are live near the sink, many before it: the last part of the graph alone would fit.
  small_problem of("ACGTTGCAAC", "ACTGA");
  for (int n = 0; n < 40; ++n) of.graph.add_run(0, 2, n, std::vector<edge>{{0, 0}});
  std::vector<edge> wide;
  for (node_id v = 1; v <= 40; ++v) wide.push_back({v, 0});
  auto last = of.graph.add_junction(40, wide);
  for (int n = 41; n < 400; ++n) last = of.graph.add_run(0, 1, n, std::vector<edge>{{last, 0}});
  const auto expected = rows_without_limit(of);
  for (std::uint64_t rows = 1; rows < 420; rows += 3) {
    const counting_engine counting;
    std::unique_ptr<forward_pass> pass;
    try {
      pass = std::make_unique<forward_pass>(of.view(), counting, rows * row_bytes(of));
    } catch (const memory_exceeded&) {
      REQUIRE(counting.most_rows() == 0);
      continue;
    }
    for (const node_id v : {node_id{20}, node_id{399}, node_id{0}, node_id{40}})
      REQUIRE(copy_of(pass->row(v)) == expected[v]);
  }
}

TEST_CASE("a chain of 2,000 nodes is traced through its least memory at few times its cells") {
  const auto of = chain_graph(666);
  const auto expected = rows_without_limit(of);
  REQUIRE(expected.size() == 2000);
  const std::uint64_t least = least_memory(of);
  CHECK(least <= expected.size() / 10 * row_bytes(of));
  for (const std::uint64_t memory : {least, 2 * least, 200 * row_bytes(of), 1999 * row_bytes(of)}) {
    check_rows(of, memory, descending(expected.size()), expected);
    const auto scalar = make_engine("scalar");
    forward_pass pass(of.view(), *scalar, memory);
    for (const node_id v : descending(expected.size())) CHECK(pass.row(v).size() == 6);
    CAPTURE(memory);
    CHECK(pass.cells_computed() <= 12 * count_rows(of.graph.view()) * of.target.size());
  }
}
