#include "base/files/packed.hpp"

#include <htslib/bgzf.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

#include "base/files/temporary_file.hpp"

namespace exonweave::testing {
namespace {

std::string content_of(const std::string& path) {
  std::string bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) bytes += static_cast<char>(c);
  std::fclose(file);
  return bytes;
}

std::string packed(std::string_view text, const char* mode, std::size_t block) {
  const temporary_file file("");
  BGZF* out = bgzf_open(file.path().c_str(), mode);
  for (std::size_t start = 0; start < text.size(); start += block) {
    const auto part = text.substr(start, block);
    if (bgzf_write(out, part.data(), part.size()) < 0 || bgzf_flush(out) < 0) throw std::runtime_error("cannot pack");
  }
  if (bgzf_close(out) < 0) throw std::runtime_error("cannot pack");
  return content_of(file.path());
}

}  // namespace

std::string as_bgzf(std::string_view text, std::size_t block) { return packed(text, "w", block); }
std::string as_gzip(std::string_view text) { return packed(text, "wg", text.size() + 1); }

}  // namespace exonweave::testing
