// At most what the last rows of nodes hold, over all columns and by ranges of columns.
//
// Of rows that a machine computes, it reports the largest values. Those of junctions and passes are the largest of what
// their inputs bring, with
//
//   bound(v) = max over the inputs of ( bound(input) + weight + what a residue on the edge gains at most ),
//
// where a residue moves a value by one column, perhaps from the range before. By ranges the bound is one of
//
//   max( S(j), F(j) + o / 2, rounded up )
//
// so that what two rows join to (reversal.hpp), S + S' or F + F' + o, is at most the sum of both bounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spliced/engine/column_ranges.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

class node_bounds {
 public:
  node_bounds() = default;
  /// `best`: the largest S of every row that was computed, [row_schedule::n_rows]. `of_rows`: of those that the
  /// schedule calls bounded, [graph_counts::bounded][ranges.n].
  node_bounds(const problem& p, const row_schedule& schedule, column_ranges ranges, std::span<const score> best,
              large_vector<range_bound> of_rows);

  [[nodiscard]] const column_ranges& ranges() const { return ranges_; }
  /// Over all columns; unreachable where nothing is reached.
  [[nodiscard]] score whole(node_id v) const { return whole_[v]; }
  /// [ranges().n]; empty where they are not known.
  [[nodiscard]] std::span<const range_bound> by_range(node_id v) const;

  /// Bytes that bounds by range take at most.
  static std::uint64_t bytes_for(const row_schedule& schedule, std::size_t n_ranges);

 private:
  static constexpr std::uint32_t unknown = row_schedule::not_bounded;

  void find_whole(const problem& p, const row_schedule& schedule, std::span<const score> best);
  void find_ranges(const problem& p, const row_schedule& schedule);
  void let_in(std::span<const range_bound> bounds, score weight);
  void let_in_residue(std::span<const range_bound> bounds, score weight, score gain);
  void add_source(const problem& p);
  [[nodiscard]] std::uint32_t add_largest();

  column_ranges ranges_;
  large_vector<score> whole_;            // [nodes]
  large_vector<std::uint32_t> index_;    // [nodes] into of_rows_, then into of_others_
  large_vector<range_bound> of_rows_;    // [graph_counts::bounded][ranges]
  large_vector<range_bound> of_others_;  // [][ranges]
  std::size_t n_of_rows_ = 0;
  std::vector<range_bound> largest_;  // [ranges] of the node at hand
};

}  // namespace exonweave::spliced
