#include "spliced/engine/sequential.hpp"

#include <algorithm>
#include <list>
#include <span>
#include <vector>

#include "spliced/dp/recurrence.hpp"
#include "spliced/dp/run_rows.hpp"
#include "spliced/engine/memory_exceeded.hpp"

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

  // M, F, L and T of row i from row i-1, for residue s_i.
  [[nodiscard]] literal_row below(const named_row& above, residue_code s_i) const {
    literal_row row(p_.layout());
    for (std::size_t j = 0; j <= n_; ++j) {
      row.S[j] = above.S[j] - o_ - e_;
      if (!row.F.empty()) row.S[j] = row.F[j] = std::max(above.F[j], above.S[j] - o_) - e_;
      if (j > 0) row.S[j] = std::max(row.S[j], above.S[j - 1] + (*p_.substitution)(s_i, p_.target[j - 1]));
    }
    row.L = above.L - v_;
    row.T = above.T - v_;
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
      for (std::size_t j = 0; j <= n_; ++j) row.T = std::max(row.T, row.S[j] + p_.behind(j) - u_);
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
        let_in(below(row_of(input.source), input.residue).view(), input.weight, P);
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

// The last rows of all nodes; those inside runs are computed again when somebody asks for them.
class literal_pass final : public row_pass {
 public:
  explicit literal_pass(const alignment_job& job) : problem_(job.of), layout_(job.of.layout()) {
    const literal_recurrence recurrence(problem_);
    rows_.resize(problem_.graph.size());
    for (node_id k = 0; k < problem_.graph.size(); ++k) {
      if (job.control != nullptr && k % 64 == 0) job.control->throw_if_stopped();
      literal_row row =
          recurrence.entry(k, [&](node_id u) { return unpack(layout_, std::span<const score>(rows_[u])); });
      for (const residue_code s_i : problem_.graph.residues_of(k)) {
        row = recurrence.below(row.view(), s_i);
        recurrence.close(row);
      }
      rows_[k].resize(layout_.width());
      pack(layout_, row, rows_[k]);
      if (job.planned != nullptr) job.planned->add_part(k, problem_.graph.size());
    }
    end_ = find_best_end(problem_, rows_.back());
  }

  [[nodiscard]] const problem& of() const override { return problem_; }
  [[nodiscard]] const best_end& end() const override { return end_; }
  [[nodiscard]] row_cell cell(node_row at, std::size_t column) override {
    const auto scores = row(at);
    return {scores[column], layout_.has_vertical ? scores[layout_.vertical_at(column)] : unreachable};
  }
  [[nodiscard]] score lead(node_row at) override {
    return layout_.has_ends ? row(at)[layout_.lead_at()] : unreachable;
  }
  [[nodiscard]] score trail(node_row at) override {
    return layout_.has_ends ? row(at)[layout_.trail_at()] : unreachable;
  }
  [[nodiscard]] std::span<const score> row(node_row at) override {
    return at == last_row(at.node) ? rows_[at.node] : inside(at.node).row(at.row);
  }
  using row_pass::bound;
  [[nodiscard]] score bound(node_id v) override {
    return std::ranges::max(layout_.best(std::span<const score>(rows_[v])));
  }
  [[nodiscard]] std::uint64_t cells_computed() const override {
    return count_rows(problem_.graph) * problem_.target.size();
  }

 private:
  struct held_run {
    node_id run;
    run_rows rows;
  };

  // Those of the last few runs asked for are held: equally good paths side by side.
  run_rows& inside(node_id run) {
    constexpr std::size_t most_held = 4;
    const auto found = std::ranges::find(held_, run, &held_run::run);
    if (found != held_.end()) {
      held_.splice(held_.begin(), held_, found);
      return held_.front().rows;
    }
    if (held_.size() == most_held) held_.pop_back();
    std::vector<score> entry(layout_.width());
    entry_row(
        problem_, profile_, run, [&](node_id u) { return std::span<const score>(rows_[u]); }, entry);
    held_.push_front({run, run_rows(problem_, profile_, run, std::move(entry), 0)});
    return held_.front().rows;
  }

  problem problem_;
  row_layout layout_;
  target_profile profile_{*problem_.substitution, problem_.target};
  std::vector<std::vector<score>> rows_;  // [nodes]
  std::list<held_run> held_;              // the last ones asked for, the last first
  best_end end_;
};

}  // namespace

std::unique_ptr<row_pass> sequential_engine::align(const alignment_job& job) const {
  check_score_range(job);
  if (const std::uint64_t least = least_memory(job); least > job.memory)
    throw memory_exceeded(least, job.memory);
  return std::make_unique<literal_pass>(job);
}

std::uint64_t sequential_engine::least_memory(const alignment_job& job) const {
  std::uint32_t longest = 1;
  for (const node& each : job.of.graph.nodes) longest = std::max(longest, each.n_residues);
  const std::uint64_t width = job.of.layout().width();
  return job.of.graph.size() * width * sizeof(score) + 4 * run_rows::least_memory(longest, width);
}

}  // namespace exonweave::spliced
