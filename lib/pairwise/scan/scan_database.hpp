// The sequences that a scan compares queries with: the proteins of a FASTA file, or what the six reading frames of a
// genome hold between stops; in the blocks that engines read. Made anew, or formatted once to a file that is mapped
// into memory. Blocks have masked_residue where a sequence is masked; what stands there is kept aside.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "base/threads/on_threads.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/masking.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

enum class database_kind : std::uint8_t { proteins, frames };

/// Where a sequence of a database comes from.
struct database_origin {
  std::uint32_t record = 0;     // index of a name: of the protein, or of the genome's sequence
  strand on = strand::forward;  // of the genome; forward for proteins
  std::int64_t first_codon =
      0;  // frames: forward coordinate where its first codon begins, on the reverse strand where that
          // ends (so that residue k lies after it by 3 k nt, or before it); 0 for proteins
};

/// Codons of unknown amino acids, one after the other, that end a stretch of a frame: a gap of the assembly. Fewer are
/// residues X.
constexpr std::size_t codons_of_gap = 30;

/// A database would be empty, and so is what any query finds in it.
struct nothing_to_compare : bad_data {
  using bad_data::bad_data;
};

/// Throws nothing_to_compare.
[[noreturn]] void throw_no_protein(const target_set& targets);

class scan_database {
 public:
  /// Of proteins that have a residue. Throws nothing_to_compare when there is none.
  static scan_database of_proteins(const target_set& proteins, masking by = masking::none);

  /// Of all stretches between stops, or between a stop and an assembly gap or an end, of at least one codon. Throws
  /// nothing_to_compare when there is none, run_stopped. By masking::lower_case nothing is masked.
  static scan_database of_frames(genome& sequences, const genetic_code& code, masking by, unsigned n_threads,
                                 run_control& control);

  /// Maps a file that write() made. Throws missing_input, and bad_data when it was made by another version, is cut,
  /// damaged, or contradicts itself; io_failure when it changes meanwhile. One that is written to later may have other
  /// residues from then on, see throw_if_changed(); all else, and the number of residues, stay as they were.
  static scan_database open(const std::string& path);
  /// Whether a file begins as write() begins one. False for what cannot be opened, or read twice.
  static bool is_formatted(const std::string& path);

  /// All of it; the caller commits. Throws io_failure.
  void write(output_file& out) const;

  scan_database(scan_database&&) noexcept;
  scan_database& operator=(scan_database&&) noexcept;
  ~scan_database();

  /// Throws io_failure where the file was changed since it was opened: what was read of it means nothing then. One that
  /// has another time alone is read through once more.
  void throw_if_changed() const;

  /// Whether it is that of a file, mapped.
  [[nodiscard]] bool is_mapped() const;
  [[nodiscard]] database_kind kind() const;
  [[nodiscard]] int genetic_code_id() const;  // of frames; 0 of proteins
  [[nodiscard]] masking masked_by() const;
  [[nodiscard]] const sequence_blocks& blocks() const;
  /// Of a sequence, with what stands where it is masked.
  [[nodiscard]] std::string residues(std::size_t sequence) const;
  [[nodiscard]] std::uint64_t n_residues() const;
  [[nodiscard]] database_origin origin(std::size_t sequence) const;
  [[nodiscard]] std::size_t n_records() const;
  [[nodiscard]] const std::string& name(std::size_t record) const;
  /// The header of a FASTA file: the name, and what stands after it; of a genome the name alone.
  [[nodiscard]] std::string title(std::size_t record) const;
  /// Residues of a protein, nt of a sequence of the genome.
  [[nodiscard]] std::int64_t length(std::size_t record) const;

 private:
  struct state;
  explicit scan_database(std::unique_ptr<state> made);
  std::unique_ptr<state> state_;
};

/// Where residues [begin, end) of a sequence lie, 0-based and half-open: in nt of the genome for frames.
interval place_of(const database_origin& origin, database_kind kind, std::size_t begin, std::size_t end);

}  // namespace exonweave
