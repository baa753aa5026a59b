// Codons that are not whole in their exon: the first of a chain, and those that an intron splits, in one, two or three
// exons.
//
// An exon is entered in the middle of a codon, or before the first codon of a chain: such a codon waits until its row,
// where its last base is read, or goes on from an exon that is too short for it. intron_phase.hpp reports what is
// aligned where.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "exons/graph/chain_graph.hpp"
#include "exons/graph/exon_stretches.hpp"
#include "exons/graph/junction_chains.hpp"

namespace exonweave {

// The rows of an exon by frame. A lane is one frame's rows so far, as what feeds the next residue; residues that
// nothing else looks at gather in it before they become one run:
//
//   position   0  1  2  3  4  5  6      lane 0: codons [0,3) [3,6)   rows at 3, 6
//              A  T  G  G  C  T  T      lane 1: codon  [1,4)         row at 4
//
// Nucleotides have one lane.

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

/// A codon that this exon is to complete.
struct waiting_codon {
  enum class requested : std::uint8_t {
    any,        // whatever it is; stop codons as the rules of chains have it
    start,      // nothing but a start codon
    last_base,  // the codon is aligned already
    last_stop,  // it is a stop codon, and ends the chain
  };
  requested what = requested::any;
  std::uint8_t n_known = 0;        // its bases before `begin`; 2 of last_base and last_stop
  spliced::residue_code base = 0;  // with n_known == 1 that base
  bool is_whole = false;           // not to be split by the exon's end
  std::int64_t begin = 0;          // nt where its other bases begin
  spliced::edge over{};            // from the junction or source, without residue

  [[nodiscard]] std::int64_t row() const { return begin + static_cast<std::int64_t>(codon_length) - n_known; }
};

/// The rows of a stretch, and the codons that wait for theirs.
struct stretch_rows {
  row_lanes lanes;
  std::vector<waiting_codon> waiting;
};

/// Of each family of introns: the first bases of the exons after them. Ascending, distinct.
struct first_bases {
  std::vector<spliced::residue_code> all;
  std::vector<spliced::residue_code> of_stops;  // of those that may end right after this base
};
using first_bases_by_family = std::array<first_bases, intron_phase::n_families>;

/// The parts of a graph that is being made.
struct graph_parts {
  const strand_region& region;
  const exon_reading& reading;
  spliced::row_graph& graph;
  lane_nodes& lanes;
  junction_chains& junctions;
  source_and_sink& ends;
};

class split_codons {
 public:
  split_codons(const graph_parts& parts, first_bases_by_family first_bases)
      : parts_(parts), first_bases_(std::move(first_bases)) {}

  /// Exons that begin at `position` after an intron, of a stretch with such a start. The codons wait; edges into the
  /// row here are appended to `entering`.
  void enter(const stretch_start& start, std::optional<std::int64_t> only_from, stretch_rows& rows,
             std::vector<spliced::edge>& entering);

  /// The edges into the row at `position` of the codons that wait for it, appended to `inputs`. Those that end a chain
  /// go to the sink, for `stop_weight`; unreachable: none may end here.
  void complete(std::int64_t position, spliced::score stop_weight, stretch_rows& rows,
                std::vector<spliced::edge>& inputs);

  /// Exons of a stretch end at `position` within a codon. `starts` are those of ORF exons, where `rows` are theirs: a
  /// block may be the first one or two bases of a start codon.
  void leave(std::int64_t position, std::span<const stretch_exit> exits, const block_sites* starts, stretch_rows& rows);

 private:
  // The first two bases of a codon before a donor.
  struct prefix {
    bool is_start;                // of a chain's start codon
    spliced::residue_code first;  // the second is the last base before the donor
    std::int64_t begin;           // nt where those in this exon begin
    spliced::edge over;           // leads there, without residue
    bool is_inside;               // from inside the exon
  };

  // What is aligned of a codon.
  struct aligned_codon {
    spliced::residue_code residue = 0;
    spliced::gap_weight in_gap = 0;
    bool operator==(const aligned_codon&) const = default;
  };
  [[nodiscard]] aligned_codon read(spliced::residue_code a, spliced::residue_code b, spliced::residue_code c) const {
    const spliced::residue_code residue = parts_.reading.code->translate(a, b, c);
    return {residue, parts_.reading.weight_in_gap(a, b, c, residue)};
  }

  void add_waiting(const waiting_codon& like, intron_phase border, const stretch_start& start,
                   std::optional<std::int64_t> only_from, stretch_rows& rows);
  void complete(const waiting_codon& codon, spliced::score stop_weight, std::vector<spliced::edge>& inputs);
  void leave_after_one(std::int64_t position, std::span<const stretch_exit> exits, const block_sites* starts,
                       stretch_rows& rows);
  void collect_prefixes(std::int64_t position, const block_sites* starts, stretch_rows& rows);
  void leave_aligned(std::int64_t position, std::span<const stretch_exit> exits, std::span<prefix> same);
  void leave_to_stop(std::int64_t position, std::span<const stretch_exit> exits, prefix& begun);
  spliced::node_id align(std::int64_t position, aligned_codon codon, std::span<prefix> same);
  void leave_all(border_kind kind, spliced::residue_code base, const spliced::edge& input,
                 std::span<const stretch_exit> exits);
  spliced::edge inside(prefix& begun);
  [[nodiscard]] bool begins_start_codon(std::int64_t begin, std::int64_t end) const;
  [[nodiscard]] const first_bases& after(const stretch_exit& exit) const {
    return first_bases_[static_cast<std::size_t>(exit.family)];
  }

  graph_parts parts_;
  first_bases_by_family first_bases_;
  std::vector<prefix> prefixes_;      // scratch: of the donor at hand
  std::vector<spliced::edge> edges_;  // scratch
};

}  // namespace exonweave
