// Where the residues of each record of a FASTA file lie: read from a .fai and tested against the file, or
// gathered while the file is read through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "exons/sequences/fasta_reader.hpp"
#include "exons/sequences/sequences.hpp"

namespace exonweave {

/// One record. The smallest example, ">a\nACG\nT\n", has length 4, first_byte 3, line_bases 3, line_width 4.
struct record_place {
  std::int64_t length = 0;        // residues
  std::int64_t first_byte = 0;    // of the first residue, in the unpacked file
  std::int64_t line_bases = 0;    // residues in every line but the last; 0 when the lines are unequal
  std::int64_t line_width = 0;    // bytes in every line but the last, line end included
  std::uint64_t header_line = 0;  // 0 when unknown (from a .fai)

  [[nodiscard]] bool is_even() const { return line_bases > 0; }
  /// The byte of residue `index` (index < length); needs is_even().
  [[nodiscard]] std::int64_t byte_of(std::int64_t index) const {
    return first_byte + index / line_bases * line_width + index % line_bases;
  }
};

struct fasta_index {
  sequence_catalog catalog;
  std::vector<record_place> places;  // one per sequence of the catalog
};

/// The records as a .fai states them; nothing when it cannot be read or is not one, or names a sequence
/// twice.
std::optional<fasta_index> load_fai(const std::string& path);

/// Whether each record of a .fai has its header directly before its residues, its last residue directly
/// before the next header, and nothing else stands in the file.
bool fits(const fasta_index& index, random_reader& file);

/// Builds an index while a fasta_reader reads: call record() and residues() for its items, then finish().
class index_builder {
 public:
  void record(const fasta_reader& reader);
  void residues(const fasta_reader& reader);
  fasta_index finish();

 private:
  void close_record();

  fasta_index index_;
  std::string name_;            // of the open record
  record_place place_;          // of the open record; header_line 0: none is open
  std::int64_t next_byte_ = 0;  // where its next line must start when the lines are even
  bool is_even_ = true;
  bool had_last_line_ = false;  // a line that differs from the first; an even record has none after it
};

}  // namespace exonweave
