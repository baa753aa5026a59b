// Bytes as text that a page can hold: gzip, which browsers unpack by themselves, and base64, whose letters mean nothing
// in markup. All comes and goes piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/files/text_sink.hpp"

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

}  // namespace exonweave
