#include "base/files/xml_text.hpp"

#include <cstdint>

namespace exonweave {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view ellipsis = "\xE2\x80\xA6";     // U+2026

struct first_byte {
  std::size_t length;      // bytes of the character; 0: no character begins so
  std::uint32_t bits;      // of the character's number that it holds
  std::uint32_t smallest;  // number that needs this length
};

first_byte look_at(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC2 && byte < 0xE0) return {2, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte < 0xF0) return {3, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte < 0xF5) return {4, byte & 0x07U, 0x10000};
  return {0, 0, 0};
}

bool is_xml_character(std::uint32_t number) {
  if (number < 0x20) return number == '\t' || number == '\n' || number == '\r';
  return number != 0x7F && !(number >= 0xD800 && number < 0xE000) && number != 0xFFFE && number != 0xFFFF &&
         number < 0x110000;
}

// Bytes of the character at the front of `text` that XML can hold; 0 when there is none.
std::size_t character_length(std::string_view text) {
  const auto first = look_at(static_cast<unsigned char>(text.front()));
  if (first.length == 0 || text.size() < first.length) return 0;
  std::uint32_t number = first.bits;
  for (const char c : text.substr(1, first.length - 1)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) != 0x80) return 0;
    number = number << 6 | (byte & 0x3FU);
  }
  return number >= first.smallest && is_xml_character(number) ? first.length : 0;
}

std::string_view escaped(std::string_view character) {
  switch (character.front()) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return character;
  }
}

}  // namespace

std::string xml_text(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t n = 1; !text.empty(); ++n) {
    const std::size_t length = character_length(text);
    const std::size_t taken = length == 0 ? 1 : length;
    if (n == most && taken < text.size()) return out.append(ellipsis);
    out += length == 0 ? replacement : escaped(text.substr(0, length));
    text.remove_prefix(taken);
  }
  return out;
}

}  // namespace exonweave
