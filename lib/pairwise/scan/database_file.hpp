// The file of a formatted database, in the byte order of the machine (another order fails at the magic number):
//
//   header    magic, version, kind, genetic code, counts, checksum of all of the file but itself
//   records   names, each with a description after a blank, or without one, ended by a newline; lengths
//   origins   one for each sequence
//   blocks    lengths, block_at, words (scan_engine.hpp)
//   masks     the masked parts, by sequence and place; their residues, one after the other, a byte each
//
// Every part begins at a multiple of 64 bytes, so that it can be used where it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/output.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/masking.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise/scan/scan_engine.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// A file in memory, as the system's page cache has it: read only. A page that the file has no more, since somebody has
/// cut it, reads as zeros from then on, and whoever asks hears of it: without that the first look at such a page ends
/// the process (SIGBUS).
class mapped_file {
 public:
  /// Throws missing_input when it cannot be opened or is no regular file, io_failure.
  explicit mapped_file(const std::string& path);
  ~mapped_file();
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  /// Throws io_failure where the file is another one than when it was mapped: it was cut, or it was written to and
  /// `is_sound` does not find the bytes that it should have. It is requested once for each new time of the file: a time
  /// alone is no change. Any thread.
  void throw_if_changed(const std::function<bool()>& is_sound) const;

 private:
  struct file_state {
    std::int64_t size = 0, seconds = 0, nanoseconds = 0;  // of the last change
    bool operator==(const file_state&) const = default;
  };
  [[nodiscard]] file_state state_now() const;

  std::string path_;
  int descriptor_ = -1;
  mutable std::mutex looking_;  // guards what is below
  mutable file_state state_;    // when it was last known to be sound
  std::span<const std::byte> bytes_;
  std::size_t slot_ = 0;  // among the files that are mapped
};

}  // namespace exonweave

namespace exonweave::database_file {

constexpr std::uint64_t magic = 0x6E61'6373'2D77'7865;  // "exw-scan"
constexpr std::uint32_t version = 3;
constexpr std::size_t alignment = 64;      // bytes
constexpr std::size_t header_bytes = 128;  // with their padding

struct file_header {
  std::uint64_t magic_number = magic;
  std::uint32_t of_version = version;
  std::uint32_t kind = 0;
  std::uint32_t genetic_code = 0;
  std::uint32_t checksum = 0;  // CRC-32 of the whole file, with 0 in its own place
  std::uint64_t n_name_bytes = 0;
  std::uint64_t n_records = 0;
  std::uint64_t n_sequences = 0;
  std::uint64_t n_words = 0;
  std::uint64_t n_masks = 0;
  std::uint64_t n_masked = 0;  // residues
  std::uint64_t masked_by = 0;
};
static_assert(sizeof(file_header) <= header_bytes);

// As the file has it.
struct stored_origin {
  std::uint32_t record;
  std::uint32_t is_reverse;
  std::int64_t first_codon;
};

// A part of a sequence, as the file has it.
struct stored_mask {
  std::uint32_t sequence;
  std::uint32_t begin;  // residues
  std::uint32_t length;
};

constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

inline std::size_t n_blocks_of(std::uint64_t n_sequences) {
  return static_cast<std::size_t>((n_sequences + block_width - 1) / block_width);
}

/// The header of a FASTA file.
inline std::string title_of(const std::string& name, const std::string& description) {
  return description.empty() ? name : name + " " + description;
}

/// Bytes of each part, in the order of the file.
std::array<std::uint64_t, 8> part_sizes(const file_header& header);

/// CRC-32 of what came so far, and these bytes.
std::uint32_t checksum_of(std::uint32_t so_far, std::string_view bytes);
/// Of the header with its padding: as if it had no checksum.
std::uint32_t checksum_of_head(std::string_view head);

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// Parts that are masked: what stands there is kept, and masked_residue put in its place.
struct masked_residues_of_all {
  std::vector<stored_mask> masks;
  std::vector<spliced::residue_code> residues;

  void mask(std::uint32_t sequence, std::span<const interval> parts, std::span<spliced::residue_code> letters);
};

/// Writes one part after the other, in the order of the file, and the header at last.
class writer {
 public:
  /// A file that is neither packed nor written directly (output_file::replace_front).
  explicit writer(output_file& out);

  /// To the part that is open.
  void append(std::string_view bytes);
  void end_part();
  void write_part(std::string_view bytes) {
    append(bytes);
    end_part();
  }
  /// When all parts are written. The checksum is that of what was written.
  void finish(file_header header);

 private:
  output_file& out_;
  std::uint64_t n_bytes_ = 0;  // of all parts so far
  std::uint32_t checksum_ = 0;
};

}  // namespace exonweave::database_file

namespace exonweave {

// Databases of proteins as large as they may be: written block by block, without holding the blocks.

struct formatted_size {
  std::uint64_t n_sequences = 0;
  std::uint64_t n_residues = 0;
};

/// The bytes that scan_database::of_proteins(proteins, by).write(out) writes. Throws nothing_to_compare where there is
/// no protein with a residue, io_failure.
formatted_size format_proteins(const target_set& proteins, masking by, output_file& out);

// What the six reading frames of a sequence hold between stops.

/// Amino acids of codons without a stop among them.
struct open_stretch {
  strand on = strand::forward;
  std::int64_t first_codon = 0;  // as database_origin has it
  std::vector<spliced::residue_code> residues;
};

/// All of `bases` (IUPAC letters of a whole sequence), by strand, frame and place: cut at stops, and where
/// `codons_of_gap` codons or more, one after the other, have no known amino acid. None is empty or has nothing but
/// unknown ones.
std::vector<open_stretch> find_open_stretches(std::string_view bases, const genetic_code& code,
                                              std::size_t codons_of_gap);

}  // namespace exonweave
