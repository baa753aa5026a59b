#include "report/packing/packed_text.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

namespace exonweave {
namespace {

constexpr int gzip_window = 15 + 16;  // deflateInit2: the largest window, and gzip around it
constexpr int usual_memory = 8;
constexpr int level = 6;

constexpr std::string_view base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t base64_group = 3;  // bytes, as four letters

std::string base64_of(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + base64_group - 1) / base64_group * 4);
  for (std::size_t first = 0; first < bytes.size(); first += base64_group) {
    const std::string_view piece = bytes.substr(first, base64_group);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < base64_group; ++k)
      bits = bits << 8U | (k < piece.size() ? static_cast<unsigned char>(piece[k]) : 0U);
    for (std::size_t k = 0; k <= base64_group; ++k)
      text += k <= piece.size() ? base64_letters[bits >> (6 * (base64_group - k)) & 63U] : '=';
  }
  return text;
}

}  // namespace

void base64_writer::write(std::string_view bytes) {
  if (!waiting_.empty()) {
    const std::string_view rest = bytes.substr(0, base64_group - waiting_.size());
    waiting_ += rest;
    bytes.remove_prefix(rest.size());
    if (waiting_.size() < base64_group) return;
    sink_(base64_of(waiting_));
  }
  const std::size_t n_whole = bytes.size() / base64_group * base64_group;
  sink_(base64_of(bytes.substr(0, n_whole)));
  waiting_ = bytes.substr(n_whole);
}

void base64_writer::finish() {
  sink_(base64_of(waiting_));
  waiting_.clear();
}

struct gzip_writer::state {
  z_stream stream{};
  std::vector<char> packed = std::vector<char>(std::size_t{1} << 16);
};

gzip_writer::gzip_writer(text_sink sink) : sink_(std::move(sink)), state_(std::make_unique<state>()) {
  if (::deflateInit2(&state_->stream, level, Z_DEFLATED, gzip_window, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

gzip_writer::~gzip_writer() { ::deflateEnd(&state_->stream); }

void gzip_writer::write(std::string_view bytes) {
  constexpr std::size_t longest_piece = std::size_t{1} << 30;  // of what fits zlib's type of a size
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), longest_piece)))
    pack(bytes.substr(0, longest_piece), false);
}

void gzip_writer::finish() { pack("", true); }

void gzip_writer::pack(std::string_view bytes, bool is_last) {
  z_stream& stream = state_->stream;
  std::vector<char>& packed = state_->packed;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads it
  stream.avail_in = static_cast<uInt>(bytes.size());
  do {
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, is_last ? Z_FINISH : Z_NO_FLUSH);
    sink_({packed.data(), packed.size() - stream.avail_out});
  } while (stream.avail_out == 0);
}

}  // namespace exonweave
