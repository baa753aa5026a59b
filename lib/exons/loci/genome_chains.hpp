// Chains of segments in a whole genome: it is read once, a stretch at a time, and what no later segment can join is
// chained and goes. So memory is bounded by the stretch, not by the longest sequence.
//
//   pieces    |-- 1 --|-- 2 --|-- 3 --|-- 4 --| ...
//   segments    == =     ==      ===
//   chained     `--'     `---'   wait: one of piece 4 may be near enough
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/loci/genome_segments.hpp"
#include "exons/loci/segment_chains.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// A chain with its sequence; in coordinates of the strand.
struct placed_chain {
  std::size_t sequence = 0;
  strand on = strand::forward;
  segment_chain chain{};
};

struct found_chains {
  std::vector<placed_chain> chains;
  std::vector<std::uint32_t> n_left_out;  // [targets] beyond genome_chain_search::max_chains
  std::uint64_t n_masked = 0;             // nt of which no seed was looked up
};

struct genome_chain_search {
  genome& sequences;
  const std::vector<target>& targets;
  const genetic_codes& codes;
  seed_rules seeds{};
  chain_rules chains{};              // lowest_score does not matter
  std::vector<double> min_scores{};  // [targets] of a chain
  std::size_t max_chains = 1;        // of a target: the best ones
  bool seeds_soft_masked = false;
  unsigned n_threads = 1;
  std::int64_t block = usual_block;  // see segment_search
  // nt at most that are looked through before something is chained, in pieces of 1 Mb: a sequence is parted at its
  // multiples alone.
  std::int64_t stretch = 32 << 20;
  // Segments of one target near each other; where they are more they are cut where a stretch ends.
  std::size_t max_waiting = 20'000;
  gapless_finder_maker without_seeds{};  // where it makes something, that finds segments in place of seeds
};

/// Of every target on all sequences, in no order; the same ones for any number of threads, order of the sequences and
/// of the targets, and for any stretch where no more than max_waiting segments lie near each other. `control` counts
/// nt; run_stopped when it was told to stop.
found_chains find_chains(const genome_chain_search& how, run_control& control);

}  // namespace exonweave
