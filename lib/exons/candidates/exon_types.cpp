// The words by which gene finders name the kinds of coding exons.
#include <algorithm>
#include <array>
#include <utility>

#include "exons/candidates/candidates.hpp"

namespace exonweave {
namespace {

using named_type = std::pair<std::string_view, exon_type>;

constexpr std::array<named_type, 10> words{{{"first", exon_type::initial},
                                            {"initial", exon_type::initial},
                                            {"init", exon_type::initial},
                                            {"internal", exon_type::internal},
                                            {"intr", exon_type::internal},
                                            {"terminal", exon_type::terminal},
                                            {"term", exon_type::terminal},
                                            {"last", exon_type::terminal},
                                            {"single", exon_type::single},
                                            {"sngl", exon_type::single}}};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

}  // namespace

exon_type exon_type_from(std::string_view word) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const named_type& w) { return same_word(word, w.first); });
  return found == words.end() ? exon_type::unknown : found->second;
}

std::string_view to_string(exon_type type) {
  switch (type) {
    case exon_type::initial:
      return "initial";
    case exon_type::internal:
      return "internal";
    case exon_type::terminal:
      return "terminal";
    case exon_type::single:
      return "single";
    case exon_type::unknown:
      break;
  }
  return "unknown";
}

}  // namespace exonweave
