#include "pairwise/scan/database_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "exons/sequences/masking.hpp"

namespace exonweave::database_file {

std::array<std::uint64_t, 8> part_sizes(const file_header& header) {
  return {header.n_name_bytes,
          header.n_records * sizeof(std::int64_t),
          header.n_sequences * sizeof(stored_origin),
          header.n_sequences * sizeof(std::uint32_t),
          (n_blocks_of(header.n_sequences) + 1) * sizeof(std::uint64_t),
          header.n_words * sizeof(std::uint32_t),
          header.n_masks * sizeof(stored_mask),
          header.n_masked};
}

std::uint32_t checksum_of(std::uint32_t so_far, std::string_view bytes) {
  if (bytes.empty()) return so_far;  // zlib takes a null pointer for a beginning
  return static_cast<std::uint32_t>(crc32_z(so_far, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t checksum_of_head(std::string_view head) {
  std::string bytes(head);
  std::memset(bytes.data() + offsetof(file_header, checksum), 0, sizeof(file_header::checksum));
  return checksum_of(0, bytes);
}

void masked_residues_of_all::mask(std::uint32_t sequence, std::span<const interval> parts,
                                  std::span<spliced::residue_code> letters) {
  static const spliced::residue_code masked = spliced::amino_code(masked_residue);
  for (const interval& part : parts) {
    masks.push_back({sequence, static_cast<std::uint32_t>(part.start), static_cast<std::uint32_t>(part.length())});
    const auto there = letters.subspan(static_cast<std::size_t>(part.start), static_cast<std::size_t>(part.length()));
    residues.insert(residues.end(), there.begin(), there.end());
    std::ranges::fill(there, masked);
  }
}

writer::writer(output_file& out) : out_(out) { out_.write(std::string(header_bytes, '\0')); }

void writer::append(std::string_view bytes) {
  out_.write(bytes);
  checksum_ = checksum_of(checksum_, bytes);
  n_bytes_ += bytes.size();
}

void writer::end_part() { append(std::string(padded(n_bytes_) - n_bytes_, '\0')); }

void writer::finish(file_header header) {
  std::string head(header_bytes, '\0');
  std::memcpy(head.data(), &header, sizeof(header));
  header.checksum =
      static_cast<std::uint32_t>(crc32_combine(checksum_of_head(head), checksum_, static_cast<z_off_t>(n_bytes_)));
  std::memcpy(head.data(), &header, sizeof(header));
  out_.replace_front(head);
}

}  // namespace exonweave::database_file
