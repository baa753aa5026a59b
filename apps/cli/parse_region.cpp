#include "cli/parse_region.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/files/file_text.hpp"
#include "cli/options.hpp"

namespace exonweave::apps {
namespace {

// Commas divide the digits in groups of three, the first of which may have fewer, or there are none.
std::optional<std::int64_t> parse_position(std::string text) {
  if (text.find(',') != std::string::npos) {
    if (text.starts_with(',')) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i)
      if ((text[i] == ',') != ((text.size() - i) % 4 == 0)) return std::nullopt;
  }
  std::erase(text, ',');
  return parse_plain_integer(text);
}

// What stands after the colon; an end that is left out is that of the sequence.
std::optional<interval> parse_range(const std::string& text, std::int64_t length) {
  const std::size_t dash = text.find('-');
  const std::string begin = text.substr(0, dash);
  const std::string end = dash == std::string::npos ? "" : text.substr(dash + 1);
  if (begin.empty() && end.empty()) return std::nullopt;
  const auto first = begin.empty() ? 1 : parse_position(begin);
  const auto last = end.empty() ? length : parse_position(end);
  if (!first || !last || *first < 1 || *first > *last || *last > length) return std::nullopt;
  return interval{*first - 1, *last};
}

}  // namespace

std::size_t find_sequence(const std::string& option, const std::string& name, const sequence_catalog& sequences) {
  if (const auto found = sequences.find(name)) return *found;
  std::string hint;
  for (const auto& near : nearest_names(name, sequences.names()))
    hint += (hint.empty() ? "did you mean " : ", ") + near;
  refuse_option(option, {.what = "unknown sequence", .got = name, .need = "a sequence of the genome", .hint = hint});
}

genomic_region parse_region(const std::string& option, const std::string& text, const sequence_catalog& sequences) {
  const std::size_t colon = text.rfind(':');
  if (sequences.find(text) || colon == std::string::npos) {
    const std::size_t whole = find_sequence(option, text, sequences);
    return {whole, {0, sequences.length(whole)}};
  }
  const std::size_t sequence = find_sequence(option, text.substr(0, colon), sequences);
  const std::string range = text.substr(colon + 1);
  const std::int64_t length = sequences.length(sequence);
  const auto where = parse_range(range, length);
  if (!where)
    refuse_option(option, {.what = "not a range of the sequence",
                           .got = range,
                           .need = fmt::format("FIRST-LAST, FIRST or -LAST within 1-{}", length)});
  return {sequence, *where};
}

}  // namespace exonweave::apps
