// Segments of all targets in pieces of a genome, in six frames: seeds are joined, and grow. Or, where hardware compares
// every residue with every other, what it finds grows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/loci/segment_chains.hpp"
#include "exons/loci/sequence_pieces.hpp"
#include "exons/loci/ungapped_extension.hpp"
#include "exons/loci/word_list.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "spliced/gapless/gapless_layout.hpp"

namespace exonweave {

/// Which seeds are looked for, and what grows from them.
struct seed_rules {
  std::vector<seed_shape> shapes;
  segment_rules segments{};
  word_rules words{};
};

/// What a thread holds of the piece at hand, about: its letters, their complement, and codes of both.
constexpr std::uint64_t bytes_of_piece = std::uint64_t{5} << 20;

/// nt that are joined at once: the more there are, the more places has each word.
constexpr std::int64_t smallest_block = 1 << 20, usual_block = 8 << 20;
/// What is held of so many nt while they are joined with the targets, about.
std::uint64_t bytes_of_block(std::int64_t n_nt);

/// The targets of a search, ready to be joined with the blocks of a genome.
struct indexed_targets {
  indexed_targets(std::span<const target> targets, const seed_rules& rules, unsigned n_threads = 1);

  /// While it is made.
  static std::uint64_t bytes_for(std::uint64_t n_residues, std::span<const seed_shape> shapes);

  joined_targets joined;
  std::vector<word_list> lists;  // [shapes]
};

/// Makes what finds segments without seeds, on hardware that is fast at it; null: there is none.
using gapless_finder_maker =
    std::function<std::unique_ptr<spliced::gapless_finder>(const spliced::gapless_queries& targets)>;

/// Where nothing of low complexity counts.
std::unique_ptr<spliced::gapless_finder> make_finder(const gapless_finder_maker& make, const joined_targets& joined,
                                                     std::span<const target> targets);

using segments_by_strand = std::array<std::vector<segment>, both_strands.size()>;  // in coordinates of the strand

struct segment_search {
  genome& sequences;
  const indexed_targets& targets;
  const genetic_codes& codes;
  segment_rules rules{};
  bool seeds_soft_masked = false;  // as well, see masked_reader
  unsigned n_threads = 1;
  std::int64_t block = usual_block;           // nt at most, but for one piece; finds the same whatever it is
  spliced::gapless_finder* finder = nullptr;  // in place of seeds
};

struct found_segments {
  std::vector<segments_by_strand> by_sequence;  // [sequence - first of them]
  std::uint64_t n_masked = 0;                   // nt that no seed may have: soft-masked ones
};

/// Of the sequences of `pieces`, which are whole there and one after the other. `control` counts nt; run_stopped when
/// it was told to stop.
found_segments find_segments(const segment_search& how, std::span<const sequence_piece> pieces, run_control& control);

/// For residues of targets against so many nt of both strands. Of as many chance matches four shapes find about a third
/// more at half of the residues equal than a word without gaps. Sensitive: of a residue less. The shortest ones give
/// many segments by chance: gapped alignments choose among these.
seed_rules seeds_of_genome(double n_places, double n_residues, bool is_sensitive);

/// Where hardware compares all residues (gapless_finder_maker): no shapes, and segments as of the shortest seeds.
seed_rules without_shapes();

}  // namespace exonweave
