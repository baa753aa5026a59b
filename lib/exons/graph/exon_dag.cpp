#include "exons/graph/exon_dag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/graphml.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <ostream>

#include "base/files/report.hpp"

namespace exonweave {
namespace {

// l precedes k in reading direction.
bool precedes(interval l, interval k, strand on, const intron_rules& introns) {
  return on == strand::forward ? introns.precedes(l, k) : introns.precedes(k, l);
}

std::string label_text(const dag_exon& exon) {
  const std::string place = fmt::format("{}..{}", exon.where.start + 1, exon.where.end);
  return exon.label.empty() ? place : exon.label + "\n" + place;
}

// A quoted DOT string that shows `text` as it is. Boost's own escaping leaves backslashes alone, and leaves
// names unquoted that are keywords.
std::string dot_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

constexpr const char* chain_style = "color=\"#0072b2\", penwidth=3";

}  // namespace

exon_dag build_exon_dag(std::vector<dag_exon> exons, strand on, const intron_rules& introns, dag_edges edges) {
  if (exons.size() > max_dag_exons)
    throw bad_data(problem_report{.what = "too many candidates for an exon graph",
                                  .got = fmt::format("{}", exons.size()),
                                  .need = fmt::format("at most {}", max_dag_exons),
                                  .hint = "choose a smaller --region"});
  exon_dag dag(exons.size());
  for (std::size_t v = 0; v < exons.size(); ++v) dag[v] = std::move(exons[v]);
  for (std::size_t l = 0; l < boost::num_vertices(dag); ++l) {
    std::vector<std::size_t> after;
    for (std::size_t k = 0; k < boost::num_vertices(dag); ++k)
      if (precedes(dag[l].where, dag[k].where, on, introns)) after.push_back(k);
    // An edge l -> k is direct when nothing after l precedes k: not even the one that ends first.
    const auto first_end = std::min_element(after.begin(), after.end(), [&](std::size_t a, std::size_t b) {
      return on == strand::forward ? dag[a].where.end < dag[b].where.end : dag[a].where.start > dag[b].where.start;
    });
    for (const std::size_t k : after)
      if (edges == dag_edges::all || !precedes(dag[*first_end].where, dag[k].where, on, introns))
        boost::add_edge(l, k, dag);
  }
  return dag;
}

std::size_t mark_chain(exon_dag& dag, std::vector<interval> chain, strand on) {
  std::sort(chain.begin(), chain.end());
  if (on == strand::reverse) std::reverse(chain.begin(), chain.end());
  std::size_t n_unknown = 0;
  std::vector<std::size_t> marked;
  for (const interval place : chain) {
    const auto [first, last] = boost::vertices(dag);
    const auto found = std::find_if(first, last, [&](std::size_t v) { return dag[v].where == place; });
    if (found == last) {
      ++n_unknown;
      continue;
    }
    dag[*found].in_chain = true;
    marked.push_back(*found);
  }
  for (std::size_t e = 1; e < marked.size(); ++e) {
    const auto [existing, is_there] = boost::edge(marked[e - 1], marked[e], dag);
    const auto edge = is_there ? existing : boost::add_edge(marked[e - 1], marked[e], dag).first;
    dag[edge].in_chain = true;
  }
  return n_unknown;
}

void write_dot(std::ostream& out, const exon_dag& dag, const std::string& name) {
  const auto vertex = [&](std::ostream& out, std::size_t v) {
    out << " [label=" << dot_string(label_text(dag[v]));
    if (dag[v].in_chain) out << ", " << chain_style;
    out << "]";
  };
  const auto edge = [&](std::ostream& out, const exon_dag::edge_descriptor& e) {
    if (dag[e].in_chain) out << " [" << chain_style << "]";
  };
  const auto graph = [&](std::ostream& out) {
    out << "label=" << dot_string(name) << ";\nrankdir=LR;\nnode [shape=box];\n";
  };
  boost::write_graphviz(out, dag, vertex, edge, graph);
}

void write_graphml(std::ostream& out, const exon_dag& dag) {
  const auto of_vertex = [&](auto field) {
    return boost::make_function_property_map<std::size_t>([&dag, field](std::size_t v) { return field(dag[v]); });
  };
  boost::dynamic_properties properties;
  properties.property("start", of_vertex([](const dag_exon& exon) { return long{exon.where.start + 1}; }));
  properties.property("end", of_vertex([](const dag_exon& exon) { return long{exon.where.end}; }));
  properties.property("label", of_vertex([](const dag_exon& exon) { return exon.label; }));
  properties.property("in_chain", of_vertex([](const dag_exon& exon) { return exon.in_chain; }));
  properties.property("edge_in_chain", boost::make_function_property_map<exon_dag::edge_descriptor>(
                                           [&dag](const exon_dag::edge_descriptor& e) { return dag[e].in_chain; }));
  boost::write_graphml(out, dag, boost::get(boost::vertex_index, dag), properties, true);
}

}  // namespace exonweave
