#include "spliced/engine/problem.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace exonweave::spliced {
namespace {

// What a row or a column costs or gains at most: a gap, or the substitution of its symbol by any other.
class dearest_steps {
 public:
  explicit dearest_steps(const problem& p)
      : gap_(dearest_gap(p)), rows_(p.substitution->n_codes(), gap_), columns_(rows_) {
    for (residue_code u = 0; u < rows_.size(); ++u)
      for (residue_code v = 0; v < rows_.size(); ++v) {
        const std::int64_t changed = std::abs(std::int64_t{(*p.substitution)(u, v)});
        rows_[u] = std::max(rows_[u], changed);
        columns_[v] = std::max(columns_[v], changed);
      }
  }

  [[nodiscard]] std::int64_t row(residue_code residue) const { return rows_[residue]; }
  [[nodiscard]] std::int64_t column(residue_code symbol) const { return columns_[symbol]; }
  [[nodiscard]] std::int64_t gap() const { return gap_; }

 private:
  static std::int64_t dearest_gap(const problem& p) {
    const gap_costs ends = p.residue_ends.value_or(gap_costs{});
    return std::max(std::int64_t{p.gaps.open} + p.gaps.extend, std::int64_t{ends.open} + ends.extend);
  }

  std::int64_t gap_;                          // of one symbol
  std::vector<std::int64_t> rows_, columns_;  // [codes]
};

}  // namespace

std::int64_t score_bound(const problem& p) {
  const dearest_steps steps(p);
  // heaviest[v]: the largest sum over a path to v of what its rows cost at most, and |weight| per edge.
  std::vector<std::int64_t> heaviest(p.graph.size(), 0);
  std::int64_t largest = 0;
  for (node_id v = 0; v < p.graph.size(); ++v) {
    for (const edge& input : p.graph.inputs(v))
      heaviest[v] = std::max(heaviest[v], heaviest[input.source] + std::abs(std::int64_t{input.weight}) +
                                              std::abs(std::int64_t{input.in_gap}) +
                                              (input.residue == no_residue ? 0 : steps.row(input.residue)));
    const auto residues = p.graph.residues_of(v);
    for (std::uint32_t i = 1; i <= residues.size(); ++i)
      heaviest[v] += steps.row(residues[i - 1]) + std::abs(std::int64_t{p.graph.weight_of_row(v, i)});
    largest = std::max(largest, heaviest[v]);
  }
  for (const residue_code symbol : p.target) largest += steps.column(symbol);
  return largest + (p.residue_ends ? steps.gap() : 0);  // a chain's end, without a residue in it yet
}

best_end find_best_end(const problem& p, std::span<const score> sink_row) {
  const std::size_t n = p.target.size();
  best_end best{sink_row[n], n};
  if (p.free_target_ends)
    for (std::size_t j = n; j-- > 0;)
      if (sink_row[j] > best.total) best = {sink_row[j], j};
  if (p.residue_ends)
    if (const score trail = sink_row[p.layout().trail_at()]; trail > best.total) best = {trail, n + 1};
  return best;
}

}  // namespace exonweave::spliced
