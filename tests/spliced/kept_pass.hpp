// The door to rows in its plainest form: every row of the graph computed and kept, in 32 bits.
#pragma once

#include <algorithm>
#include <vector>

#include "spliced/engine/recurrence.hpp"
#include "spliced/engine/reversal.hpp"
#include "spliced/engine/row_pass.hpp"

namespace exonweave::testing {

class kept_pass : public spliced::row_pass {
 public:
  /// The graph, the target and the substitution scores must outlive the pass.
  explicit kept_pass(const spliced::problem& p) : problem_(p), rows_(p.graph.size()) {
    const spliced::target_profile profile(*p.substitution, p.target);
    for (spliced::node_id v = 0; v < p.graph.size(); ++v) {
      rows_[v].emplace_back(layout_.width());
      spliced::entry_row(
          p, profile, v, [&](spliced::node_id u) { return std::span(rows_[u].back()); }, rows_[v].back());
      const auto residues = p.graph.residues_of(v);
      for (std::uint32_t i = 1; i <= residues.size(); ++i) {
        std::vector<spliced::score> next(layout_.width());
        spliced::next_row(p, {rows_[v].back(), profile.of(residues[i - 1]), 0, p.graph.weight_of_row(v, i)}, next);
        rows_[v].push_back(std::move(next));
      }
      cells_ += (rows_[v].size() - 1) * p.target.size();
    }
    end_ = spliced::find_best_end(p, rows_.back().back());
  }

  [[nodiscard]] const spliced::problem& input() const override { return problem_; }
  [[nodiscard]] const spliced::best_end& end() const override { return end_; }
  [[nodiscard]] spliced::row_cell cell(spliced::node_row place, std::size_t column) override {
    const auto& row = kept(place);
    return {row.at(column), layout_.has_vertical ? row[layout_.vertical_at(column)] : spliced::unreachable};
  }
  [[nodiscard]] spliced::score lead(spliced::node_row row) override {
    return layout_.has_ends ? kept(row)[layout_.lead_at()] : spliced::unreachable;
  }
  [[nodiscard]] spliced::score trail(spliced::node_row row) override {
    return layout_.has_ends ? kept(row)[layout_.trail_at()] : spliced::unreachable;
  }
  [[nodiscard]] std::span<const spliced::score> row(spliced::node_row row) override { return kept(row); }
  [[nodiscard]] spliced::row_cell bound(spliced::node_id v) override {
    const std::span last(rows_.at(v).back());
    return {std::ranges::max(layout_.best(last)),
            layout_.has_vertical ? std::ranges::max(layout_.vertical(last)) : spliced::unreachable};
  }
  [[nodiscard]] std::uint64_t cells_computed() const override { return cells_; }

 private:
  [[nodiscard]] const std::vector<spliced::score>& kept(spliced::node_row row) const {
    return rows_.at(row.node).at(row.row);
  }

  spliced::problem problem_;
  spliced::row_layout layout_ = problem_.layout();
  std::vector<std::vector<std::vector<spliced::score>>> rows_;  // [nodes][residues + 1][width]
  spliced::best_end end_;
  std::uint64_t cells_ = 0;
};

/// Counts what is read of it.
class counting_pass final : public kept_pass {
 public:
  using kept_pass::kept_pass;

  [[nodiscard]] spliced::row_cell cell(spliced::node_row row, std::size_t column) override {
    ++n_cells;
    return kept_pass::cell(row, column);
  }
  [[nodiscard]] std::span<const spliced::score> row(spliced::node_row row) override {
    rows.push_back(row);
    return kept_pass::row(row);
  }

  std::size_t n_cells = 0;
  std::vector<spliced::node_row> rows;  // read whole, in order
};

/// A problem and its reversal.
struct kept_both_ways {
  explicit kept_both_ways(const spliced::problem& p) : reversed(p), forward(p), backward(reversed.view()) {}

  spliced::reversal reversed;
  counting_pass forward;
  counting_pass backward;
};

}  // namespace exonweave::testing
