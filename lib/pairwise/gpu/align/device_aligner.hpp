// What the engines of `align` on GPUs have in common: which pairs they take, and on which of several devices each is
// aligned.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave::gpu {

// A pair of sequences as the kernels of global alignment have it: gaps are linear, and cost nothing.
//
// With D(i,j) = S(i,j) + extend * (i + j), where S is align_engine.hpp's, what a gap's symbol costs is what the next
// cell gains:
//
//   D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, D(i-1,j), D(i,j-1))       D(i,0) = D(0,j) = 0
//
// A cell's move is the first of these three that attains the maximum: that is the order of ties.

constexpr std::size_t pair_codes = 32;  // residue codes in a table, those that do not occur included

/// d(q, t) + 2 extend, [query][target]; 0 where a code is none.
using gain_table = std::array<std::int32_t, pair_codes * pair_codes>;

/// Moves back from a cell, in two bits.
enum class cell_move : std::uint8_t { match = 0, deletion = 1, insertion = 2 };

gain_table make_gains(const align_scoring& scoring);

/// Why devices do not take a scoring; empty where they do.
std::string align_refusal(const align_scoring& scoring);

/// What is checked before anything is computed. Throws as align_engine::align() does.
void check_request(const align_request& request);

/// The score of D in the last cell.
spliced::score score_of(std::int32_t last, const align_request& request);

/// Edits from moves that were found from the end of both sequences on, back to row or column 0.
std::vector<spliced::edit_run> edits_of(std::span<const std::uint8_t> moves, std::size_t m, std::size_t n);

/// Which device a pair is aligned on, and how much of its memory it gets: pairs run side by side on a device while all
/// of them have what they want. One that wants more than there is gets an idle device to itself, and makes do with what
/// that has.
class device_queue {
 public:
  /// A place on a device, until it is destroyed.
  class place {
   public:
    ~place();
    place(const place&) = delete;
    place& operator=(const place&) = delete;

    const int device;
    const std::uint64_t bytes;  // at most those that were requested

   private:
    friend class device_queue;
    place(device_queue& queue, std::size_t index, std::uint64_t taken_bytes, std::uint64_t n_cells);

    device_queue& queue_;
    std::size_t index_;
    std::uint64_t n_cells_;
  };

  /// `free_bytes(device)`: memory that alignments may take of an idle device.
  device_queue(const std::vector<int>& devices, std::function<std::uint64_t(int)> free_bytes);

  /// Of the devices where it finds its place the one that has the fewest cells to do. Waits until there is one; whoever
  /// came later waits, too. Any thread may call it. Throws what free_bytes() throws.
  [[nodiscard]] place take(std::uint64_t requested_bytes, std::uint64_t n_cells);

 private:
  struct device_state {
    int index = 0;
    std::size_t n_pairs = 0;
    std::uint64_t n_cells = 0;
    std::uint64_t bytes_left = 0;  // while there are pairs
  };

  [[nodiscard]] bool has_place(const device_state& on, std::uint64_t requested_bytes) const {
    return on.n_pairs == 0 || on.bytes_left >= requested_bytes;
  }
  [[nodiscard]] device_state* find(std::uint64_t requested_bytes);

  std::function<std::uint64_t(int)> free_bytes_;
  std::mutex next_;  // held by who is to have the next place
  std::mutex mutex_;
  std::condition_variable is_left_;
  std::vector<device_state> devices_;
};

/// Two thirds of what is free: others use the device as well.
std::uint64_t usable_bytes(int device);

/// One way to align a pair on the current device; both sequences have residues.
struct pair_method {
  const pairwise_engine& facts;
  std::function<std::uint64_t(const align_request&)> requested_bytes;  // of the device, at most
  // With so many bytes of the device: as many as it wants, or all that an idle device has.
  std::function<global_alignment(const align_request&, std::uint64_t bytes)> align;
};

/// On the devices, of which there is one at least. Throws device_failure where one of them cannot be used.
std::unique_ptr<align_engine> make_device_aligner(const std::vector<int>& devices, pair_method method);

// `batch`: many short pairs side by side, a warp of a GPU for each, with linear or affine gaps. What is too long for
// that the CPU aligns, as `simd` does, while GPUs work on the others.

/// Devices have room for thousands of pairs of so many cells. A cell of a path takes about two bytes, since strips are
/// not full and buffers have some in reserve.
inline constexpr pairwise_engine batch_aligner_facts{.command = "align",
                                                     .name = "batch",
                                                     .is_of_gpu = true,
                                                     .is_automatic = true,
                                                     .max_cells = std::uint64_t{1} << 24,
                                                     .batch = {.max_pairs = 4'096, .max_cells = 400'000'000},
                                                     .path_cell_bytes = 2,
                                                     .rates = {{2e5, 0, 1.45, 0, 3.6, 0}}};

/// Throws device_failure where one of the devices cannot be used.
std::unique_ptr<align_engine> make_batch_aligner(const std::vector<int>& devices);

// `fast`: strips of 256 rows, each swept by one warp right after the one above it; moves are found again in tiles
// along the path.
//
//   columns   1..256    257..512   ...
//   strip 0   tile      tile             a lane has 8 rows, and is a column after the lane above
//   strip 1   tile      tile             kept: D of the last row of each strip, and of the last column of each tile
//   ...
//
// What is kept takes two numbers for each row and tile, and column and strip. Where the device has no room for that, or
// a launch would take long, strips are swept in bands, of which the last rows alone are kept at first.

/// Some of a cell is kept for a path (docs/benchmarks/log/align.md), and of a column without one.
inline constexpr pairwise_engine fast_aligner_facts{.command = "align",
                                                    .name = "fast",
                                                    .is_of_gpu = true,
                                                    .is_automatic = true,
                                                    .needs_linear_gaps = true,
                                                    .path_cell_bytes = 0.04,
                                                    .column_bytes = 16,
                                                    .rates = {{7.72e8, 0, 0.6354, 1.339e5, 0.7, 0}}};

struct fast_limits {
  std::size_t max_strips = std::numeric_limits<std::size_t>::max();  // in a band
};

/// Throws device_failure where one of the devices cannot be used.
std::unique_ptr<align_engine> make_fast_aligner(const std::vector<int>& devices, const fast_limits& limits = {});

}  // namespace exonweave::gpu
