// Sequences in UCSC's format .2bit, which genome browsers read: two bits a base, runs of N and of lower case next to
// them. They are read and written piece by piece.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/text_sink.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

struct two_bit_sequence {
  std::string name;         // of at most longest_two_bit_name bytes
  std::int64_t length = 0;  // nt
};

constexpr std::size_t longest_two_bit_name = 255;  // bytes

/// The bases of a part of a sequence, by its number, in any case; each letter but A, C, G, T and U becomes N.
using base_source = std::function<std::string(std::size_t sequence, interval where)>;

/// A file of version 0. All sequences together must be shorter than 2^32 nt.
class two_bit_file {
 public:
  /// Looks at all bases.
  two_bit_file(std::vector<two_bit_sequence> sequences, base_source bases);

  [[nodiscard]] std::uint64_t bytes_held() const;  // about

  /// Looks at them again, and writes the file.
  void write(const text_sink& sink) const;

 private:
  using runs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // start, length
  struct record {
    two_bit_sequence of_sequence;
    runs unknown{}, masked{};
    [[nodiscard]] std::uint64_t bytes() const;
  };
  template <class Visit>
  void for_each_piece(std::size_t sequence, const Visit& visit) const;

  base_source bases_;
  std::vector<record> records_;
};

}  // namespace exonweave
