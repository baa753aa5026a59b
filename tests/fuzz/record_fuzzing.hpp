// Records of a journal, a plan or a part from the fuzzer's bytes: a file whose checksums are right, so that what is
// tried is what reads the content. A record begins with two bytes that say how long it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/journal/journal_file.hpp"
#include "exons/run/archive.hpp"

namespace exonweave::fuzzing {

/// What stands before all others in a sound file.
inline const std::vector<run_setting>& some_settings() {
  static const std::vector<run_setting> settings{{"version", "1"}};
  return settings;
}

/// A sound file of records.
inline std::string file_of_records(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> records{make_record(record_kind::settings, some_settings())};
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (rest.size() > 2) {
    const auto byte = [&](std::size_t k) { return static_cast<std::size_t>(static_cast<unsigned char>(rest[k])); };
    const std::size_t length = std::min(byte(0) + 256 * byte(1), rest.size() - 2);
    records.emplace_back(rest.substr(2, length));
    rest.remove_prefix(2 + length);
  }
  return log_of(records);
}

/// The bytes of which file_of_records() makes these records: for seeds.
inline std::string bytes_of_records(const std::vector<std::string>& records) {
  std::string bytes;
  for (const std::string& each : records) {
    bytes += static_cast<char>(each.size() % 256);
    bytes += static_cast<char>(each.size() / 256);
    bytes += each;
  }
  return bytes;
}

}  // namespace exonweave::fuzzing
