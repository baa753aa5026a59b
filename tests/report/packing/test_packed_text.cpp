// Bytes as text: what RFC 4648 and gzip say they are.
#include <zlib.h>

#include <algorithm>

#include "catch.hpp"
#include "report/packing/packed_text.hpp"

namespace exonweave {
namespace {

std::string unpacked(const std::string& bytes) {
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  std::string text(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  const int code = inflate(&stream, Z_FINISH);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  REQUIRE(code == Z_STREAM_END);
  REQUIRE(stream.avail_in == 0);
  return text;
}

std::string as_base64(std::string_view bytes, std::size_t piece = 100) {
  std::string text;
  base64_writer letters([&text](std::string_view more) { text += more; });
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) letters.write(bytes.substr(0, piece));
  letters.finish();
  return text;
}

std::string as_gzip(std::string_view bytes) {
  std::string packed;
  gzip_writer packer([&packed](std::string_view more) { packed += more; });
  packer.write(bytes.substr(0, bytes.size() / 3));
  packer.write(bytes.substr(bytes.size() / 3));
  packer.finish();
  return packed;
}

TEST_CASE("base64 of the examples of RFC 4648") {
  CHECK(as_base64("").empty());
  CHECK(as_base64("f") == "Zg==");
  CHECK(as_base64("fo") == "Zm8=");
  CHECK(as_base64("foo") == "Zm9v");
  CHECK(as_base64("foob") == "Zm9vYg==");
  CHECK(as_base64("fooba") == "Zm9vYmE=");
  CHECK(as_base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64 does not depend on the pieces that bytes come in") {
  const std::string bytes = "any bytes of some length";
  for (const std::size_t piece : std::initializer_list<std::size_t>{1, 2, 3, 4, 5, 7})
    CHECK(as_base64(bytes, piece) == as_base64(bytes));
}

TEST_CASE("base64 of bytes that are no letters") { CHECK(as_base64(std::string("\0\xff\xfe\x80", 4)) == "AP/+gA=="); }

TEST_CASE("gzip gives back what was packed") {
  std::string text;
  for (int k = 0; k < 200'000; ++k) text += static_cast<char>(k * 7919 >> 5);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{65'536}, text.size()})
    CHECK(unpacked(as_gzip(text.substr(0, size))) == text.substr(0, size));
}

TEST_CASE("packed text is gzip in base64") {
  const auto write = [](const text_sink& sink) {
    sink("te");
    sink("xt");
  };
  CHECK(packed_text(write) == as_base64(as_gzip("text")));
}

TEST_CASE("gzip has no time in it") {
  const std::string packed = as_gzip("text");
  CHECK(packed.substr(4, 4) == std::string(4, '\0'));
  CHECK(packed == as_gzip("text"));
}

}  // namespace
}  // namespace exonweave
