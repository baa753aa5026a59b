// The exon DAG as users see it: candidate exons of one strand, an edge from b_l to b_k where b_k may follow
// b_l. The engines never see it; they get a graph of rows (chain_graph.hpp).
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <iosfwd>
#include <string>
#include <vector>

#include "exons/graph/chain_graph.hpp"

namespace exonweave {

struct dag_exon {
  interval where;     // forward coordinates
  std::string label;  // ids of its candidates, for drawing
  bool in_chain = false;
};

struct dag_edge {
  bool in_chain = false;
};

using exon_dag = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, dag_exon, dag_edge>;

enum class dag_edges {
  all,     // every b_l that precedes b_k: the relation itself, O(|B|^2)
  direct,  // its transitive reduction: the same paths, fewer edges to draw
};

/// The most exons for which the relation is written out; more make no drawing and take O(|B|^2) memory.
constexpr std::size_t max_dag_exons = 4000;

/// Vertices in the order of `exons`, which are sorted by place. On the reverse strand edges run from larger
/// to smaller forward coordinates. Throws bad_data for more than max_dag_exons.
exon_dag build_exon_dag(std::vector<dag_exon> exons, strand on, const intron_rules& introns, dag_edges edges);

/// Marks the exons of a chain, and the edges between neighbours in it, adding those edges that a reduction
/// left out. Places that are no vertex are passed over; returns how many.
std::size_t mark_chain(exon_dag& dag, std::vector<interval> chain, strand on);

/// Graphviz; positions in labels are 1-based inclusive, as in GFF3.
void write_dot(std::ostream& out, const exon_dag& dag, const std::string& name);

/// GraphML with the vertex data start, end (1-based inclusive), label, in_chain and the edge data in_chain.
void write_graphml(std::ostream& out, const exon_dag& dag);

}  // namespace exonweave
