#include "parse_region.hpp"

#include <fmt/format.h>

#include "exons/io/plain_integer.hpp"
#include "exons/io/report.hpp"

namespace exonweave::apps {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& what, const std::string& got,
                         const std::string& need, const std::string& hint = "") {
  throw bad_usage(problem_report{{}, option + ": " + what, got, need, hint});
}

std::size_t find_sequence(const std::string& option, const std::string& name,
                          const sequence_catalog& sequences) {
  if (const auto found = sequences.find(name)) return *found;
  std::string hint;
  for (const auto& near : nearest_names(name, sequences.names()))
    hint += (hint.empty() ? "did you mean " : ", ") + near;
  refuse(option, "unknown sequence", name, "a sequence of the genome", hint);
}

}  // namespace

genomic_region parse_region(const std::string& option, const std::string& text,
                            const sequence_catalog& sequences) {
  const std::size_t colon = text.rfind(':');
  if (sequences.find(text) || colon == std::string::npos) {
    const std::size_t whole = find_sequence(option, text, sequences);
    return {whole, {0, sequences.length(whole)}};
  }
  const std::size_t sequence = find_sequence(option, text.substr(0, colon), sequences);
  const std::string range = text.substr(colon + 1);
  const std::size_t dash = range.find('-');
  const auto first = parse_plain_integer(range.substr(0, dash));
  const auto last = parse_plain_integer(dash == std::string::npos ? "" : range.substr(dash + 1));
  const std::int64_t length = sequences.length(sequence);
  if (!first || !last || *first < 1 || *first > *last || *last > length)
    refuse(option, "not a range of the sequence", range, fmt::format("FIRST-LAST within 1-{}", length));
  return {sequence, {*first - 1, *last}};
}

}  // namespace exonweave::apps
