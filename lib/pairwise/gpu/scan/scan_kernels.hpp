// What a method of scanning is to the host side: kernels that find the scores of one turn, and what these read and
// write. Plain C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

// What kernels of scans read and write. Pointers are the device's.
//
// A device holds blocks of a database as scan_engine.hpp draws them, each wherever it was put. What is wrong with a
// score's lanes is not lost: a pair whose score may have left them goes to a list, and is done again in 32 bits.

constexpr std::uint32_t n_codes = n_block_codes;
constexpr std::uint32_t width = block_width;

struct placed_blocks {
  const std::uint32_t* words = nullptr;
  const std::uint64_t* block_at = nullptr;  // [n_blocks + 1] words before each
  const std::uint32_t* lengths = nullptr;   // [n_blocks][block_width] residues; 0 where there is no sequence
  const std::uint32_t* numbers = nullptr;   // [n_blocks] of each in the database
  std::uint32_t n_blocks = 0;
  std::uint32_t first = 0;  // of them among the turn's

  /// `n` of them from the `begin`th on.
  [[nodiscard]] placed_blocks part(std::uint32_t begin, std::uint32_t n) const {
    return {words, block_at + begin, lengths + begin * block_width, numbers + begin, n, first + begin};
  }
};

struct placed_query {
  std::uint32_t offset = 0;    // residues before it
  std::uint32_t length = 0;    // residues
  std::uint32_t number = 0;    // in the caller's order
  std::int32_t least = 0;      // what scores less is not reported
  std::uint32_t n_blocks = 0;  // of the database: no sequence after them can score as much
  std::uint32_t span = 0;      // residues of a sequence that an alignment of `least` covers at most
};

struct placed_queries {
  const std::uint8_t* residues = nullptr;
  const placed_query* entries = nullptr;  // [n_queries]
  std::uint32_t n_queries = 0;
  std::uint32_t first = 0;  // of them among the turn's
};

/// Scores lie so that none changes a result (below).
struct placed_scoring {
  const std::int32_t* scores = nullptr;  // [n_block_codes][n_block_codes], sequence x query
  std::int32_t open_extend = 0;          // what a gap's first residue costs
  std::int32_t extend = 0;               // what each other one costs
};

struct placed_hit {
  std::uint32_t query = 0;     // number
  std::uint32_t sequence = 0;  // in the database
  std::int32_t total = 0;
};

/// A pair that is to be done again.
struct placed_redo {
  std::uint32_t query = 0;     // index among the entries
  std::uint32_t sequence = 0;  // block * block_width + column, of the turn's blocks
};

/// Lists that kernels append to. Counters go on where there is no room, so that they tell how much is needed.
struct found_pairs {
  placed_hit* hits = nullptr;
  placed_redo* redone = nullptr;
  std::uint32_t n_room_hits = 0, n_room_redone = 0;
  struct counters {
    std::uint32_t n_hits = 0, n_redone = 0;
  }* n = nullptr;
};

/// All that kernels of one turn have: some queries against some blocks.
struct turn_views {
  placed_blocks blocks;
  placed_queries queries;
  placed_scoring scoring;
  found_pairs found;
};

/// A scoring as devices have it. What never changes a result is cut off, so that no sum can leave its lanes:
///
///   costs of gaps     at score_limit: no score reaches it, so a gap that costs as much is never made
///   d(s, q)           at -2 (open + extend): H(i-1,j-1) - 2 (open + extend) <= H(i,j) always, by E(i-1,j) and F(i,j)
///   E, F              at 0, in the kernels: H is never below
struct device_scoring {
  explicit device_scoring(const scan_scoring& scoring) {
    const auto limited = [](std::int64_t cost) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(cost, spliced::score_limit));
    };
    open_extend = limited(std::int64_t{scoring.gaps.open} + scoring.gaps.extend);
    extend = limited(scoring.gaps.extend);
    const auto least = static_cast<std::int32_t>(
        std::max<std::int64_t>(-2 * std::int64_t{open_extend}, -std::int64_t{spliced::score_limit}));
    // Padding gains nothing, so that no score rises after a sequence's end.
    scores.assign(n_block_codes * n_block_codes, std::max(least, -open_extend));
    const std::size_t n = std::min(scoring.substitution->n_codes(), spliced::n_amino_codes);
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t q = 0; q < n; ++q)
        scores[s * n_block_codes + q] = std::max(least, (*scoring.substitution)(static_cast<spliced::residue_code>(s),
                                                                                static_cast<spliced::residue_code>(q)));
    for (std::size_t k = 0; k < scores.size(); ++k)
      best[k % n_block_codes] = std::max(best[k % n_block_codes], scores[k]);
    smallest = std::ranges::min(scores);
    largest = std::ranges::max(scores);
  }

  /// What a query scores at most with anything.
  [[nodiscard]] std::int64_t most(std::span<const spliced::residue_code> query) const {
    std::int64_t total = 0;
    for (const spliced::residue_code residue : query) total += best[residue];
    return total;
  }

  std::vector<std::int32_t> scores;                // [n_block_codes][n_block_codes]
  std::array<std::int32_t, n_block_codes> best{};  // of each residue of a query; at least 0
  std::int32_t open_extend = 0, extend = 0;
  std::int32_t smallest = 0, largest = 0;
};

/// Some queries against some blocks, at once.
struct scan_turn {
  turn_views views;
  // The host's copies of what plans are made from.
  std::span<const placed_query> queries;
  std::span<const std::uint64_t> block_at;  // [n_blocks + 1]
  std::span<const std::uint32_t> longest;   // [n_blocks] residues
  std::span<const std::uint32_t> lengths;   // [n_blocks][block_width] residues
  std::uint64_t border_bytes = 0;           // on the device, for rows between passes

  [[nodiscard]] std::uint32_t n_blocks() const { return static_cast<std::uint32_t>(longest.size()); }
  /// `n` of its blocks from the `begin`th on.
  [[nodiscard]] scan_turn part(std::uint32_t begin, std::uint32_t n) const {
    scan_turn some = *this;
    some.views.blocks = views.blocks.part(begin, n);
    some.block_at = block_at.subspan(begin, n + 1);
    some.longest = longest.subspan(begin, n);
    some.lengths = lengths.subspan(begin * block_width, n * block_width);
    return some;
  }
};

/// Of one device, which is the current one in all calls.
class scan_kernels {
 public:
  virtual ~scan_kernels() = default;

  /// Reports every score, or says that it is to be done again. Returns when the device has done it. Throws
  /// device_failure.
  virtual void run(const scan_turn& turn) = 0;
};

// Kernels of `scan-cuda` (pair_kernel.cu): which shapes they get, in which order.

/// Whether scores, with open + extend added, lie in signed bytes.
bool fit_pair_kernels(const device_scoring& scoring);

/// For scorings that fit.
std::unique_ptr<scan_kernels> make_pair_kernels(const device_scoring& scoring);

/// Scores in 32 bits, whatever the scoring: for pairs whose scores may have left smaller lanes, and for scorings that
/// fit none.
class exact_kernel {
 public:
  exact_kernel();
  ~exact_kernel();

  /// All pairs of a turn. Returns when they are done. Throws device_failure.
  void run(const scan_turn& turn);
  /// The first n pairs that the turn's list has, n below its room.
  void run_redone(const scan_turn& turn, std::uint32_t n);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// The same as a method of its own.
std::unique_ptr<scan_kernels> make_exact_kernels();

}  // namespace exonweave::gpu
