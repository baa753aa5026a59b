// A number drawn by a name: the same on every machine, whatever else there is and in whatever order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace exonweave {

/// FNV-1a, 64 bits, after it the finaliser of SplitMix64: names that differ in their last letter alone are far apart.
class name_hash {
 public:
  name_hash& add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
    return *this;
  }
  name_hash& add(std::int64_t number) { return add(std::string_view(std::to_string(number))); }

  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t mixed = value_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace exonweave
