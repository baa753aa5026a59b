#include "cli/word_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "cli/options.hpp"

namespace exonweave::apps {

std::vector<std::string> parse_word_list(const std::string& option, std::string_view text,
                                         std::span<const std::string_view> known) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    if (std::ranges::find(known, words.back()) == known.end())
      refuse_word(option, words.back(), fmt::format("{}", fmt::join(known, ",")));
    begin = end + 1;
  }
  return words;
}

}  // namespace exonweave::apps
