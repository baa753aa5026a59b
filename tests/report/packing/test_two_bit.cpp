// .2bit, byte by byte as UCSC describes it.
#include "catch.hpp"
#include "report/packing/packed_text.hpp"

namespace exonweave {
namespace {

std::string words(std::initializer_list<unsigned> values) {
  std::string bytes;
  for (const unsigned value : values)
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xFFU);
  return bytes;
}

// Of names and bases.
std::string as_two_bit(const std::vector<std::pair<std::string, std::string>>& sequences) {
  std::vector<two_bit_sequence> shown;
  for (const auto& [name, bases] : sequences) shown.push_back({name, static_cast<std::int64_t>(bases.size())});
  const two_bit_file file(std::move(shown), [&](std::size_t s, interval where) {
    return sequences[s].second.substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length()));
  });
  std::string bytes;
  file.write([&bytes](std::string_view more) { bytes += more; });
  return bytes;
}

const std::string signature = words({0x1A412743, 0});

TEST_CASE("no sequence is a head alone") { CHECK(as_two_bit({}) == signature + words({0, 0})); }

TEST_CASE("a sequence with runs of N and of lower case") {
  // T, C, A, G are 0 to 3, the first base in the highest bits; N has the bits of T.
  const std::string bytes = as_two_bit({{"s1", "TCAGNNacR"}});
  const std::string index = std::string("\x02s1") + words({16 + 1 + 2 + 4});
  const std::string record = words({9, 2, 4, 8, 2, 1, 1, 6, 2, 0}) + std::string("\x1B\x09\x00", 3);
  CHECK(bytes == signature + words({1, 0}) + index + record);
}

TEST_CASE("a run goes on over the pieces that bases are read in") {
  const std::size_t piece = std::size_t{1} << 20, length = 2 * piece + 5;
  const std::string bytes = as_two_bit({{"s", std::string(length, 'n')}});
  const auto n = static_cast<unsigned>(length);
  const std::string record = words({n, 1, 0, n, 1, 0, n, 0}) + std::string((length + 3) / 4, '\0');
  CHECK(bytes.substr(16 + 1 + 1 + 4) == record);
}

TEST_CASE("each sequence is found by its offset") {
  const std::string bytes = as_two_bit({{"a", "ACGTA"}, {"bb", ""}});
  const unsigned first = 16 + (1 + 1 + 4) + (1 + 2 + 4);
  const std::string of_a = words({5, 0, 0, 0}) + std::string("\x9C\x80", 2);
  CHECK(bytes == signature + words({2, 0}) + "\x01" + "a" + words({first}) + "\x02" + "bb" +
                     words({first + static_cast<unsigned>(of_a.size())}) + of_a + words({0, 0, 0, 0}));
}

}  // namespace
}  // namespace exonweave
