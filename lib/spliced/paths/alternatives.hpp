// How much worse every other explanation is: the best chain without a given exon of the best chain, and the best of all
// other chains.
//
//   margin(e) = best score - best score of any chain that does not contain exactly e = [a, b)
//
// exon_cuts says which edges the chains without e cross. Each edge scores the join of the forward row before it
// and the backward row after it (edge_join.hpp), and the best chain without e is the best over these edges.
//
//   second-best chain = max( max over e of the best without e,
//                    max over all edges that end an exon where none of the chain's exons ends )
//
// Proof. A chain is the set of its exons, however they are read. Let C be the given one and D another.
//
// - D lacks an exon e of C. Then it counts in the best without e. So do all chains with the ends of C but other starts:
//   the exon with the other start stands in place of one of C.
// - D has all exons of C, and so at least one x more. Exons of a chain do not overlap, so x ends where no other exon of
//   D ends, those of C among them: D crosses an edge of the second kind.
//
// The other way round no path over these edges is C: one counted for e lacks e, and one over an edge of the second kind
// has an end that C has not. So the maximum is that over all D, for every scoring and every graph, and there is a
// second-best chain whenever there is another chain.
//
// Joins read whole rows, so they are made only where join_bound lets them be better than what was found. First come
// the edges of the margins, which are few; where other chains could end their exons there are many edges, but the best
// of the margins is a good bound by then, and mostly the second-best chain itself. Edges are joined in batches, those
// that promise most first; within a batch rows are requested in descending order of the forward graph.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/engine/row_pass.hpp"
#include "spliced/paths/path_exon.hpp"

namespace exonweave::spliced {

// At most how much the best path over an edge is worth, known from scalars of the rows next to it, so that most rows
// need not be read.
//
// With A and B at least the largest S of the row before the edge and of that after it, C and D at least the largest F,
// and o, u the costs of opening a gap and an unaligned end, the join (reversal.hpp) is at most
//
//   max( A + B, C + D + o, L + T' + u, T + L' + u, L + L' + u + before(n) )
//
// A residue r on the edge, whose gap weight is w, changes A, C, L and T to at most
//
//   A_r = max( A + gain, L - v + w ),   L_r = L - v + w,   T_r = max( T - v + w, A_r - u ),   gain = max( 0, w, max
//   C_r = max( C, A - o ) - e + w                                       over j of d(r, t_j) )
//
// as an unaligned residue adds w at most, an unaligned target symbol nothing, and before(j), after(j) <= 0.

class join_bound {
 public:
  /// `backward` is a pass over the reversal of what `forward` is a pass over.
  join_bound(row_pass& forward, row_pass& backward);

  /// For an edge to node `v` (of the forward graph), its weight included. Unreachable: there is no path over it.
  [[nodiscard]] score over(const edge& across, node_id v);

 private:
  // At least the largest S and F of a row, and its L and T.
  struct scalars {
    row_cell largest;
    score lead = unreachable, trail = unreachable;
  };
  static scalars scalars_of(row_pass& pass, node_id v);
  [[nodiscard]] scalars below(const scalars& above, const edge& across) const;
  [[nodiscard]] score gain_of(const edge& across) const;

  row_pass& forward_;
  row_pass& backward_;
  problem problem_;
  std::vector<score> best_pair_;  // [residue codes] max( 0, max over j of d(r, t_j) )
};

// Where paths that have not all the exons of a given chain leave it: sets of edges, each set crossed by them and only
// by them.
//
// A path lacks the exon e = [a, b) when it avoids the start a, or avoids the end b, or uses both for different exons;
// the latter has an exon that ends between them. So three sets of edges tell the best path without e:
//
// - Nodes stand in topological order, and a cut between two of them is crossed exactly once by every path. At the cut
//   before the nodes that begin at a, paths that use a cross over edges that begin an exon there: all other edges.
// - The same at b.
// - The edges that end an exon at a position p, a < p < b.

/// An edge to `after`, which paths of set number `set` cross.
struct crossing {
  const edge* over = nullptr;  // of the graph
  node_id after = 0;
  std::size_t set = 0;
};

struct exon_cuts {
  /// The sets of each exon. Exons with a border in common share its set.
  struct sets_of_exon {
    std::size_t at_start = 0, at_end = 0, inside = 0;
  };
  std::vector<sets_of_exon> exons;
  std::size_t n_sets = 0;
  std::vector<crossing> crossings;
};

/// The exons are those of one chain, begin to end; at least one. Throws std::logic_error when no cut separates what
/// comes before a border from what follows it.
exon_cuts cut_exons(const graph_view& graph, std::span<const path_exon> exons);

/// The edges that end an exon where none of `exons` ends, as crossings of set 0. They are many: visited one by one.
void visit_other_ends(const graph_view& graph, std::span<const path_exon> exons,
                      const std::function<void(const crossing&)>& visit);

struct alternative_study {
  // [exons] the best score of a chain without exactly this exon; nothing when there is no such chain
  std::vector<std::optional<score>> best_without;
  std::optional<score> second_best;  // the best score of another chain; nothing when there is none
};

/// `backward` is a pass over the reversal of what `forward` is a pass over. The exons are those of one of the best
/// chains, begin to end; the parts of an exon on both sides of a frameshift are one exon. A spare thread reads the rows
/// of one pass while the caller reads those of the other. `on_fraction` may be empty; it is reported what share is done
/// [0,
/// 1], on the caller's thread, and may go back.
alternative_study study_alternatives(row_pass& forward, row_pass& backward, std::span<const path_exon> exons,
                                     spare_threads* spare = nullptr,
                                     const std::function<void(double)>& on_fraction = {});

}  // namespace exonweave::spliced
