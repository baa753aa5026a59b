#include "spliced/engines/sequential.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "spliced/engine/last_rows_pass.hpp"

namespace exonweave::spliced {
namespace {

// One row by the names of the recurrence; with linear gaps F is left out, being S(i-1,j) - e.
struct named_row {
  std::span<const score> S, F;  // [n + 1]
  score L = unreachable, T = unreachable;
};

struct literal_row {
  std::vector<score> S, F;
  score L = unreachable, T = unreachable;

  explicit literal_row(const row_layout& layout)
      : S(layout.n_columns, unreachable), F(layout.has_vertical ? layout.n_columns : 0, unreachable) {}
  [[nodiscard]] named_row view() const { return {S, F, L, T}; }
};

// The recurrence as it is written in recurrence.hpp, cell by cell, with nothing shared and nothing fast.
class literal_recurrence {
 public:
  explicit literal_recurrence(const problem& p) : p_(p), n_(p.target.size()) {
    o_ = p.gaps.open, e_ = p.gaps.extend;
    if (p.residue_ends) u_ = p.residue_ends->open, v_ = p.residue_ends->extend;
  }

  // M, F, L and T of row i from row i-1, for residue s_i with the gap weight w_i.
  [[nodiscard]] literal_row below(const named_row& above, residue_code s_i, score w_i) const {
    literal_row row(p_.layout());
    for (std::size_t j = 0; j <= n_; ++j) {
      row.S[j] = above.S[j] - o_ - e_ + w_i;
      if (!row.F.empty()) row.S[j] = row.F[j] = std::max(above.F[j], above.S[j] - o_) - e_ + w_i;
      if (j > 0) row.S[j] = std::max(row.S[j], above.S[j - 1] + (*p_.substitution)(s_i, p_.target[j - 1]));
    }
    row.L = above.L - v_ + w_i;
    row.T = above.T - v_ + w_i;
    return row;
  }

  // The terms within a row: L, then E, then T.
  void close(literal_row& row) const {
    if (p_.residue_ends)
      for (std::size_t j = 0; j <= n_; ++j) row.S[j] = std::max(row.S[j], row.L + p_.before(j));
    score E = unreachable;
    for (std::size_t j = 1; j <= n_; ++j) {
      E = std::max(E, row.S[j - 1] - o_) - e_;
      row.S[j] = std::max(row.S[j], E);
    }
    if (p_.residue_ends)
      for (std::size_t j = 0; j <= n_; ++j) row.T = std::max(row.T, row.S[j] + p_.after(j) - u_);
  }

  // P_k: with a residue on an edge the row below that edge's input.
  template <class RowOf>
  [[nodiscard]] literal_row entry(node_id k, const RowOf& row_of) const {
    literal_row P(p_.layout());
    if (k == graph_view::source()) {
      for (std::size_t j = 0; j <= n_; ++j) P.S[j] = p_.before(j);
      P.L = -u_;
      return P;
    }
    for (const edge& input : p_.graph.inputs(k)) {
      if (input.residue == no_residue)
        let_in(row_of(input.source), input.weight, P);
      else
        let_in(below(row_of(input.source), input.residue, input.in_gap).view(), input.weight, P);
    }
    if (p_.graph.nodes[k].is_closed) close(P);
    return P;
  }

 private:
  static void let_in(const named_row& last, score weight, literal_row& P) {
    for (std::size_t j = 0; j < P.S.size(); ++j) P.S[j] = std::max(P.S[j], last.S[j] + weight);
    for (std::size_t j = 0; j < P.F.size(); ++j) P.F[j] = std::max(P.F[j], last.F[j] + weight);
    P.L = std::max(P.L, last.L + weight);
    P.T = std::max(P.T, last.T + weight);
  }

  const problem& p_;
  std::size_t n_;
  score o_ = 0, e_ = 0, u_ = 0, v_ = 0;
};

named_row unpack(const row_layout& layout, std::span<const score> stored) {
  named_row row{layout.best(stored), layout.vertical(stored)};
  if (layout.has_ends) row.L = stored[layout.lead_at()], row.T = stored[layout.trail_at()];
  return row;
}

void pack(const row_layout& layout, const literal_row& row, std::span<score> stored) {
  std::ranges::copy(row.S, layout.best(stored).begin());
  std::ranges::copy(row.F, layout.vertical(stored).begin());
  if (layout.has_ends) stored[layout.lead_at()] = row.L, stored[layout.trail_at()] = row.T;
}

// Node after node.
large_vector<score> find_last_rows(const alignment_job& job) {
  const problem& p = job.input;
  const row_layout layout = p.layout();
  const literal_recurrence recurrence(p);
  large_vector<score> rows(p.graph.size() * layout.width());
  const auto stored = [&](node_id k) { return std::span(rows).subspan(k * layout.width(), layout.width()); };
  for (node_id k = 0; k < p.graph.size(); ++k) {
    if (job.control != nullptr && k % 64 == 0) job.control->throw_if_stopped();
    literal_row row = recurrence.entry(k, [&](node_id u) { return unpack(layout, std::span<const score>(stored(u))); });
    const auto residues = p.graph.residues_of(k);
    for (std::uint32_t i = 1; i <= residues.size(); ++i) {
      row = recurrence.below(row.view(), residues[i - 1], p.graph.weight_of_row(k, i));
      recurrence.close(row);
    }
    pack(layout, row, stored(k));
    if (job.planned != nullptr) job.planned->add_part(k, p.graph.size());
  }
  return rows;
}

}  // namespace

const engine_facts& sequential_engine::known() {
  static const engine_facts facts{.name = "sequential", .is_literal = true, .weighs_gaps = true, .cell_cost = 35};
  return facts;
}

std::unique_ptr<row_pass> sequential_engine::align(const alignment_job& job) const {
  check_score_range(job);
  if (const std::uint64_t least = min_memory(job); least > job.memory) throw memory_exceeded(least, job.memory);
  return std::make_unique<last_rows_pass>(job.input, find_last_rows(job));
}

std::uint64_t sequential_engine::min_memory(const alignment_job& job) const {
  return last_rows_pass::bytes_for(job.input);
}

}  // namespace exonweave::spliced
