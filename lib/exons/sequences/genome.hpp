// A genome on disk: its catalog, and any part of it on request. Plain, gzip and BGZF FASTA through htslib;
// memory is bounded by what is requested, whatever the lengths of sequences and lines.
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

#include "base/files/report.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// When the content is read through and checked on opening: only when there is no index to trust, or always.
enum class content_check { unless_indexed, always };

class genome {
 public:
  /// Opens `path` ("-" is standard input; a pipe is spooled to an unlinked temporary file).
  /// A .fai (with .gzi for BGZF) next to the file is used when it is not older than the file and agrees with
  /// it; otherwise the file is read through once, checked, and indexed in memory; nothing is ever written
  /// next to it. An index that is older than the file or does not fit it is a warning. Problems of the content
  /// go to `problems` (all of them; the caller decides when to throw); throws missing_input when it cannot be
  /// opened, io_failure when it is truncated or unreadable.
  static genome open(const std::string& path, report& problems, content_check check = content_check::unless_indexed);

  genome(genome&&) noexcept;
  genome& operator=(genome&&) noexcept;
  ~genome();

  [[nodiscard]] const sequence_catalog& catalog() const;
  [[nodiscard]] const std::string& path() const;

  /// The residues of `where` on sequence `index`: upper-case IUPAC letters, U written as T.
  /// Needs 0 <= start <= end <= length. Any thread may ask; they are served one by one. The first fetch from a sequence
  /// that allows no random access (gzip that is not BGZF, or lines of unequal length) copies all of these to an
  /// unlinked temporary file in TMPDIR, a byte for each residue, from which they are read from then on in any
  /// order. Throws bad_data for letters that are no nucleotides (met here first when an index spared reading the
  /// file) and when the file does not have the bytes that its index promises; io_failure, also when the
  /// temporary file cannot be written.
  [[nodiscard]] std::string fetch(std::size_t index, interval where);
  /// The same in the case of the file, where lower case is a soft mask.
  [[nodiscard]] std::string fetch_as_written(std::size_t index, interval where);

 private:
  struct state;
  explicit genome(std::unique_ptr<state> opened);
  std::unique_ptr<state> state_;
};

// Parts of a genome for many threads that ask for places near each other: it is read in chunks, each once while it is
// requested, and no thread waits for another's part to be copied.
//
//   genome   |--- chunk 0 ---|--- chunk 1 ---|--- chunk 2 ---| ...
//   requested        `--- one ---|--'  `-- another --'

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
