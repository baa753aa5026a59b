// Sequences in UCSC's format .2bit, which genome browsers read: two bits a base, runs of N and of lower case beside
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace exonweave {

struct two_bit_sequence {
  std::string name;   // of at most 255 bytes
  std::string bases;  // any case; each letter but A, C, G, T and U becomes N
};

constexpr std::size_t longest_two_bit_name = 255;  // bytes

/// The bytes of a file of version 0. All sequences together must be shorter than 2^32 nt.
std::string as_two_bit(const std::vector<two_bit_sequence>& sequences);

}  // namespace exonweave
