#include "report/packing/packed_text.hpp"

#include <zlib.h>

#include <cstdint>
#include <limits>
#include <new>

namespace exonweave {
namespace {

constexpr int gzip_window = 15 + 16;  // deflateInit2: the largest window, and gzip around it
constexpr int usual_memory = 8;
constexpr int level = 6;

constexpr std::string_view base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

class gzip_stream {
 public:
  gzip_stream() {
    if (::deflateInit2(&stream_, level, Z_DEFLATED, gzip_window, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  gzip_stream(const gzip_stream&) = delete;
  gzip_stream& operator=(const gzip_stream&) = delete;
  ~gzip_stream() { ::deflateEnd(&stream_); }

  // Appends to `packed` what comes out.
  void take(std::string_view piece, bool is_last, std::string& packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));  // zlib only reads it
    stream_.avail_in = static_cast<uInt>(piece.size());
    do {
      constexpr std::size_t room = std::size_t{1} << 16;  // bytes
      const std::size_t n_before = packed.size();
      packed.resize(n_before + room);
      stream_.next_out = reinterpret_cast<Bytef*>(packed.data() + n_before);
      stream_.avail_out = room;
      ::deflate(&stream_, is_last ? Z_FINISH : Z_NO_FLUSH);
      packed.resize(packed.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

 private:
  z_stream stream_{};
};

}  // namespace

std::string as_gzip(std::string_view bytes) {
  constexpr std::size_t longest_piece = std::size_t{1} << 30;
  static_assert(longest_piece <= std::numeric_limits<uInt>::max());
  gzip_stream stream;
  std::string packed;
  for (; bytes.size() > longest_piece; bytes.remove_prefix(longest_piece))
    stream.take(bytes.substr(0, longest_piece), false, packed);
  stream.take(bytes, true, packed);
  return packed;
}

std::string as_base64(std::string_view bytes) {
  constexpr std::size_t group = 3;  // bytes, as four letters
  std::string text;
  text.reserve((bytes.size() + group - 1) / group * 4);
  for (std::size_t first = 0; first < bytes.size(); first += group) {
    const std::string_view piece = bytes.substr(first, group);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < group; ++k)
      bits = bits << 8U | (k < piece.size() ? static_cast<unsigned char>(piece[k]) : 0U);
    for (std::size_t k = 0; k <= group; ++k)
      text += k <= piece.size() ? base64_letters[bits >> (6 * (group - k)) & 63U] : '=';
  }
  return text;
}

}  // namespace exonweave
