// One candidate file while it is read, and the checks that all its formats share: each reports what is wrong
// with a value, with its line and the accepted range, and returns nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/report.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/sequences.hpp"

namespace exonweave {

/// What is wrong with a row; the parts of a problem_report. `got` is cut before it is kept.
struct complaint {
  std::string what;
  // The initializers let GCC take a list that ends early. NOLINTBEGIN(readability-redundant-member-init)
  std::string_view got = {};
  std::string need = {};
  std::string hint = {};
  // NOLINTEND(readability-redundant-member-init)
};

struct candidate_source {
  std::string path;
  std::uint32_t index;  // of the file, in command-line order
  const sequence_catalog& sequences;
  report& problems;
  sequence_catalog* growing = nullptr;  // of no genome: `sequences`, to which rows add those that they lie on

  void error(std::uint64_t line, const complaint& about) const;
  void warn(std::uint64_t line, const complaint& about) const;

  /// The sequence of that name, as long as can be where rows add it. Nothing: it is unknown.
  [[nodiscard]] std::optional<std::size_t> find_sequence(std::string_view name) const;

  /// The same; an unknown one is reported with the nearest names.
  [[nodiscard]] std::optional<std::size_t> sequence(std::uint64_t line, std::string_view name) const;

  /// A 1-based position: a whole number of at least 1. `column` names it in messages.
  [[nodiscard]] std::optional<std::int64_t> position(std::uint64_t line, const std::string& column,
                                                     std::string_view text) const;

  /// A finite number.
  [[nodiscard]] std::optional<double> score(std::uint64_t line, std::string_view text) const;

  /// Whether [start, end) ends within a sequence of `length` nt.
  [[nodiscard]] bool inside(std::uint64_t line, interval where, std::int64_t length) const;
};

/// "Hint" text that names what is nearest to `name`; empty: nothing is near.
std::string nearest_hint(std::string_view name, const sequence_catalog& sequences);

}  // namespace exonweave
