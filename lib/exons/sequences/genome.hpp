// A genome on disk: its catalog, and any part of it on request. Plain, gzip and BGZF FASTA through htslib;
// memory is bounded by what is requested, whatever the lengths of sequences and lines.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/files/report.hpp"
#include "exons/sequences/alphabet.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/sequences.hpp"

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

}  // namespace exonweave
