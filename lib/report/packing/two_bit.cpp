#include "report/packing/two_bit.hpp"

#include <cstdint>
#include <utility>

namespace exonweave {
namespace {

constexpr std::uint32_t two_bit_signature = 0x1A412743;
constexpr std::size_t word = 4;              // bytes
constexpr std::size_t bases_in_byte = 4;     // the first in the highest bits
constexpr std::uint32_t n_header_words = 4;  // signature, version, number of sequences, nothing

void append_word(std::string& bytes, std::uint64_t value) {
  for (unsigned shift = 0; shift < 8 * word; shift += 8) bytes += static_cast<char>(value >> shift & 0xFFU);
}

// T is 0; what is unknown has the bits of T under its run of N.
unsigned bits_of(char base) {
  switch (base) {
    case 'C':
    case 'c':
      return 1;
    case 'A':
    case 'a':
      return 2;
    case 'G':
    case 'g':
      return 3;
    default:
      return 0;
  }
}

bool is_unknown(char base) { return std::string_view("ACGTUacgtu").find(base) == std::string_view::npos; }
bool is_masked(char base) { return 'a' <= base && base <= 'z'; }

// The runs of bases for which `holds`: their number, all starts, all lengths.
template <class Holds>
void append_runs(std::string& bytes, std::string_view bases, Holds holds) {
  std::vector<std::pair<std::size_t, std::size_t>> runs;  // start, length
  for (std::size_t first = 0; first < bases.size();) {
    std::size_t end = first;
    while (end < bases.size() && holds(bases[end])) ++end;
    if (end > first) runs.emplace_back(first, end - first);
    first = end + 1;
  }
  append_word(bytes, runs.size());
  for (const auto& [start, length] : runs) append_word(bytes, start);
  for (const auto& [start, length] : runs) append_word(bytes, length);
}

std::string record_of(std::string_view bases) {
  std::string bytes;
  append_word(bytes, bases.size());
  append_runs(bytes, bases, is_unknown);
  append_runs(bytes, bases, is_masked);
  append_word(bytes, 0);
  for (std::size_t first = 0; first < bases.size(); first += bases_in_byte) {
    unsigned packed = 0;
    for (std::size_t k = first; k < first + bases_in_byte; ++k)
      packed = packed << 2U | (k < bases.size() ? bits_of(bases[k]) : 0U);
    bytes += static_cast<char>(packed);
  }
  return bytes;
}

}  // namespace

std::string as_two_bit(const std::vector<two_bit_sequence>& sequences) {
  std::string bytes, records;
  append_word(bytes, two_bit_signature);
  append_word(bytes, 0);
  append_word(bytes, sequences.size());
  append_word(bytes, 0);
  std::size_t n_before = n_header_words * word;  // bytes before the first record
  for (const auto& each : sequences) n_before += 1 + each.name.size() + word;
  for (const auto& each : sequences) {
    bytes += static_cast<char>(each.name.size());
    bytes += each.name;
    append_word(bytes, n_before + records.size());
    records += record_of(each.bases);
  }
  return bytes + records;
}

}  // namespace exonweave
