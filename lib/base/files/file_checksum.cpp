#include "base/files/file_checksum.hpp"

#include <htslib/hts.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "base/files/report.hpp"

namespace exonweave {
namespace {

template <auto Function>
struct calls {
  template <class T>
  void operator()(T* argument) const {
    Function(argument);
  }
};

}  // namespace

file_checksum checksum_file(const std::string& path) {
  const std::unique_ptr<std::FILE, calls<std::fclose>> file(std::fopen(path.c_str(), "rb"));
  if (!file) throw missing_input({.where = {path}, .what = std::string("cannot open: ") + std::strerror(errno)});
  const std::unique_ptr<hts_md5_context, calls<hts_md5_destroy>> context(hts_md5_init());
  std::vector<char> buffer(std::size_t{1} << 16);  // not on the stack, which may be small
  file_checksum sum;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    hts_md5_update(context.get(), buffer.data(), n);
    sum.bytes += n;
  }
  if (std::ferror(file.get())) throw io_failure({.where = {path}, .what = "cannot read"});
  std::array<unsigned char, 16> digest;
  hts_md5_final(digest.data(), context.get());
  std::array<char, 33> hex;
  hts_md5_hex(hex.data(), digest.data());
  sum.md5 = hex.data();
  return sum;
}

}  // namespace exonweave
