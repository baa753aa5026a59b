// The rows of an exon by frame. A lane is one frame's rows so far, as what feeds the next residue; residues that
// nothing else looks at gather in it before they become one run:
//
//   position   0  1  2  3  4  5  6      lane 0: codons [0,3) [3,6)   rows at 3, 6
//              A  T  G  G  C  T  T      lane 1: codon  [1,4)         row at 4
//
// Nucleotides have one lane.
#pragma once

#include <array>
#include <vector>

#include "exons/graph/chain_graph.hpp"

namespace exonweave {

struct row_lane {
  std::vector<spliced::edge> inputs{};      // empty: no exon is here in this frame
  std::uint32_t n_pending = 0;              // residues after them
  std::int64_t position = 0;                // nt where the last row lies
  std::vector<spliced::edge> of_residue{};  // with frameshifts, which start there: the inputs that a residue in
                                            // this exon stands before

  [[nodiscard]] bool is_live() const { return !inputs.empty(); }
  [[nodiscard]] bool is_at(std::int64_t where) const { return is_live() && position == where; }

  void clear() {
    inputs.clear();
    of_residue.clear();
    n_pending = 0;
  }
  /// Its last row is that of one node.
  void stand_on(spliced::node_id node, std::int64_t where) {
    clear();
    inputs.push_back({node, 0});
    position = where;
  }
};

/// By position modulo 3; nucleotides: the first.
using row_lanes = std::array<row_lane, codon_length>;

/// Makes nodes of lanes, over the residues of one region.
class lane_nodes {
 public:
  /// The residues that the runs of a graph are cut from: nucleotides as they are; codons by frame, those at the
  /// region's start, start + 3, ..., then those at start + 1, ...
  static std::vector<spliced::residue_code> residues_of(const strand_region& region, const exon_reading& reading);

  /// What these earn in gaps; empty where the reading has no weights.
  static std::vector<spliced::gap_weight> gap_weights_of(const strand_region& region, const exon_reading& reading);

  /// `graph` has residues_of(region, reading), and their weights. Both must outlive this.
  lane_nodes(spliced::row_graph& graph, const strand_region& region, const exon_reading& reading);

  /// nt per residue, and lanes in use.
  [[nodiscard]] std::size_t frames() const { return frames_; }

  [[nodiscard]] row_lane& lane_at(row_lanes& lanes, std::int64_t position) const {
    return lanes[frame_of(static_cast<std::uint64_t>(position - region_start_))];
  }

  /// What the codon at `position` stands for.
  [[nodiscard]] spliced::residue_code residue_at(std::int64_t position) const {
    return graph_.view().residues[residue_index(position)];
  }
  /// What it earns in gaps.
  [[nodiscard]] spliced::gap_weight weight_in_gap(std::int64_t position) const {
    return static_cast<spliced::gap_weight>(graph_.view().weight_in_gap(residue_index(position)));
  }

  /// One node whose row is the lane's last. The lane must be live.
  spliced::node_id node_of(row_lane& lane);

  /// More ways, without a residue, into the row at `position`, where the lane stands if it is live.
  void let_in(row_lane& into, std::int64_t position, std::span<const spliced::edge> inputs);

  /// Brings two lanes that stand in the same row, or one of them nowhere, together. Nothing stays in `source`.
  void merge(row_lane& source, row_lane& into);

 private:
  // Both divide by a constant: a division by frames_ takes longer than all else at a position.
  [[nodiscard]] std::size_t frame_of(std::uint64_t i) const { return frames_ == 1 ? 0 : i % codon_length; }
  [[nodiscard]] std::uint64_t residue_index(std::int64_t position) const {
    const auto i = static_cast<std::uint64_t>(position - region_start_);
    return frames_ == 1 ? i : first_of_frame_[i % codon_length] + i / codon_length;
  }

  spliced::row_graph& graph_;
  std::int64_t region_start_;
  std::size_t frames_;
  std::array<std::uint64_t, codon_length> first_of_frame_{};  // index of its first residue
};

}  // namespace exonweave
