// The exon DAG that users see: its edges, its reduction, a chain marked in it, and its two file formats.
#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "exons/graph/exon_dag.hpp"
#include "seed.hpp"

using namespace exonweave;

namespace {

using edge_list = std::set<std::pair<std::size_t, std::size_t>>;

edge_list edges_of(const exon_dag& dag, bool in_chain_only = false) {
  edge_list found;
  for (auto [e, last] = boost::edges(dag); e != last; ++e)
    if (!in_chain_only || dag[*e].in_chain) found.emplace(boost::source(*e, dag), boost::target(*e, dag));
  return found;
}

exon_dag dag_of(const std::vector<interval>& places, dag_edges edges, strand on = strand::forward,
                const intron_rules& introns = {}) {
  std::vector<dag_exon> exons;
  for (const interval where : places) exons.push_back({where, "", false});
  return build_exon_dag(std::move(exons), on, introns, edges);
}

// By definition: an edge that no path of two or more edges replaces.
edge_list reduction_of(const edge_list& all) {
  edge_list direct;
  for (const auto& [l, k] : all)
    if (std::ranges::none_of(all, [&, first = l, last = k](const auto& step) {
          return step.first == first && all.contains({step.second, last});
        }))
      direct.emplace(l, k);
  return direct;
}

std::vector<interval> random_places(std::mt19937_64& random) {
  std::set<interval> places;
  for (std::size_t n = random() % 25; n > 0; --n) {
    const auto start = static_cast<std::int64_t>(random() % 60);
    places.insert({start, start + 1 + static_cast<std::int64_t>(random() % 15)});
  }
  return {places.begin(), places.end()};
}

std::string dot_of(const exon_dag& dag, const std::string& name = "locus") {
  std::ostringstream out;
  write_dot(out, dag, name);
  return out.str();
}

std::string graphml_of(const exon_dag& dag) {
  std::ostringstream out;
  write_graphml(out, dag);
  return out.str();
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::vector<interval> three_in_a_row = {{0, 5}, {10, 15}, {20, 25}};

}  // namespace

TEST_CASE("edges are the pairs of exons of which one precedes the other, in reading direction") {
  const std::vector<interval> places = {{0, 5}, {3, 8}, {5, 9}, {12, 14}};
  CHECK(edges_of(dag_of(places, dag_edges::all)) == edge_list{{0, 2}, {0, 3}, {1, 3}, {2, 3}});
  CHECK(edges_of(dag_of(places, dag_edges::all, strand::reverse)) == edge_list{{2, 0}, {3, 0}, {3, 1}, {3, 2}});
  const intron_rules introns{.min_intron = 4};
  CHECK(edges_of(dag_of(places, dag_edges::all, strand::forward, introns)) == edge_list{{0, 3}, {1, 3}});
  CHECK(edges_of(dag_of(places, dag_edges::all, strand::reverse, introns)) == edge_list{{3, 0}, {3, 1}});
}

TEST_CASE("direct edges are the transitive reduction of the relation") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    const auto places = random_places(random);
    const intron_rules introns{static_cast<std::int64_t>(random() % 6)};
    for (const strand on : {strand::forward, strand::reverse}) {
      const auto all = edges_of(dag_of(places, dag_edges::all, on, introns));
      REQUIRE(edges_of(dag_of(places, dag_edges::direct, on, introns)) == reduction_of(all));
    }
  }
}

TEST_CASE("a chain is marked with the edges between its neighbours, those that a reduction left out too") {
  auto dag = dag_of(three_in_a_row, dag_edges::direct);
  CHECK(mark_chain(dag, {{20, 25}, {0, 5}}, strand::forward) == 0);
  CHECK(dag[0].in_chain);
  CHECK_FALSE(dag[1].in_chain);
  CHECK(dag[2].in_chain);
  CHECK(edges_of(dag, true) == edge_list{{0, 2}});
  CHECK(edges_of(dag) == edge_list{{0, 1}, {0, 2}, {1, 2}});
}

TEST_CASE("on the reverse strand a chain is marked from its larger to its smaller places") {
  auto dag = dag_of(three_in_a_row, dag_edges::all, strand::reverse);
  CHECK(mark_chain(dag, three_in_a_row, strand::reverse) == 0);
  CHECK(edges_of(dag, true) == edge_list{{2, 1}, {1, 0}});
  CHECK(boost::num_edges(dag) == 3);  // none added
}

TEST_CASE("places of a chain that are no vertex are passed over and counted") {
  auto dag = dag_of(three_in_a_row, dag_edges::all);
  CHECK(mark_chain(dag, {{0, 5}, {7, 9}, {10, 15}, {30, 31}}, strand::forward) == 2);
  CHECK(edges_of(dag, true) == edge_list{{0, 1}});
  CHECK(mark_chain(dag, {}, strand::forward) == 0);
}

TEST_CASE("more exons than can be drawn are refused") {
  std::vector<dag_exon> exons(max_dag_exons + 1, dag_exon{{0, 1}, "", false});
  CHECK_THROWS_AS(build_exon_dag(exons, strand::forward, {}, dag_edges::all), bad_data);
}

TEST_CASE("DOT shows places as GFF3 does and the chain in colour") {
  auto dag = dag_of({{0, 5}, {10, 15}}, dag_edges::all);
  dag[0].label = "e1";
  CHECK_FALSE(holds(dot_of(dag), "penwidth"));
  mark_chain(dag, {{0, 5}, {10, 15}}, strand::forward);
  const auto dot = dot_of(dag);
  CHECK(dot.starts_with("digraph G {\nlabel=\"locus\";\n"));
  CHECK(holds(dot, "0 [label=\"e1\n1..5\", color=\"#0072b2\", penwidth=3];\n"));
  CHECK(holds(dot, "1 [label=\"11..15\", color=\"#0072b2\", penwidth=3];\n"));
  CHECK(holds(dot, "0->1  [color=\"#0072b2\", penwidth=3];\n"));
}

TEST_CASE("names in DOT cannot break out of their quotes, and keywords are names like others") {
  auto dag = dag_of({{0, 5}}, dag_edges::all);
  dag[0].label = "a\"];evil[b=\"c\\";
  const auto dot = dot_of(dag, "node\\");
  CHECK(holds(dot, "label=\"node\\\\\";\n"));
  CHECK(holds(dot, R"(label="a\"];evil[b=\"c\\)"
                   "\n1..5\""));
  CHECK(holds(dot_of(dag, "graph"), "label=\"graph\";\n"));
}

TEST_CASE("GraphML holds every vertex and edge with its data, whatever stands in a label") {
  const std::string label = "<script>&\"';=,</data> x";
  auto dag = dag_of(three_in_a_row, dag_edges::direct);
  dag[1].label = label;
  mark_chain(dag, {{0, 5}, {10, 15}}, strand::forward);
  std::istringstream words(graphml_of(dag));
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(words, tree);
  std::map<std::string, std::string> keys;  // by name
  std::vector<std::map<std::string, std::string>> nodes, edges;
  for (const auto& [tag, child] : tree.get_child("graphml")) {
    if (tag == "key")
      for (const auto& [name, value] : child.get_child("<xmlattr>"))
        if (name == "attr.name") keys[value.data()] = child.get<std::string>("<xmlattr>.id");
    if (tag != "graph") continue;
    for (const auto& [kind, element] : child) {
      if (kind != "node" && kind != "edge") continue;
      auto& into = (kind == "node" ? nodes : edges).emplace_back();
      for (const auto& [part, data] : element)
        if (part == "data") into[data.get<std::string>("<xmlattr>.key")] = data.data();
    }
  }
  REQUIRE(nodes.size() == 3);
  REQUIRE(edges.size() == 2);
  CHECK(nodes[1].at(keys.at("label")) == label);
  CHECK(nodes[1].at(keys.at("start")) == "11");
  CHECK(nodes[1].at(keys.at("end")) == "15");
  CHECK(nodes[1].at(keys.at("in_chain")) == "1");
  CHECK(nodes[2].at(keys.at("in_chain")) == "0");
  CHECK(edges[0].at(keys.at("edge_in_chain")) == "1");
  CHECK(edges[1].at(keys.at("edge_in_chain")) == "0");
}
