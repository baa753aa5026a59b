// Sweeps over a region, position by position, and makes the graph of rows of its stretches in topological order: at
// each position rows, then what ends there, then what goes on and what starts after them.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "exons/graph/split_codons.hpp"

namespace exonweave {

/// The chain that is to be the only one of a graph.
struct only_chain {
  interval span;
  chain_ends ends;
};

class graph_builder {
 public:
  /// `blocks` is null without ORF exons. All must outlive this.
  graph_builder(const strand_region& region, const intron_rules& introns, const exon_reading& reading,
                const graph_options& options, const block_sites* blocks, std::optional<only_chain> single_chain);

  /// Once.
  spliced::row_graph build(std::vector<stretch> stretches);

 private:
  [[nodiscard]] bool reads_codons() const { return reading_.code != nullptr; }
  [[nodiscard]] first_bases_by_family find_first_bases() const;
  [[nodiscard]] spliced::score stop_weight(const stretch& exons, std::int64_t position) const;

  void reserve();
  void check_size() const;
  void sweep_position(std::vector<std::size_t>& waiting);
  void add_row(std::size_t s);
  void add_codon_row(std::size_t s);
  bool codon_goes_on(std::size_t s, row_lane& lane);
  void let_in_frameshifts(stretch_rows& rows, row_lane& here);

  void add_exits(std::size_t s);
  void leave_whole(std::size_t s, const stretch_exit& exit);
  void end_cut(std::size_t s, spliced::score weight);

  // Only active stretches have rows, in places that are used again.
  [[nodiscard]] stretch_rows& rows_of(std::size_t s) { return rows_[place_[s]]; }
  void activate(std::size_t s);
  void release(std::size_t s);

  void add_starts(std::size_t s);
  void begin_chain(const stretch_start& start, stretch_rows& rows);
  void begin_cut(spliced::score weight, stretch_rows& rows);
  void hand_over(std::size_t inner);

  // What a chain adds that ends, or begins, here in the middle of a gene; unreachable: it may not.
  [[nodiscard]] spliced::score cut_weight(const stretch_exit& exit) const;
  [[nodiscard]] spliced::score cut_weight(const stretch_start& start) const;

  // In the graph of one chain only its first and last exon may lack a start or stop codon.
  [[nodiscard]] bool may_be_first() const {
    return !single_chain_ || (!single_chain_->ends.has_start && position_ == single_chain_->span.start);
  }
  [[nodiscard]] bool may_be_last() const {
    return !single_chain_ || (!single_chain_->ends.has_stop && position_ == single_chain_->span.end);
  }

  const strand_region& region_;
  const exon_reading& reading_;
  const block_sites* blocks_;
  std::optional<only_chain> single_chain_;
  std::uint64_t max_bytes_;
  spliced::row_graph graph_;
  lane_nodes lanes_;
  junction_chains junctions_;
  source_and_sink ends_;
  std::optional<split_codons> codons_;  // not for nucleotides
  std::vector<stretch> stretches_;
  std::deque<stretch_rows> rows_;     // references stay valid
  std::vector<std::uint32_t> place_;  // [stretches] in rows_
  std::vector<std::uint32_t> free_places_;
  std::vector<std::size_t> next_start_;       // [stretches]
  std::vector<std::size_t> active_;           // stretches that the position lies in or at the end of
  std::vector<std::size_t> ended_;            // scratch: those that end at the position
  std::vector<spliced::edge> edges_;          // scratch
  std::int64_t position_ = 0;                 // nt
  std::optional<std::int64_t> previous_end_;  // of the only chain: where its exon before the position ends
};

}  // namespace exonweave
