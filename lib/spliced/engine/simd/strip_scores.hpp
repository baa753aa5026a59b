// Substitution scores as strips look them up: every lane holds another genomic residue.
//
// Where all codes that occur score as match or mismatch, lanes compare codes. Else two tables of 16 bytes hold d(u, v):
// lane index = genomic_lane[u] + target_lane[v] within one of them, and at least 0x80 in the other, which yields 0.
// A step along the diagonal gains offset twice (strip_kernel-inl.hpp): all scores here contain it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "spliced/engine/problem.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

struct strip_scores {
  static constexpr std::size_t max_codes = 32;
  using lanes_of_codes = std::array<std::int16_t, max_codes>;

  bool is_match = true;
  std::int16_t match = 0, mismatch = 0;
  std::array<std::array<std::int8_t, 16>, 2> tables{};
  std::array<lanes_of_codes, 2> genomic_lane{};  // [table][code]; of the first when codes are compared
  lanes_of_codes target_lane{};                  // [code]
  std::int16_t no_symbol = 0;                    // target lane outside the target

  /// Nothing when too many codes occur, or scores are too large for bytes or for what strips do outside the target.
  static std::optional<strip_scores> of(const problem& p, const row_schedule& schedule);
};

}  // namespace exonweave::spliced
