// A genome on disk: its catalog, and any part of it on request. Plain, gzip and BGZF FASTA through htslib;
// memory is bounded by the largest sequence.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "exons/interval.hpp"
#include "exons/report.hpp"
#include "exons/sequences.hpp"

namespace exonweave {

class genome {
 public:
  /// Opens `path` ("-" is standard input; a pipe is spooled to an unlinked temporary file).
  /// A .fai (with .gzi for BGZF) beside the file is used when it is not older than the file and agrees with it;
  /// otherwise the file is read through once, checked, and indexed in memory. Problems of the content go to
  /// `problems` (all of them; the caller decides when to throw); throws missing_input when it cannot be
  /// opened, io_failure when it is truncated or unreadable.
  static genome open(const std::string& path, report& problems);

  genome(genome&&) noexcept;
  genome& operator=(genome&&) noexcept;
  ~genome();

  [[nodiscard]] const sequence_catalog& catalog() const;
  [[nodiscard]] const std::string& path() const;

  /// The residues of `where` on sequence `index`: upper-case IUPAC letters, U written as T.
  /// Needs 0 <= start <= end <= length. Not thread-safe: one fetch at a time. The last whole sequence read is
  /// kept, so ask in catalog order where the file allows no random access (gzip that is not BGZF).
  [[nodiscard]] std::string fetch(std::size_t index, interval where);

 private:
  struct state;
  explicit genome(std::unique_ptr<state> opened);
  std::unique_ptr<state> state_;
};

/// Writes the reverse complement of an IUPAC string (upper case, T for U).
std::string reverse_complement(std::string_view residues);

}  // namespace exonweave
