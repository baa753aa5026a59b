// Bytes as text that a page can hold: gzip, which browsers unpack by themselves, and base64, whose letters mean nothing
// in markup. All comes and goes piece by piece.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// RFC 4648 with padding, without line ends.
class base64_writer {
 public:
  explicit base64_writer(text_sink sink) : sink_(std::move(sink)) {}

  void write(std::string_view bytes);
  void finish();

 private:
  text_sink sink_;
  std::string waiting_;  // bytes of no whole group
};

/// One gzip member without name and time, so that equal bytes give equal ones. Throws std::bad_alloc.
class gzip_writer {
 public:
  explicit gzip_writer(text_sink sink);
  gzip_writer(const gzip_writer&) = delete;
  gzip_writer& operator=(const gzip_writer&) = delete;
  ~gzip_writer();

  void write(std::string_view bytes);
  void finish();

 private:
  struct state;
  void pack(std::string_view bytes, bool is_last);

  text_sink sink_;
  std::unique_ptr<state> state_;
};

/// What `write` puts into the sink that it gets, as gzip in base64.
template <class Write>
std::string packed_text(const Write& write) {
  std::string text;
  base64_writer letters([&text](std::string_view piece) { text += piece; });
  gzip_writer packer([&letters](std::string_view piece) { letters.write(piece); });
  write(text_sink([&packer](std::string_view piece) { packer.write(piece); }));
  packer.finish();
  letters.finish();
  return text;
}

/// Sequences in UCSC's format .2bit, which genome browsers read: two bits a base, runs of N and of lower case next to
/// them. They are read and written piece by piece.
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
