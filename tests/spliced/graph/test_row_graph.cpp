// The owner of a graph of rows, and what it refuses to hold.
#include <stdexcept>

#include "catch.hpp"
#include "spliced/graph/row_graph.hpp"

using namespace exonweave::spliced;

namespace {

row_graph graph_on(std::string_view residues) { return row_graph(encode_dna(residues)); }

std::vector<edge> from(node_id source, score weight = 0) { return {{source, weight}}; }

}  // namespace

TEST_CASE("a new graph holds its source, which is its sink as well") {
  const auto graph = graph_on("ACGT");
  CHECK(graph.view().size() == 1);
  CHECK(graph.view().sink() == graph_view::source());
  CHECK(graph.view().inputs(0).empty());
  CHECK(count_rows(graph.view()) == 0);
}

TEST_CASE("nodes are numbered in the order they are added and keep their residues and inputs") {
  auto graph = graph_on("ACGT");
  const auto run = graph.add_run(1, 2, 30, from(0, -5));
  const auto junction = graph.add_junction(31, std::vector<edge>{{run, 2}, {0, 3}});
  const auto sink = graph.add_junction(32, {});
  const auto view = graph.view();
  CHECK(run == 1);
  CHECK(junction == 2);
  CHECK(view.sink() == sink);
  CHECK(view.nodes[run].kind == node_kind::run);
  CHECK(view.is_inside(run));
  CHECK(view.nodes[junction].kind == node_kind::junction);
  CHECK_FALSE(view.is_inside(junction));
  const auto residues = view.residues_of(run);
  CHECK(std::vector<residue_code>(residues.begin(), residues.end()) == encode_dna("CG"));
  CHECK(view.nodes[run].begin() == 28);
  CHECK(view.nodes[run].end == 30);
  REQUIRE(view.inputs(junction).size() == 2);
  CHECK(view.inputs(junction)[1].source == 0);
  CHECK(view.inputs(junction)[1].weight == 3);
  CHECK(view.inputs(sink).empty());
  CHECK(count_rows(view) == 2);
}

TEST_CASE("a run may use all residues and runs may overlap") {
  auto graph = graph_on("ACGT");
  CHECK_NOTHROW(graph.add_run(0, 4, 4, from(0)));
  CHECK_NOTHROW(graph.add_run(3, 1, 4, from(0)));
  CHECK(count_rows(graph.view()) == 5);
}

TEST_CASE("residues have gap weights, each and in sums, or none of them has") {
  const row_graph bare = graph_on("ACGT");
  CHECK_FALSE(bare.view().has_gap_weights());
  CHECK(bare.view().weight_in_gap(1, 3) == 0);
  row_graph graph(encode_dna("ACGT"), 1, std::vector<gap_weight>{3, -5, 7, 0});
  const auto run = graph.add_run(1, 2, 3, from(0));
  CHECK(graph.view().has_gap_weights());
  CHECK(graph.view().weight_in_gap(0) == 3);
  CHECK(graph.view().weight_in_gap(0, 3) == 5);
  CHECK(graph.view().weight_of_row(run, 1) == -5);
  CHECK(graph.view().weight_of_row(run, 2) == 7);
  CHECK_THROWS_AS(row_graph(encode_dna("ACGT"), 1, std::vector<gap_weight>{3}), std::invalid_argument);
  const std::vector<gap_weight> large(20'000, 32'767);
  CHECK_THROWS_AS(row_graph(std::vector<residue_code>(large.size(), 1), 1, large), std::range_error);
}

TEST_CASE("a run without residues or beyond the last one is refused") {
  auto graph = graph_on("ACGT");
  CHECK_THROWS_AS(graph.add_run(0, 0, 0, from(0)), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_run(0, 5, 5, from(0)), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_run(4, 1, 5, from(0)), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_run(5, 1, 6, from(0)), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_run(std::uint64_t{0} - 1, 2, 1, from(0)), std::invalid_argument);
}

TEST_CASE("an edge from the node itself or from a later one is refused, and nothing of the node stays") {
  auto graph = graph_on("ACGT");
  graph.add_run(0, 1, 1, from(0));
  CHECK_THROWS_AS(graph.add_run(0, 1, 1, from(2)), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_junction(1, from(2)), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_junction(1, std::vector<edge>{{0, 0}, {1, 0}, {7, 0}}), std::invalid_argument);
  CHECK(graph.view().size() == 2);
  CHECK(graph.view().edges.size() == 1);
}

TEST_CASE("what a run of codons covers is counted in nt") {
  row_graph graph(encode_protein("MKV"), 3);
  const auto run = graph.add_run(0, 2, 30, from(0));
  CHECK(graph.view().nodes[run].begin() == 24);
  CHECK(graph.view().nodes[run].end == 30);
}

TEST_CASE("a pass lies inside an exon, holds no residue and is no row of its own") {
  auto graph = graph_on("ACGT");
  const auto run = graph.add_run(0, 2, 2, from(0));
  const auto pass = graph.add_pass(2, from(run));
  const auto view = graph.view();
  CHECK(view.is_inside(pass));
  CHECK(view.residues_of(pass).empty());
  CHECK(view.nodes[pass].begin() == 2);
  CHECK(view.nodes[pass].end == 2);
  CHECK(count_rows(view) == 2);
}

TEST_CASE("residues on edges into a node are one row more, however many they are") {
  auto graph = graph_on("ACGT");
  const auto run = graph.add_run(0, 2, 2, from(0));
  const auto a = dna_code('A'), c = dna_code('C');
  const auto pass = graph.add_pass(5, std::vector<edge>{{run, 0, a, 3}, {0, 0, c, 3}});
  CHECK(graph.view().nodes[pass].is_closed);
  CHECK(count_rows(graph.view()) == 3);
  const auto longer = graph.add_run(0, 4, 9, std::vector<edge>{{pass, 0, a, 3}});
  CHECK(graph.view().nodes[longer].is_closed);
  CHECK(count_rows(graph.view()) == 3 + 1 + 4);
  CHECK(count_rows(graph.view(), {longer, longer + 1}) == 5);
}

TEST_CASE("a residue into a node beside a bare way from a junction is refused, from inside an exon it is not") {
  auto graph = graph_on("ACGT");
  const auto run = graph.add_run(0, 2, 2, from(0));
  const auto junction = graph.add_junction(2, from(run));
  const auto pass = graph.add_pass(3, from(run));
  const auto a = dna_code('A');
  CHECK_THROWS_AS(graph.add_pass(5, std::vector<edge>{{junction, 0, a, 3}, {junction, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_run(2, 1, 5, std::vector<edge>{{0, 0}, {run, 0, a, 3}}), std::invalid_argument);
  CHECK(graph.view().size() == 4);
  CHECK_NOTHROW(graph.add_pass(5, std::vector<edge>{{junction, 0, a, 3}, {run, 0}, {pass, 0}}));
}

TEST_CASE("an open pass leaves closing to the exon behind the junctions that read it") {
  auto graph = graph_on("ACGT");
  const auto run = graph.add_run(0, 2, 2, from(0));
  const auto open = graph.add_open_pass(3, std::vector<edge>{{run, 0, dna_code('A'), 1}});
  const auto first = graph.add_junction(3, from(open));
  const auto second = graph.add_junction(9, from(first));
  const auto closed = graph.add_pass(12, std::vector<edge>{{second, 0, no_residue, 1}});
  const auto after = graph.add_pass(12, from(closed));
  const auto nodes = graph.view().nodes;
  for (const auto v : {open, first, second}) {
    CHECK(nodes[v].is_open);
    CHECK_FALSE(nodes[v].is_closed);
  }
  CHECK(nodes[closed].is_closed);
  CHECK_FALSE(nodes[closed].is_open);
  CHECK_FALSE(nodes[after].is_closed);
  CHECK(count_rows(graph.view()) == 2 + 1);
}

TEST_CASE("a node that closes may take residues and open rows together, and a run may close before its residues") {
  auto graph = graph_on("ACGT");
  const auto run = graph.add_run(0, 2, 2, from(0));
  const auto carried = graph.add_junction(2, from(run));
  const auto open = graph.add_open_pass(3, std::vector<edge>{{run, 0, dna_code('A'), 1}});
  const auto junction = graph.add_junction(3, from(open));
  const auto pass = graph.add_pass(9, std::vector<edge>{{carried, 0, dna_code('C'), 2}, {junction, 0}});
  CHECK(graph.view().nodes[pass].is_closed);
  CHECK(graph.view().nodes[graph.add_run(2, 1, 9, from(junction))].is_closed);
}

TEST_CASE("an open row beside one that is closed, or under a residue, is refused") {
  auto graph = graph_on("ACGT");
  const auto a = dna_code('A');
  const auto run = graph.add_run(0, 2, 2, from(0));
  const auto carried = graph.add_junction(2, from(run));
  const auto open = graph.add_open_pass(3, std::vector<edge>{{run, 0, a, 1}});
  const auto junction = graph.add_junction(3, from(open));
  CHECK_THROWS_AS(graph.add_junction(4, std::vector<edge>{{open, 0}, {run, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_junction(4, std::vector<edge>{{junction, 0}, {carried, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_pass(4, std::vector<edge>{{junction, 0}, {carried, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_pass(4, std::vector<edge>{{junction, 0, a, 1}}), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_open_pass(4, std::vector<edge>{{run, 0, a, 1}, {run, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(graph.add_open_pass(4, from(junction)), std::invalid_argument);
  CHECK(graph.view().size() == 5);
}
