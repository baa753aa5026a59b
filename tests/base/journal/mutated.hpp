// Records as an accident or an attacker leaves them.
#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <string>

namespace exonweave::testing {

// A record with some of its bytes changed, left out or put in.
inline std::string mutated(std::string record, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  constexpr std::array<unsigned char, 6> odd{0, 1, 2, 0x7F, 0x80, 0xFF};
  for (std::size_t n = 1 + below(2); n > 0 && !record.empty(); --n) {
    const std::size_t position = below(record.size());
    switch (below(4)) {
      case 0:
        record[position] = static_cast<char>(odd[below(odd.size())]);
        break;
      case 1:
        record[position] = static_cast<char>(record[position] ^ (1 << below(8)));
        break;
      case 2:
        record.erase(position, 1 + below(9));
        break;
      default:
        record.insert(position, 1 + below(9), static_cast<char>(odd[below(odd.size())]));
    }
  }
  return record;
}

}  // namespace exonweave::testing
