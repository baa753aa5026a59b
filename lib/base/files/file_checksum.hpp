// What a run read: size and MD5 of a file, for the run summary.
#pragma once

#include <cstdint>
#include <string>

namespace exonweave {

struct file_checksum {
  std::string md5;          // 32 hexadecimal digits
  std::uint64_t bytes = 0;  // as stored, compressed or not
};

/// Reads the whole file. Throws missing_input or io_failure. Not for pipes and standard input, which can be
/// read only once.
file_checksum checksum_file(const std::string& path);

}  // namespace exonweave
