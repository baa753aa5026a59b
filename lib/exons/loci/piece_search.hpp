// Sequences in pieces, looked through by all threads: segments with all targets, in six frames.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/run_control.hpp"
#include "exons/loci/segments.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// A part of a sequence: seeds begin in `core`, segments lie in `whole`. Forward coordinates.
struct sequence_piece {
  std::size_t sequence = 0;
  interval core, whole;
};

/// All sequences in pieces of 1 Mb, one after the other in the order of the catalog.
std::vector<sequence_piece> cut_into_pieces(const sequence_catalog& sequences);

/// What a thread holds of the piece at hand, about: its letters, their complement, codes, and the codons of a frame;
/// and seeds.
constexpr std::uint64_t bytes_of_piece = std::uint64_t{5} << 20;

constexpr std::array both_strands = {strand::forward, strand::reverse};
using segments_by_strand = std::array<std::vector<segment>, both_strands.size()>;  // in coordinates of the strand

/// Segments in the three frames of a strand, with a seed in `core` of which no codon has a base in `masked`
/// (coordinates of the strand, ascending).
void find_on_strand(const strand_region& whole, interval core, std::span<const interval> masked,
                    const genetic_code& code, segment_finder& finder, std::vector<segment>& found);

struct piece_search {
  genome& sequences;
  const target_index& targets;
  const genetic_codes& codes;
  segment_rules rules{};
  bool seeds_soft_masked = false;  // as well, see masked_reader
  unsigned n_threads = 1;
};

struct found_segments {
  std::vector<segments_by_strand> by_sequence;  // [sequence - first of them]
  std::uint64_t n_masked = 0;                   // nt that no seed may have: soft-masked ones
};

/// Of the sequences of `pieces`, which are whole there and one after the other. `control` counts nt; run_stopped when
/// it was told to stop.
found_segments find_segments(const piece_search& how, std::span<const sequence_piece> pieces, run_control& control);

}  // namespace exonweave
