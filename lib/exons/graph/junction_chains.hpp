// The junctions between exons, by border class: one for each exon end, or chains of them, each the running maximum of
// all that ended so far in its class. Each line of what introns cost has a chain of its own, joined by edges that cost
// its slope:
//
//   exon ends --+--> line 1: junction --> junction --+--> (entry) --> exon begins
//               '--> line 2: junction --> junction --'
//
// An entry takes the best of several lines for all that begins at a position, where a codon of which the intron splits
// off the first base goes on: its residue is aligned once, whatever the intron costs.
//
// Where introns have a greatest length, exon ends fall into windows as long as the range of lengths, and the introns
// into one place begin in two windows at most: a running maximum from the start of one, and one from the end of the
// window before.
//
//   window before                  window of the last exon end that is far enough
//   |  .  [<-- <-- <-- <-- <--|--> --> --> -->]  .  .  .  |      intron      exon begins
//         the first one that is near enough
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <vector>

#include "exons/graph/chain_graph.hpp"
#include "exons/graph/intron_phase.hpp"

namespace exonweave {

// Where chains begin and end in a graph of rows. Edges from the source and into the sink would be as long as the graph,
// and keep rows live: with junctions of their own, copies of the source's row and the sink so far, they stay short.

class source_and_sink {
 public:
  /// With `chained` by way of junctions, else directly.
  source_and_sink(spliced::row_graph& graph, bool chained) : graph_(graph), chained_(chained) {}

  /// From the source into a chain's first exon at `position`. Positions ascend from call to call.
  spliced::edge begin(std::int64_t position, spliced::score weight);
  /// The same from the last of these sources at or before `position`: positions need not ascend.
  [[nodiscard]] spliced::edge begin_before(std::int64_t position, spliced::score weight) const;

  /// A chain ends at the position that make_sink gets next.
  void end(const spliced::edge& over) { ending_.push_back(over); }
  /// The sink so far, if any chain ended here.
  void make_sink(std::int64_t position);
  /// The sink itself, the last node.
  void finish(std::int64_t position) { graph_.add_junction(position, inputs_); }

 private:
  struct copy {
    std::int64_t position;
    spliced::node_id node;
  };

  spliced::row_graph& graph_;
  bool chained_;
  std::vector<copy> copies_;           // of the source's row
  std::vector<spliced::edge> ending_;  // at the current position
  std::vector<spliced::edge> inputs_;  // of the sink; chained: the sink so far alone
};

class junction_chains {
 public:
  /// With `chained` running maxima, else a junction for each edge that leaves. No intron is longer than `longest` nt.
  junction_chains(spliced::row_graph& graph, const intron_rules& introns, bool chained, std::int64_t longest);

  /// An exon ends at the position that make_junctions gets next: `over` leads out of it.
  void leave(intron_phase into, const spliced::edge& over);

  /// How many junctions there are for each position where exons of a class end.
  [[nodiscard]] std::size_t n_lines() const { return lines_.size(); }

  /// Makes the junctions of what has left. Positions ascend from call to call.
  void make_junctions(std::int64_t position);

  /// Whether any exon ended in this class.
  [[nodiscard]] bool has(intron_phase border) const { return has_feeders_[border.index()]; }

  /// Appends to `edges` those by which a chain of a class may enter an exon at `position`, each with `weight` and the
  /// cost of the intron. Positions ascend from call to call. With `only_from`, which is not for running maxima, introns
  /// begin there alone.
  void enter(intron_phase border, std::int64_t position, spliced::score weight, std::optional<std::int64_t> only_from,
             std::vector<spliced::edge>& edges);

 private:
  struct feeder {
    std::int64_t position;
    spliced::node_id node;  // chained: of the first line, those of the others after it
  };
  // Running maxima from the end of a window.
  struct window_end {
    std::int64_t window = -1;
    std::int64_t position = 0;     // of the last exon end, where their values stand
    std::vector<feeder> maxima{};  // positions descend
  };
  struct chain {
    std::vector<feeder> feeders;         // positions ascend
    std::vector<feeder> alone;           // windows: what ends at a feeder's position, without the maximum before
    std::size_t n_reached = 0;           // of them, those that are far enough from where exons begin now
    std::vector<spliced::edge> leaving;  // no junction yet
    std::optional<feeder> entry;         // the last one
    window_end before;                   // of the window before that of the last one reached, when it was requested
  };
  // What the introns into a place lead from: one running maximum, or two.
  struct reached_maxima {
    std::array<feeder, 2> maxima{};
    std::size_t size = 0;

    void add(const feeder& each) { maxima[size++] = each; }
  };

  [[nodiscard]] bool has_windows() const { return window_length_ != no_windows; }
  [[nodiscard]] std::int64_t window_of(std::int64_t position) const { return position / window_length_; }
  void add_junction(std::int64_t position, std::span<const spliced::edge> inputs, chain& into);
  void add_chained(std::int64_t position, chain& into);
  reached_maxima maxima_before(std::int64_t position, chain& each);
  void add_window_end(std::int64_t window, std::int64_t position, chain& each);
  void enter_chained(intron_phase border, std::int64_t position, spliced::score weight,
                     std::vector<spliced::edge>& edges);
  void add_lines(const reached_maxima& reached, std::int64_t position, spliced::score weight,
                 std::vector<spliced::edge>& edges) const;

  spliced::row_graph& graph_;
  intron_rules introns_;
  std::vector<intron_line> lines_;  // of introns_, the useful ones
  bool chained_;
  static constexpr std::int64_t no_windows = 0;
  std::int64_t window_length_ = no_windows;  // nt
  std::array<chain, intron_phase::count> chains_;
  std::bitset<intron_phase::count> has_feeders_;  // [chains] side by side: requested every class at every acceptor
  std::vector<std::size_t> left_;                 // indices of chains with edges that leave
};

}  // namespace exonweave
