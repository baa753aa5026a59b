// What other chains score than a best one that is known, after sweeps of both directions.
//
// A chain without an exon does not start one where it starts, or does not end one where it ends, or does both and
// leaves in between. The first two are the best chains when the ops of that border are none; the third are known by the
// donors that were studied.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/sequences/interval.hpp"
#include "exons/sweep/sweep_runs.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

// What chains score that lie next to a place of the track: where a track is cut in two, one chain ends before the
// cut and another begins after it.

/// Of chains that all lie on one side of a place the best by the place: those of which no other scores as much and
/// nearer to it.
class best_next_to {
 public:
  struct chain {
    std::int64_t position;
    spliced::score value;
  };
  /// Of the best by the places where they end (or begin, with positions turned round): by position and by worth
  /// ascending.
  void add(std::int64_t position, spliced::score value);
  [[nodiscard]] std::span<const chain> all() const { return chains_; }
  /// The most that ends at a position or before it.
  [[nodiscard]] spliced::score best_to(std::int64_t position) const;

 private:
  std::vector<chain> chains_;
};

/// What else there is next to a chain.
struct chain_alternatives {
  // [exons] the best score of a chain without exactly this exon; nothing when there is no such chain
  std::vector<std::optional<spliced::score>> best_without;
  std::optional<spliced::score> second_best;  // of another chain
};

/// The best chains by way of borders that were studied, and of each window those that end or begin there.
struct border_values {
  struct at_place {
    std::int64_t position;
    spliced::score value;
  };
  std::vector<at_place> begins, acceptors,
      donors;                                      // where exons start first, start after an intron, end before one
  std::vector<spliced::score> ends_in, begins_in;  // [windows]
};

class exon_alternatives {
 public:
  /// Both must outlive it.
  exon_alternatives(sweep_runs& runs, const border_values& values);

  /// The best score of a chain without exactly this exon of a best one.
  [[nodiscard]] spliced::score best_without(interval exon);
  /// Of chains that have all the exons and others: of those between two of them one starts where none of the exons
  /// does, those before the first have it follow an intron, those after the last have one follow it.
  [[nodiscard]] spliced::score best_by_other_borders(std::span<const interval> exons) const;

 private:
  struct place_range {
    op_place first, last;
  };

  [[nodiscard]] place_range ops_of(spliced::exon_border border, std::int64_t position);
  // Of chains that start, or end, no exon there.
  [[nodiscard]] spliced::score best_avoiding(spliced::exon_border border, std::int64_t position);
  [[nodiscard]] spliced::score best_leaving_within(interval exon) const;
  [[nodiscard]] spliced::score join_before(op_place place);

  sweep_runs& runs_;
  const border_values& values_;
  std::vector<spliced::score> ends_before_,
      begins_after_;  // [windows + 1] the best in windows before, and from there on
};

}  // namespace exonweave
