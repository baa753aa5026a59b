// Parts of a genome for many threads that ask for places near each other: it is read in chunks, each once while it is
// requested, and no thread waits for another's part to be copied.
//
//   genome   |--- chunk 0 ---|--- chunk 1 ---|--- chunk 2 ---| ...
//   requested        `--- one ---|--'  `-- another --'
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "exons/sequences/genome.hpp"

namespace exonweave {

class shared_bases {
 public:
  static constexpr std::int64_t chunk_length = 1 << 16;  // nt

  /// Holds some chunks for each of `n_threads`, half a megabyte, and two megabytes next to, but no more than
  /// `max_bytes` and at least four chunks. `sequences` must outlive it; others may read it meanwhile.
  shared_bases(genome& sequences, std::size_t n_threads,
               std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max());

  /// Those that are held, or being read.
  [[nodiscard]] std::size_t n_chunks() const {
    const std::lock_guard lock(holding_);
    return held_.size();
  }

  /// What genome::fetch gives, and throws. Any thread may ask; it waits for chunks that it wants itself alone, as far
  /// as the genome, which reads one part at a time, lets it.
  [[nodiscard]] std::string fetch(std::size_t sequence, interval where);

 private:
  using chunk_name = std::pair<std::size_t, std::int64_t>;  // sequence, number
  using chunk = std::shared_ptr<const std::string>;         // null: not all of it is nucleotides
  struct held_chunk {
    std::shared_future<chunk> bases;  // there already, or being read by the thread that requested first
    std::uint64_t last_requested;
  };

  [[nodiscard]] chunk chunk_of(chunk_name name);
  [[nodiscard]] chunk read(chunk_name name);
  [[nodiscard]] std::shared_future<chunk> find_or_hold(chunk_name name, std::promise<chunk>& to_read, bool& is_held);

  genome& sequences_;
  std::size_t max_chunks_;
  mutable std::mutex holding_;  // guards what is below
  std::map<chunk_name, held_chunk> held_;
  std::uint64_t n_requested_ = 0;
};

}  // namespace exonweave
