#include "exons/sequences/target_header.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "base/files/blanks.hpp"

namespace exonweave {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_either(char c) { return is_digit(c) || is_capital(c); }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// As UniProt has them, with the number of an isoform or without: P12345, A0A024R1R8, P12345-2.
bool is_uniprot(std::string_view text) {
  const auto dash = text.find('-');
  if (dash != std::string_view::npos) {
    const std::string_view number = text.substr(dash + 1);
    if (number.empty() || !std::ranges::all_of(number, is_digit)) return false;
    text = text.substr(0, dash);
  }
  constexpr std::size_t brief = 6, lengthy = 10;
  return (text.size() == brief || text.size() == lengthy) && is_capital(text[0]) && is_digit(text[1]) &&
         is_digit(text.back()) && std::ranges::all_of(text, is_either);
}

// NP_001234.1, and those of models and of genomes.
bool is_refseq(std::string_view text) {
  constexpr std::array<std::string_view, 5> prefixes{"NP_", "XP_", "YP_", "WP_", "AP_"};
  constexpr std::size_t length = 3;
  if (std::ranges::find(prefixes, text.substr(0, length)) == prefixes.end()) return false;
  const auto numbers = split(text.substr(length), '.');
  return numbers.size() <= 2 && std::ranges::all_of(numbers, [](std::string_view number) {
           return !number.empty() && std::ranges::all_of(number, is_digit);
         });
}

// What follows KEY up to the next blank; empty: the key is not there.
std::string_view word_behind(std::string_view key, std::string_view text) {
  const auto place = text.find(key);
  if (place == std::string_view::npos || (place > 0 && text[place - 1] != ' ')) return {};
  const std::string_view rest = text.substr(place + key.size());
  return rest.substr(0, rest.find(' '));
}

// UniProt's keys, from OS= on.
std::string_view without_keys(std::string_view text) {
  return text.starts_with("OS=") ? text.substr(0, 0) : text.substr(0, text.find(" OS="));
}

// The name of an organism in brackets at the end, in which there may be others.
std::string_view without_organism(std::string_view text) {
  if (!text.ends_with(']')) return text;
  std::size_t n_open = 0;
  for (std::size_t place = text.size(); place-- > 0;) {
    if (text[place] == ']') ++n_open;
    if (text[place] == '[' && --n_open == 0) return text.substr(0, place);
  }
  return text;
}

std::string_view product_in(std::string_view text) {
  constexpr std::string_view key = "description:";
  if (text.starts_with("pep:") || text.starts_with("pep ")) {
    const auto place = text.find(key);
    if (place == std::string_view::npos) return {};
    text = text.substr(place + key.size());
    return text.substr(0, text.find(" [Source:"));
  }
  return without_organism(trimmed(without_keys(text)));
}

}  // namespace

target_header read_header(const target& record) {
  target_header header{.name = record.name};
  header.product = trimmed(product_in(trimmed(record.description)));
  const auto parts = split(record.name, '|');
  if (parts.size() == 3 && (parts[0] == "sp" || parts[0] == "tr") && is_uniprot(parts[1])) {
    header.accession = "UniProtKB:" + std::string(parts[1]);
    header.name = parts[2].empty() ? parts[1] : parts[2];
  } else if (const auto found = std::ranges::find_if(parts, is_refseq); found != parts.end()) {
    header.accession = "RefSeq:" + std::string(*found);
    header.name = *found;
  }
  for (const std::string_view key : {"GN=", "gene_symbol:"})
    if (const auto symbol = word_behind(key, record.description); !symbol.empty()) header.name = symbol;
  return header;
}

std::string product_of_all(const std::vector<target>& targets) {
  if (targets.empty()) return "";
  const std::string first = read_header(targets.front()).product;
  const auto has_it = [&first](const target& each) { return read_header(each).product == first; };
  return std::ranges::all_of(targets, has_it) ? first : "";
}

}  // namespace exonweave
