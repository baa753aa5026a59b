#include "cli/targets_letter.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/messages.hpp"

namespace exonweave::apps {
namespace {

constexpr std::array commands = {"predict", "estimate", "shard", "merge", "search", "validate", "analyze"};

bool is_number(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

}  // namespace

std::vector<std::string> with_targets_named(std::vector<std::string> words) {
  if (words.empty() || std::ranges::find(commands, words.front()) == commands.end()) return words;
  bool is_renamed = false;
  for (std::size_t k = 1; k < words.size() && words[k] != "--"; ++k) {
    std::string& word = words[k];
    const bool is_alone = word == "-t";
    if (!word.starts_with("-t") || is_number(is_alone && k + 1 < words.size() ? words[k + 1] : word.substr(2)))
      continue;
    word = is_alone ? "--targets" : "--targets=" + word.substr(2);
    is_renamed = true;
  }
  if (is_renamed)
    tell(
        "exonweave: note: -t FILE is now written as a positional argument or --targets; it is accepted until "
        "version 0.4.0\n");
  return words;
}

}  // namespace exonweave::apps
