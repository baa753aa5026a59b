#include "exons/candidates/genscan_sequences.hpp"

#include <fmt/format.h>

#include "base/files/line_reader.hpp"
#include "base/files/numbers.hpp"

namespace exonweave {
namespace {

// The number in "  1234 bp ..."; 0: not such a text.
std::int64_t length_in_bp(std::string_view text) {
  text = trimmed(text, " \t");
  const std::size_t blank = text.find_first_of(" \t");
  if (blank == std::string_view::npos) return 0;
  const auto unit = trimmed(text.substr(blank), " \t");
  const auto length = parse_integer(text.substr(0, blank));
  return length.ok() && unit.substr(0, 2) == "bp" ? length.value : 0;
}

std::optional<std::size_t> find_by_file_name(const sequence_catalog& sequences, std::string_view name) {
  auto stem = name.substr(name.find_last_of("/\\") + 1);
  while (!stem.empty()) {
    if (const auto found = sequences.find(stem)) return found;
    const std::size_t dot = stem.find_last_of('.');
    if (dot == std::string_view::npos) break;
    stem = stem.substr(0, dot);
  }
  return std::nullopt;
}

std::optional<std::size_t> take_the_only_one(const candidate_source& source, const genscan_sequence& sequence) {
  const auto& only = source.sequences.name(0);
  const std::int64_t length = source.sequences.length(0);
  if (length == sequence.length) {
    source.warn(sequence.line, {.what = "the name of the GENSCAN text's sequence is not in the genome; took its only "
                                        "sequence, which is as long",
                                .got = sequence.name,
                                .need = only});
    return 0;
  }
  source.error(sequence.line, {.what = "unknown sequence",
                               .got = sequence.name,
                               .need = "the name of a sequence of the genome",
                               .hint = fmt::format("The genome's only sequence, {}, has {} bp, the text says {} bp",
                                                   only, length, sequence.length)});
  return std::nullopt;
}

}  // namespace

std::optional<genscan_sequence> genscan_sequence_line(std::string_view line) {
  constexpr std::string_view word = "Sequence ";
  line = trimmed(line, " \t");
  if (line.substr(0, word.size()) != word) return std::nullopt;
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    const std::int64_t length = length_in_bp(line.substr(colon + 1));
    const auto name = trimmed(line.substr(word.size() - 1, colon - word.size() + 1), " \t");
    if (length > 0 && !name.empty()) return genscan_sequence{std::string(name), length, 0};
  }
  return std::nullopt;
}

std::optional<std::size_t> find_genscan_sequence(const candidate_source& source, const genscan_sequence& sequence,
                                                 bool is_only_one) {
  auto found = source.sequences.find(sequence.name);
  if (!found) found = find_by_file_name(source.sequences, sequence.name);
  if (!found && is_only_one && source.sequences.size() == 1) return take_the_only_one(source, sequence);
  if (!found) return source.sequence(sequence.line, sequence.name);
  const std::int64_t length = source.sequences.length(*found);
  if (length == sequence.length) return found;
  source.error(sequence.line, {.what = "sequence length differs from the genome's",
                               .got = fmt::format("{} bp", sequence.length),
                               .need = fmt::format("{} bp, the length of {}", length, source.sequences.name(*found)),
                               .hint = "The text was made from another version of this sequence"});
  return std::nullopt;
}

}  // namespace exonweave
