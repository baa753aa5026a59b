#include "base/statistics/random_source.hpp"

#include <bit>

namespace exonweave {
namespace {

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15;

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += golden_gamma);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

random_source::random_source(std::uint64_t seed, std::uint64_t stream) : state_{} {
  std::uint64_t mixed = stream;
  mixed = splitmix64(mixed) ^ seed;
  for (auto& word : state_) word = splitmix64(mixed);
}

std::uint64_t random_source::next() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9;
  const std::uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

std::uint64_t random_source::below(std::uint64_t n) {
  const std::uint64_t surplus = (0 - n) % n;  // 2^64 mod n: as many low values are drawn again
  std::uint64_t drawn = next();
  while (drawn < surplus) drawn = next();
  return drawn % n;
}

std::int64_t random_source::between(std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
}

}  // namespace exonweave
