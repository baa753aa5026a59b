// The ways of the traceback that no residue crosses: within an exon, over frameshifts, and from exon to exon.
#pragma once

#include <vector>

#include "spliced/paths/trace_rows.hpp"

namespace exonweave::spliced {

/// Where an exon ends, and the places from which paths go on in it.
struct trace_ends {
  std::int64_t end = 0;  // nt
  state_set states;      // empty: no path does
};

class trace_edges {
 public:
  explicit trace_edges(trace_rows& rows) : rows_(rows) {}

  /// Adds what may be gone on with without a move: in row 0 of a node the inputs of bare edges, and L from S.
  void follow_bare_edges(state_set& states, std::size_t column);

  /// After a frameshift of `n_nt`, those at the largest position.
  [[nodiscard]] trace_ends cross_frameshift(const state_set& states, int n_nt, std::size_t column);

  /// Whether the chain may begin after one of these junctions: bare edges lead back to the source.
  [[nodiscard]] bool reaches_source(state_set junctions, std::size_t column);

  /// From junctions to the exon that ends at the largest position among all that best paths reach from there.
  [[nodiscard]] trace_ends enter_exon(state_set junctions, std::size_t column);

 private:
  [[nodiscard]] std::uint8_t skipped_by(const edge& input) const;
  [[nodiscard]] bool may_bring(const edge& input, const state& reached, std::size_t column) const;
  [[nodiscard]] const edge* only_possible(const state& reached, std::size_t column) const;
  // Calls visit(edge, the value before it) for those of the bare edges requested that a path may come over to a place
  // in row 0.
  template <class Requested, class Visit>
  void for_each_bare_input(const state& reached, std::size_t column, const Requested& requested, const Visit& visit);

  trace_rows& rows_;
  std::vector<source_relation> relations_ = relate_to_source(rows_.graph());
};

}  // namespace exonweave::spliced
