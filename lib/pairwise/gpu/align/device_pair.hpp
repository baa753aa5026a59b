// A pair of sequences as the kernels of global alignment have it: gaps are linear, and cost nothing.
//
// With D(i,j) = S(i,j) + extend * (i + j), where S is align_engine.hpp's, what a gap's symbol costs is what the next
// cell gains:
//
//   D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, D(i-1,j), D(i,j-1))       D(i,0) = D(0,j) = 0
//
// A cell's move is the first of these three that attains the maximum: that is the order of ties.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "pairwise/align/align_engine.hpp"

namespace exonweave::gpu {

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

}  // namespace exonweave::gpu
