// Scan engines on GPUs: one host side for all methods. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/gpu/scan/scan_kernels.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

/// The ways in which a device can scan a database.
enum class scan_method {
  pairs,  // our own: two sequences in 16-bit halves, lanes share a query (pair_kernel.cu)
  tiles,  // Wu et al.: a thread for each sequence, tiles of 4 x 4 cells (published_kernels.cu)
  bands,  // Ligowski and Rudnicki 2009: a thread for each sequence, bands of 12 rows (published_kernels.cu)
  rows,   // Chang and Chen 2012: a block of threads for each sequence, linear gaps (published_kernels.cu)
};

/// Of the engine that scans so.
const pairwise_engine& facts_of(scan_method method);

struct scan_options {
  std::vector<int> devices;            // as CUDA counts them, at least one
  std::uint64_t max_device_bytes = 0;  // of each that a scan may use; 0: most of what is free when a database is opened
  unsigned n_threads = 1;              // of the host, that look at a database once when it is opened
};

/// Throws device_failure.
std::unique_ptr<scan_engine> make_cuda_scan(scan_method method, scan_options options);

// One device's share of a database, and scans of it. Plain C++: the same header with and without a CUDA toolkit.

class device_scan {
 public:
  virtual ~device_scan() = default;

  /// Hits of the share in no order. Adds to the control's cells, which may be null. Throws run_stopped, device_failure,
  /// device_memory_exceeded.
  virtual std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) = 0;
};

/// What a device is given: every `n_devices`th block of the database from the `first` on.
struct database_fraction {
  const sequence_blocks* database = nullptr;
  // [n_blocks of the database] What any query can score at most with a sequence of a block or of one after it.
  std::span<const spliced::score> highest;
  std::size_t first = 0, n_devices = 1;
};

struct device_limits {
  int device = 0;
  std::uint64_t max_bytes = 0;  // 0: most of what is free
};

/// Copies the share to the device where it fits; where not, every scan does so piece by piece. What `share` views must
/// outlive it. Throws device_failure, device_memory_exceeded.
std::unique_ptr<device_scan> open_device_scan(scan_method method, const device_scoring& scoring,
                                              const database_fraction& fraction, const device_limits& limits);

// Blocks of a database that are on a device at once, as the host plans with them. Plain C++.

struct database_piece {
  std::vector<std::uint32_t> numbers;   // [n_blocks] of each in the database
  std::vector<std::uint64_t> block_at;  // [n_blocks + 1] words before each, on the device
  std::vector<std::uint32_t> lengths;   // [n_blocks][block_width] residues; 0 where there is no sequence
  std::vector<std::uint32_t> longest;   // [n_blocks] residues
  std::vector<std::uint64_t> residues;  // [n_blocks + 1] before each

  [[nodiscard]] std::size_t n_blocks() const { return numbers.size(); }
};

database_piece make_piece(const sequence_blocks& database, std::vector<std::uint32_t> numbers);

/// Of the blocks first, first + step, ...: pieces of at most so many words, or of one block.
std::vector<database_piece> make_pieces(const sequence_blocks& database, std::size_t first, std::size_t step,
                                        std::uint64_t max_words);

/// A range of blocks or queries.
struct index_range {
  std::size_t begin = 0, end = 0;
};

/// Ranges of a piece's blocks of at most so many words each, or of one block.
std::vector<index_range> block_ranges(const database_piece& piece, std::uint64_t max_words);

}  // namespace exonweave::gpu
