// Which sequence of the genome a GENSCAN text is about: it names the file it was run on rather than a
// sequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "exons/candidates/candidate_source.hpp"

namespace exonweave {

/// "Sequence NAME : LENGTH bp : ..." of a text.
struct genscan_sequence {
  std::string name;         // as written; it may be a path
  std::int64_t length = 0;  // nt
  std::uint64_t line = 0;
};

/// Reads that line; nothing when it is another one.
std::optional<genscan_sequence> genscan_sequence_line(std::string_view line);

/// By exact name, else by the file name in NAME, else by it without its extensions; else, if `is_only_one`
/// (the text is about one sequence) and the genome has one sequence of that length, that one, with a warning.
/// An unknown name and a length that differs from the genome's are errors.
std::optional<std::size_t> find_genscan_sequence(const candidate_source& source, const genscan_sequence& sequence,
                                                 bool is_only_one);

}  // namespace exonweave
