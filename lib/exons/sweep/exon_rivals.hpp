// What other chains are worth than a best one that is known, behind sweeps of both directions.
//
// A chain that has an exon enters it at its start and stays until it leaves at its end. So chains without it are those that are left
// when from what can be earned at its start that is taken away which goes on to its end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "exons/sequences/interval.hpp"
#include "exons/sweep/sweep_runs.hpp"

namespace exonweave {

/// What else there is beside a chain.
struct chain_rivals {
  // [exons] the best score of a chain without exactly this exon; nothing when there is no such chain
  std::vector<std::optional<spliced::score>> best_without;
  std::optional<spliced::score> runner_up;  // of another chain
};

/// The best chains by way of borders that were studied, and of each window those that end or begin there.
struct border_worths {
  struct at_place {
    std::int64_t position;
    spliced::score worth;
  };
  std::vector<at_place> begins, acceptors,
      donors;  // where exons start first, start behind an intron, end before one
  std::vector<spliced::score> ends_in, begins_in;  // [windows]
};

class exon_rivals {
 public:
  /// Both must outlive it.
  exon_rivals(sweep_runs& runs, const border_worths& worths);

  /// The best score of a chain without exactly this exon of a best one.
  [[nodiscard]] spliced::score best_without(interval exon);
  /// Of chains that have all the exons and others: of those between two of them one starts where none of the exons does, those before
  /// the first have it follow an intron, those behind the last have one follow it.
  [[nodiscard]] spliced::score best_by_other_borders(std::span<const interval> exons) const;

 private:
  struct place_range {
    op_place first, last;
  };

  [[nodiscard]] place_range ops_of(spliced::exon_border border, std::int64_t position);
  template <class Run>
  void for_each_part_back(const place_range& range, const Run& run);
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> borders_in(const place_range& range);
  void copy_rows_to_labelled(op_place place);
  void run_labelled(const place_range& range, interval exon, spliced::border_rows* keep);
  [[nodiscard]] spliced::score run_start_without(const place_range& starts, interval exon,
                                                 const spliced::border_rows& labelled);
  [[nodiscard]] spliced::score join_before(op_place place);

  sweep_runs& runs_;
  const border_worths& worths_;
  std::vector<spliced::score> ends_before_,
      begins_behind_;  // [windows + 1] the best in windows before, and from there on
  std::unique_ptr<spliced::backward_machine> labelled_;  // of chains in one exon
  std::unique_ptr<spliced::border_rows> own_rows_, labelled_rows_;
  saved_rows spare_;
  spliced::score begins_ = spliced::unreachable;  // that one exon's study passed
};

}  // namespace exonweave
