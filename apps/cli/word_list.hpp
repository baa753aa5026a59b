// Options that take some of a few words, with commas between them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave::apps {

/// The words of `text`. Throws bad_usage that names the first that is none of `known`.
std::vector<std::string> parse_word_list(const std::string& option, std::string_view text,
                                         std::span<const std::string_view> known);

}  // namespace exonweave::apps
